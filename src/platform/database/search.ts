import { type QueryExecutorProvider, type RawBuilder, type SqlBool, sql } from 'kysely';
import { COUNT_LIMIT } from '../../contract/list.ts';
import { type SearchedWord, searchedWords } from '../../contract/words.ts';
import type { Condition } from './listFilters.ts';
import { isIndexed, isPostgres, type ListRules } from './listNeeds.ts';
import { inOffice } from './live.ts';
import { showsChanges } from './previewDatabase.ts';
import type { RecordTable } from './records.ts';

// What of a table has all words of a search: by the indexes that `searched` of migrations/lib makes.

/** A word of a search, and the query of SQLite's index for it, where that knows the word. */
export interface Word extends SearchedWord {
  match?: string;
}

/** PostgreSQL takes no NUL in a text. */
export const wordsIn = (search = ''): Word[] => searchedWords(search.replaceAll('\0', '').toWellFormed());

export async function wordsOf(
  db: QueryExecutorProvider,
  rules: Pick<ListRules, 'table' | 'search'>,
  search = '',
): Promise<Word[]> {
  const words = wordsIn(search);
  // It uses its own indexes without being told.
  if (isPostgres(db) || !isIndexed(rules) || showsChanges(db, rules.table)) return words;
  const known: Word[] = [];
  for (const word of words) known.push(await wordInSqlite(db, rules.table, word));
  return known;
}

export const textOf = (words: Word[]) => words.map(({ text }) => text).join(' ');

/** Every word is somewhere in `column`, in any order. */
export function hasAll(column: string, words: Word[]): RawBuilder<SqlBool> {
  return sql.join(
    words.map(({ text, others }) => {
      const patterns = [`%${escapeLike(text)}%`, ...others.flatMap((form) => [`${form}%`, `% ${form}%`])];
      const each = patterns.map((pattern) => sql`${sql.ref(column)} like ${pattern} escape '\\'`);
      return each.length === 1 ? each[0] : sql`(${sql.join(each, sql` or `)})`;
    }),
    sql` and `,
  );
}

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');

export function withText(table: RecordTable, words: Word[], where: Condition[] = []): RawBuilder<unknown> {
  return sql`select id from ${sql.table(table)} where ${haveText(table, words, where)}`;
}

const haveText = (table: RecordTable, words: Word[], where: Condition[]) =>
  sql.join([inOffice(table), ...(words.length > 0 ? [hasAll('search', words)] : []), ...where], sql` and `);

/** As one value, so that there is one statement for however many. */
export const oneOf = (db: QueryExecutorProvider, ids: number[]) =>
  isPostgres(db)
    ? sql`(select unnest(${ids}::integer[]))`
    : sql`(select value from json_each(${JSON.stringify(ids)}))`;

// PostgreSQL

/** `withText` where PostgreSQL is to use its indexes. */
export function withPieces(table: RecordTable, words: Word[], where: Condition[]): RawBuilder<unknown> {
  return sql`select id from ${sql.table(table)} where ${havePieces(table, words, where)}`;
}

/**
 * Is there for staff, has all words, and `where` lets it through: its index by trigrams knows no short words, that of all
 * pieces does. Both find the same.
 */
export function havePieces(table: RecordTable, words: Word[], where: Condition[]): RawBuilder<unknown> {
  const short = words.filter(isShort).map(({ text }) => text);
  if (short.length === 0) return haveText(table, words, where);
  const long = words.filter((word) => !isShort(word));
  return haveText(table, long, [...where, sql`search_pieces(search) @> ${short}::text[]`]);
}

// SQLite

/** Pieces of three letters that its index is made of. */
const PIECE = 3;
/** With more of them, a word is in so many texts that these are soon found by looking. */
const MOST_PIECES = 60;
const LAST_LETTER = String.fromCodePoint(0x10ffff);
/** Behind every text stand two line ends, so that none has this. */
const NOWHERE = '\n\n\n';

export const isShort = ({ text }: Pick<Word, 'text'>) => [...text].length < PIECE;

/** A word of one or two letters is in those texts that have one of the pieces that begin with it. */
async function wordInSqlite(db: QueryExecutorProvider, table: RecordTable, word: Word): Promise<Word> {
  const quoted = (piece: string) => `"${piece.replaceAll('"', '""')}"`;
  const { text, others } = word;
  if (!isShort(word)) {
    const forms = others.flatMap((form) => [`^${quoted(form)}`, quoted(` ${form}`)]);
    return { ...word, match: forms.length > 0 ? `(${[quoted(text), ...forms].join(' OR ')})` : quoted(text) };
  }
  // They come in their order, which SQLite does not know: asked for it, it would read them all.
  const first = (from: RawBuilder<unknown>) => sql`(
    select term from ${sql.table(`${table}_search_pieces`)}
    where term >= ${from} and term < ${text + LAST_LETTER} limit 1
  )`;
  // From one to the next, however many texts have it.
  const behind = sql`
    substr(known.term, 1, ${PIECE - 1}) || char(unicode(substr(known.term, ${PIECE})) + 1)
  `;
  const { rows } = await sql<{ term: string }>`
    with recursive known (term) as (
      select ${first(sql`${text}`)} union all select ${first(behind)} from known where term is not null
    )
    select term from known where term is not null limit ${MOST_PIECES + 1}
  `.execute(db);
  if (rows.length > MOST_PIECES) return word;
  const pieces = rows.length > 0 ? rows.map(({ term }) => term) : [NOWHERE];
  return { ...word, match: `(${pieces.map(quoted).join(' OR ')})` };
}

