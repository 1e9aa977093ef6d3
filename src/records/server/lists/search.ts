import { type QueryExecutorProvider, type RawBuilder, type SqlBool, sql } from 'kysely';
import { COUNT_LIMIT } from '../../../shared/list.ts';
import { parseSearch, type SearchWord } from '../../../shared/text/searchWords.ts';
import { showsChanges } from '../preview/previewDatabase.ts';
import { isNotDeleted } from '../publication/visibility.ts';
import type { RecordTable } from '../store/records.ts';
import type { Condition } from './listFilters.ts';
import { isIndexed, isPostgres, type ListRules } from './listRequirements.ts';

// Finds the records of a table that contain all words of a search, by the indexes of `searched` in
// migrations/lib.

export interface Word extends SearchWord {
  /** The digits of a word such as `3222-4400`, which match anywhere too, because telephones are stored as digits. */
  digits?: string;
  /** Full-text query for SQLite, if its index can answer the word. */
  fullTextQuery?: string;
}

/** Parses the words of a search. PostgreSQL accepts no NUL in a text. */
export const parseWords = (search = ''): Word[] => parseSearch(search.replaceAll('\0', '').toWellFormed());

/** Parses a search among telephones, in which a country code and punctuation alone say nothing: «+55 (85) 90000-0001». */
function parsePhoneWords(search: string): Word[] {
  const words = search.split(/\s+/).filter((word) => !/^(\+\d{1,3}|[().+-]+)$/.test(word));
  return parseWords(words.join(' ')).map((word) => {
    if (!/^[\d().+-]+$/.test(word.text)) return word;
    const digits = word.text.replace(/\D/g, '');
    // An area code in parentheses would be too short for the index beside the other form.
    return isShortWord({ text: digits }) ? { ...word, text: digits } : { ...word, digits };
  });
}

export async function resolveWords(
  db: QueryExecutorProvider,
  rules: Pick<ListRules, 'table' | 'search' | 'hasPhones'>,
  search = '',
): Promise<Word[]> {
  const words = rules.hasPhones ? parsePhoneWords(search) : parseWords(search);
  // PostgreSQL chooses its indexes by itself.
  if (isPostgres(db) || !isIndexed(rules) || showsChanges(db, rules.table)) return words;
  const known: Word[] = [];
  for (const word of words) known.push(await wordInSqlite(db, rules.table, word));
  return known;
}

export const wordsText = (words: Word[]) => words.map(({ text }) => text).join(' ');

/** Returns the condition that `column` contains every word, in any order. */
export function containsAllWords(column: string, words: Word[]): RawBuilder<SqlBool> {
  return sql.join(
    words.map((word) => {
      const begins = word.forms.flatMap((form) => [`${form}%`, `% ${form}%`]);
      const patterns = [...textsOf(word).map((text) => `%${escapeLike(text)}%`), ...begins];
      const each = patterns.map((pattern) => sql`${sql.ref(column)} like ${pattern} escape '\\'`);
      return each.length === 1 ? each[0] : sql`(${sql.join(each, sql` or `)})`;
    }),
    sql` and `,
  );
}

/** Returns a sort key that puts texts last that have a word only inside another word, as «pet» in «espetinho». */
export function wholeWordsFirst(column: string, search: string): RawBuilder<unknown> {
  const isLike = (pattern: string) => sql`${sql.ref(column)} like ${pattern} escape '\\'`;
  const isInside = parseWords(search).map(({ text, forms }) => {
    const begins = [text, ...forms]
      .map(escapeLike)
      .flatMap((form) => [`${form}%`, `% ${form}%`, `%-${form}%`]);
    return sql`${isLike(`%${escapeLike(text)}%`)} and not (${sql.join(begins.map(isLike), sql` or `)})`;
  });
  return sql`case when ${sql.join([sql`1 = 0`, ...isInside], sql` or `)} then 1 else 0 end`;
}

/** Returns the texts of a word that match anywhere. */
const textsOf = ({ text, digits = text }: Word) => [...new Set([text, digits])];

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');

export function idsByText(table: RecordTable, words: Word[], where: Condition[] = []): RawBuilder<unknown> {
  return sql`select id from ${sql.table(table)} where ${textConditions(table, words, where)}`;
}

const textConditions = (table: RecordTable, words: Word[], where: Condition[]) =>
  sql.join(
    [isNotDeleted(table), ...(words.length > 0 ? [containsAllWords('search', words)] : []), ...where],
    sql` and `,
  );

/** Passes ids as one parameter, so that the statement's text does not depend on their number. */
export const idsParameter = (db: QueryExecutorProvider, ids: number[]) =>
  isPostgres(db)
    ? sql`(select unnest(${ids}::integer[]))`
    : sql`(select value from json_each(${JSON.stringify(ids)}))`;

// PostgreSQL

/** Returns `idsByText` in a form that uses PostgreSQL's indexes. */
export function idsByTextIndex(table: RecordTable, words: Word[], where: Condition[]): RawBuilder<unknown> {
  return sql`select id from ${sql.table(table)} where ${textIndexCondition(table, words, where)}`;
}

/**
 * Returns the condition for records that are not deleted, contain all words and fulfil `where`. The trigram
 * index does not cover words of one or two letters; the index of all pieces does.
 */
export function textIndexCondition(
  table: RecordTable,
  words: Word[],
  where: Condition[],
): RawBuilder<unknown> {
  const short = words.filter(isShortWord).map(({ text }) => text);
  if (short.length === 0) return textConditions(table, words, where);
  const long = words.filter((word) => !isShortWord(word));
  return textConditions(table, long, [...where, sql`search_pieces(search) @> ${short}::text[]`]);
}

// SQLite

/** Length of the pieces in SQLite's index (trigrams). */
const PIECE_LENGTH = 3;
/**
 * Most trigrams that a short word expands to. A word with more is so common that reading texts finds enough
 * of it soon.
 */
const MAX_PIECES = 60;
const LAST_LETTER = String.fromCodePoint(0x10ffff);
/** Piece without a match: every text is followed by two line ends only. */
const NO_MATCH = '\n\n\n';

export const isShortWord = ({ text }: Pick<Word, 'text'>) => [...text].length < PIECE_LENGTH;

/** Expands a word of one or two letters to the trigrams that begin with it. */
async function wordInSqlite(db: QueryExecutorProvider, table: RecordTable, word: Word): Promise<Word> {
  const quoted = (piece: string) => `"${piece.replaceAll('"', '""')}"`;
  const { text, forms: others } = word;
  if (!isShortWord(word)) {
    const forms = others.flatMap((form) => [`^${quoted(form)}`, quoted(` ${form}`)]);
    return { ...word, fullTextQuery: `(${[...textsOf(word).map(quoted), ...forms].join(' OR ')})` };
  }
  // The vocabulary is sorted, but SQLite does not know: with `order by` it would read all terms.
  const first = (from: RawBuilder<unknown>) => sql`(
    select term from ${sql.table(`${table}_search_pieces`)}
    where term >= ${from} and term < ${text + LAST_LETTER} limit 1
  )`;
  // Jump to the next term, because the vocabulary has one row per occurrence.
  const nextPrefix = sql`
    substr(known.term, 1, ${PIECE_LENGTH - 1}) || char(unicode(substr(known.term, ${PIECE_LENGTH})) + 1)
  `;
  const { rows } = await sql<{ term: string }>`
    with recursive known (term) as (
      select ${first(sql`${text}`)} union all select ${first(nextPrefix)} from known where term is not null
    )
    select term from known where term is not null limit ${MAX_PIECES + 1}
  `.execute(db);
  if (rows.length > MAX_PIECES) return word;
  const pieces = rows.length > 0 ? rows.map(({ term }) => term) : [NO_MATCH];
  return { ...word, fullTextQuery: `(${pieces.map(quoted).join(' OR ')})` };
}

export const isIndexedWord = ({ fullTextQuery }: Word) => fullTextQuery !== undefined;

/** Returns the rows of SQLite's full-text index that contain all words. */
export function fullTextMatches(table: RecordTable, words: Word[], named = 'id'): RawBuilder<unknown> {
  const index = sql.table(`${table}_search`);
  const match = words.map((word) => word.fullTextQuery).join(' AND ');
  return sql`select rowid as ${sql.ref(named)} from ${index} where ${index} match ${match}`;
}

/** Rows whose text SQLite reads in one statement. */
export const MAX_TEXTS_READ = 1000;
/** Fewest matches of the full-text index that one statement tests. A caller who wants more tests more at once. */
const MIN_TESTED = 2500;
/**
 * Most records of a filter that are intersected with the full-text index. With more, matches are tested in
 * batches.
 */
const MAX_INTERSECTED = 40_000;
/** Most matches of a rare word, which is searched first. */
const MAX_RARE_MATCHES = 1000;

/**
 * Returns the ids of the newest `limit` records that contain all words and fulfil `where`, newest first.
 * `count` returns the number of records that fulfil `where`.
 */
export async function newestInSqlite(
  db: QueryExecutorProvider,
  table: RecordTable,
  words: Word[],
  limit: number,
  where: Condition[] = [],
  count?: () => Promise<number>,
): Promise<number[]> {
  const ids = async (query: RawBuilder<unknown>) => {
    const newest = sql`${query} order by 1 desc limit ${limit}`;
    const { rows } = await sql<IdsText>`select json_group_array(id) as ids from (${newest})`.execute(db);
    return newestFirst(rows);
  };

  if (words.length === 0) return ids(idsByText(table, [], where));
  const isAlone = words.length === 1 && where.length === 0;
  const rare = isAlone ? undefined : await findRareWord(db, table, words);
  if (rare) {
    const others = words.filter((word) => word !== rare);
    const fits = [...(others.length > 0 ? [containsAllWords('search', others)] : []), ...where];
    return ids(sql`
      select id from (${fullTextMatches(table, [rare], 'known')}) as found
      cross join ${sql.table(table)} where ${sql.join([sql`id = known`, isNotDeleted(table), ...fits], sql` and `)}
    `);
  }
  const areKnown = words.every(isIndexedWord);
  if (where.length === 0)
    return areKnown ? ids(fullTextMatches(table, words)) : newestByText(db, table, words, limit, []);

  const filtered = idsByText(table, [], where);
  const countLimit = areKnown ? MAX_INTERSECTED + 1 : COUNT_LIMIT;
  const candidates = await (count?.() ?? countUpTo(db, filtered, countLimit));
  if (candidates === 0) return [];
  const isFew = candidates < COUNT_LIMIT;
  if (!areKnown)
    return isFew ? ids(idsByText(table, words, where)) : newestByText(db, table, words, limit, where);
  // A caller passes `count` if collecting all ids would take long.
  const areNamed = isFew || (!count && candidates <= MAX_INTERSECTED);
  // The unary plus prevents a separate full-text lookup for each rowid.
  if (areNamed) return ids(sql`${fullTextMatches(table, words)} and +rowid in (${filtered})`);
  return newestByIndex(db, table, words, limit, where);
}