export const isKnown = ({ match }: Word) => match !== undefined;

/** What SQLite's index of `table` knows to have all words. */
export function matching(table: RecordTable, words: Word[], named = 'id'): RawBuilder<unknown> {
  const index = sql.table(`${table}_search`);
  const match = words.map((word) => word.match).join(' AND ');
  return sql`select rowid as ${sql.ref(named)} from ${index} where ${index} match ${match}`;
}

/** Rows whose text SQLite may look at in one statement. */
export const STRETCH = 1000;
/** Rows that it may look up in one statement, without their texts: at first, and at most. */
const LOOKED_UP = { first: 2500, most: 5000 };
/** Where a filter lets no more through, each that has the words is looked for among those. */
const MOST_LOOKED_AMONG = 40_000;
/** A word that no more have is looked for first. */
const RARE = 1000;

/**
 * The newest `most` that have all words and that `where` lets through; the ids, the newest first. `count`
 * says how many it lets through.
 */
export async function newestInSqlite(
  db: QueryExecutorProvider,
  table: RecordTable,
  words: Word[],
  most: number,
  where: Condition[] = [],
  count?: () => Promise<number>,
): Promise<number[]> {
  const ids = async (query: RawBuilder<unknown>) =>
    (await sql<{ id: number }>`${query} order by 1 desc limit ${most}`.execute(db)).rows.map(({ id }) => id);

  if (words.length === 0) return ids(withText(table, [], where));
  const isAlone = words.length === 1 && where.length === 0;
  const rare = isAlone ? undefined : await rareOf(db, table, words);
  if (rare) {
    const others = words.filter((word) => word !== rare);
    const fits = [...(others.length > 0 ? [hasAll('search', others)] : []), ...where];
    return ids(sql`
      select id from (${matching(table, [rare], 'known')}) as found
      cross join ${sql.table(table)} where ${sql.join([sql`id = known`, inOffice(table), ...fits], sql` and `)}
    `);
  }
  const areKnown = words.every(isKnown);
  if (where.length === 0) return areKnown ? ids(matching(table, words)) : byText(db, table, words, most, []);

  const through = withText(table, [], where);
  const there = await (count?.() ?? countUpTo(db, through));
  if (there === 0) return [];
  const isFew = there < COUNT_LIMIT;
  if (!areKnown) return isFew ? ids(withText(table, words, where)) : byText(db, table, words, most, where);
  // Who counts otherwise does so because to name them all takes long.
  const areNamed =
    isFew || (!count && (await countUpTo(db, through, MOST_LOOKED_AMONG + 1)) <= MOST_LOOKED_AMONG);
  // With a plus it is no order to look for each of them anew.
  if (areNamed) return ids(sql`${matching(table, words)} and +rowid in (${through})`);
  return byIndex(db, table, words, most, where);
}

/** A word that few have. */
async function rareOf(
  db: QueryExecutorProvider,
  table: RecordTable,
  words: Word[],
): Promise<Word | undefined> {
  for (const word of words.filter(isKnown)) {
    const { rows } = await sql`${matching(table, [word])} limit 1 offset ${RARE}`.execute(db);
    if (rows.length === 0) return word;
  }
  return undefined;
}

/** What very many have, among what is very much: a stretch at a time is looked up. */
async function byIndex(
  db: QueryExecutorProvider,
  table: RecordTable,
  words: Word[],
  most: number,
  where: Condition[],
): Promise<number[]> {
  const found: number[] = [];
  let before = Number.MAX_SAFE_INTEGER;
  // Each statement begins anew at the newest, so that there should not be many.
  for (let stretch = LOOKED_UP.first; ; stretch = Math.min(stretch * 2, LOOKED_UP.most)) {
    const { rows } = await sql<{ id: number; fits: number | null }>`
      select id, (${sql.join(where, sql` and `)}) as fits from (
        ${matching(table, words, 'known')} and rowid < ${before} order by rowid desc limit ${stretch}
      ) as found
      cross join ${sql.table(table)} where id = known
    `.execute(db);
    for (const { id, fits } of rows) if (fits) found.push(id);
    const last = rows.at(-1);
    if (!last || rows.length < stretch || found.length >= most) return found.slice(0, most);
    before = last.id;
  }
}

/** What the index does not know: the texts themselves, a stretch at a time. */
async function byText(
  db: QueryExecutorProvider,
  table: RecordTable,
  words: Word[],
  most: number,
  where: Condition[],
): Promise<number[]> {
  const found: number[] = [];
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const { rows: ends } = await sql<{ id: number }>`
      ${withText(table, [])} and id < ${before} order by id desc limit 1 offset ${STRETCH - 1}
    `.execute(db);
    const end = ends[0]?.id;
    const { rows } = await sql<{ id: number }>`
      ${withText(table, words, where)} and id < ${before} and id >= ${end ?? 0}
      order by id desc limit ${most - found.length}
    `.execute(db);
    found.push(...rows.map(({ id }) => id));
    if (end === undefined || found.length >= most) return found;
    before = end;
  }
}

/** How many `matches` has, up to where totals stop counting. */
export async function countUpTo(
  db: QueryExecutorProvider,
  matches: RawBuilder<unknown>,
  most = COUNT_LIMIT,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (${matches} limit ${most}) as counted
  `.execute(db);
  return Number(rows[0]?.total ?? 0);
}