/** Ids as one text, which passes from a reader thread to the event loop much faster than thousands of rows. */
interface IdsText {
  ids: string;
}
const newestFirst = (rows: IdsText[]): number[] =>
  (JSON.parse(rows[0]?.ids ?? '[]') as number[]).sort((a, b) => b - a);

/** Returns a word with at most `MAX_RARE_MATCHES` matches, if there is one. */
async function findRareWord(
  db: QueryExecutorProvider,
  table: RecordTable,
  words: Word[],
): Promise<Word | undefined> {
  for (const word of words.filter(isIndexedWord)) {
    const { rows } = await sql`${fullTextMatches(table, [word])} limit 1 offset ${MAX_RARE_MATCHES}`.execute(
      db,
    );
    if (rows.length === 0) return word;
  }
  return undefined;
}

/** Searches common words under a filter with many records: tests the newest matches in batches. */
async function newestByIndex(
  db: QueryExecutorProvider,
  table: RecordTable,
  words: Word[],
  limit: number,
  where: Condition[],
): Promise<number[]> {
  const columns = await filterColumnsIndex(db, table);
  const most = Math.max(MIN_TESTED, limit);
  return newestInBatches(db, where, limit, { first: most, most }, (before, size) => {
    const matches = sql`${fullTextMatches(table, words, 'known')} and rowid < ${before} order by rowid desc limit ${size}`;
    return sql`(${matches}) as found cross join ${sql.table(table)} ${columns} where id = known`;
  });
}

/**
 * Returns the clause for an index `…_filter_columns` on the id and the columns of filters, if the table has one.
 * SQLite prefers to look up an id in the table, whose rows are up to ten times as wide.
 */
async function filterColumnsIndex(db: QueryExecutorProvider, table: RecordTable) {
  const name = `${table}_filter_columns`;
  const { rows } = await sql`select 1 from sqlite_master where type = 'index' and name = ${name}`.execute(db);
  return rows.length > 0 ? sql`indexed by ${sql.ref(name)}` : sql``;
}

/**
 * Searches words that the index cannot answer: reads the texts in batches. Such words are common, so the first
 * batches are small for a caller who wants few.
 */
const newestByText = (
  db: QueryExecutorProvider,
  table: RecordTable,
  words: Word[],
  limit: number,
  where: Condition[],
): Promise<number[]> => {
  const sizes = { first: Math.min(2 * limit, MAX_TEXTS_READ), most: MAX_TEXTS_READ };
  return newestInBatches(db, [containsAllWords('search', words), ...where], limit, sizes, (before, size) => {
    const rows = sql`select * from ${sql.table(table)} where ${isNotDeleted(table)} and id < ${before}`;
    return sql`(${rows} order by id desc limit ${size}) as ${sql.table(table)}`;
  });
};

/**
 * Tests records in batches, newest first, until `limit` of them fulfil `where`. Each batch is twice as large as
 * the one before, up to `sizes.most`. `below` returns a batch of `size` with ids below a given one.
 */
async function newestInBatches(
  db: QueryExecutorProvider,
  where: Condition[],
  limit: number,
  sizes: { first: number; most: number },
  below: (id: number, size: number) => RawBuilder<unknown>,
): Promise<number[]> {
  const found: number[] = [];
  let before = Number.MAX_SAFE_INTEGER;
  for (let size = sizes.first; ; size = Math.min(2 * size, sizes.most)) {
    const { rows } = await sql<IdsText & { last: number | null; read: number }>`
      select json_group_array(id) filter (where ${sql.join(where, sql` and `)}) as ids, min(id) as last,
        count(*) as read
      from ${below(before, size)}
    `.execute(db);
    found.push(...newestFirst(rows));
    const { last = null, read = 0 } = rows[0] ?? {};
    if (last === null || read < size || found.length >= limit) return found.slice(0, limit);
    before = last;
  }
}

/** Counts the rows of `matches`, up to `limit`. */
export async function countUpTo(
  db: QueryExecutorProvider,
  matches: RawBuilder<unknown>,
  limit = COUNT_LIMIT,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (${matches} limit ${limit}) as counted
  `.execute(db);
  return Number(rows[0]?.total ?? 0);
}
