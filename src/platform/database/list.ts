import {
  type QueryExecutorProvider,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import type { FilterCounts } from '../../contract/filters.ts';
import { COUNT_LIMIT, fold, type ListQuery, PAGE_SIZE } from '../../contract/list.ts';
import { breathe } from '../breath.ts';
import { Pieces } from '../pieces.ts';
import { type Condition, chosenOf, countFilters } from './listFilters.ts';
import { isIndexed, isPostgres, type ListRules, missingForList } from './listNeeds.ts';
import { inOffice, live } from './live.ts';
import type { RecordTable } from './records.ts';

/** A page, or the whole list where none was asked for; `total` stops at `COUNT_LIMIT`. */
export type Listed<T> =
  | { data: T[]; meta: { page: number; per_page: number; total: number }; filters?: FilterCounts }
  | { data: Pieces<T> };

/**
 * Matches up to this number are fetched by their ids and put in order; where there are more, the order's own
 * index is followed until the page is full, which is soon.
 */
const FEW = 1000;
/**
 * Of a whole list: a few milliseconds to read, present and encode. The text of more would be so long that V8 leaves it
 * where it seldom looks for what is free again, and memory would climb.
 */
const AT_ONCE = 50;
/** Rows whose text SQLite may look at in one statement. */
const STRETCH = 1000;
/** After so many, what matches is put in order where that is possible, and the order is followed no further. */
const STRETCHES = 4;

/**
 * Searches, orders and pages `base`: all records of the table that are not deleted, with whatever is joined to
 * each. Without a query the list is whole, and comes in pieces.
 */
export async function selectList<DB, TB extends keyof DB, O, T>(
  db: QueryExecutorProvider,
  base: SelectQueryBuilder<DB, TB, O>,
  query: ListQuery,
  rules: ListRules,
  present: (rows: O[]) => T[] | Promise<T[]>,
): Promise<Listed<T>> {
  if (query.page === undefined && query.per_page === undefined)
    return { data: selectWhole(db, base, query, rules, present) };

  await ensureNeeds(db, rules);
  const asked = await askedOf(db, query, rules);
  const filters = query.counts && { filters: await rememberedCounts(db, base, rules) };
  const order = orderOf(query.sort, rules);
  const page = query.page ?? 1;
  const per_page = query.per_page ?? PAGE_SIZE;
  const cut = { limit: per_page, offset: (page - 1) * per_page };
  if (!isIndexed(rules)) {
    const found = having(db, base, rules, asked);
    const total = await count(db, rowsOf(found));
    const rows = await inOrder(found, order).limit(cut.limit).offset(cut.offset).execute();
    return { data: await present(rows), meta: { page, per_page, total }, ...filters };
  }
  const { ids: among, total } = await findMatches(db, rules.table, asked);
  if (total === 0) return { data: await present([]), meta: { page, per_page, total }, ...filters };
  const ids = await idsInOrder(db, order, rules, among ? { among } : asked, cut);
  const rows = await inOrder(having(db, base, rules, { among: ids.map(({ id }) => id) }), order).execute();
  return { data: await present(rows), meta: { page, per_page, total }, ...filters };
}

/** As it is searched for, and as SQLite's index of the table is asked for it, where that knows it. */
interface Word {
  text: string;
  match?: string;
}

interface Asked {
  /** Every word is in its text. */
  words: Word[];
  /** What else holds for it: what was chosen, and words that may be those of what it belongs to. */
  where: Condition[];
  /** By which `where` is remembered. */
  named: string[];
  /** The same as `where`, for counting. */
  found?: RawBuilder<unknown>;
}

async function askedOf(db: QueryExecutorProvider, query: object, rules: ListRules): Promise<Asked> {
  const chosen = chosenOf(query, rules);
  const asked: Asked = {
    words: [],
    where: chosen.map(({ where }) => where),
    named: chosen.map(({ name, value }) => `${name} ${value}`),
  };
  const { search } = query as ListQuery;
  asked.words = rules.search === undefined ? [] : await wordsOf(db, rules, search);
  const { joined } = rules;
  const owners = joined && asked.words.length > 0 ? await ownersWith(db, joined, asked.words) : [];
  return joined && owners.length > 0 ? withOwners(db, rules.table, joined.column, asked, owners) : asked;
}

/** Of what records belong to there are few; whoever has the same words in hundreds of names finds those of the first. */
const MOST_OWNERS = 100;

async function ownersWith(
  db: QueryExecutorProvider,
  { table, key }: NonNullable<ListRules['joined']>,
  words: Word[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where ${inOffice(table)} and ${hasAll(key, words)}
    order by id limit ${MOST_OWNERS}
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** What is searched for is the name of what records belong to: theirs are found beside those with it in their text. */
function withOwners(
  db: QueryExecutorProvider,
  table: RecordTable,
  column: string,
  { words, where, named }: Asked,
  owners: number[],
): Asked {
  const within = sql<SqlBool>`${sql.ref(column)} in ${oneOf(db, owners)}`;
  const either = sql<SqlBool>`(${within} or ${hasAll(`${table}.search`, words)})`;
  const asked = { words: [], where: [...where, either], named: [...named, `words ${textOf(words)}`] };
  if (isPostgres(db) || !words.every(isKnown)) return asked;
  // To count them SQLite looks at no text.
  const theirs = withText(table, [], [...where, within]);
  const own = sql`select id from (${matching(table, words)}) as found
    where id not in (${withText(table, [], [within])})`;
  const others = where.length > 0 ? sql`${own} and id in (${withText(table, [], where)})` : own;
  return { ...asked, found: sql`select id from (${theirs} union all ${others}) as either_way` };
}

/** What there is to choose, and how many of each, counted anew after a change. */
async function rememberedCounts<DB, TB extends keyof DB, O>(
  db: QueryExecutorProvider,
  base: SelectQueryBuilder<DB, TB, O>,
  rules: ListRules,
): Promise<FilterCounts> {
  const { counts } = await memoryOf(db);
  const known = counts.get(rules.table);
  // What is true for a day or an hour only is not for longer than a page is looked at.
  if (known && performance.now() - known.at < COUNTS_MS) return known.counts;
  const fresh = await countFilters(db, rules, (where) =>
    isIndexed(rules)
      ? sql`select 1 from ${sql.table(rules.table)} where ${inOffice(rules.table)} and ${where}`
      : rowsOf(base.where(where)),
  );
  counts.set(rules.table, { counts: fresh, at: performance.now() });
  return fresh;
}

const COUNTS_MS = 60_000;

/** All of a list, as `selectList` has it, for whoever has no page to ask for. */
export function selectWhole<DB, TB extends keyof DB, O, T>(
  db: QueryExecutorProvider,
  base: SelectQueryBuilder<DB, TB, O>,
  query: Pick<ListQuery, 'search' | 'sort'>,
  rules: ListRules,
  present: (rows: O[]) => T[] | Promise<T[]>,
): Pieces<T> {
  return new Pieces(() => inPieces(db, base, query, rules)).map(present);
}

async function* inPieces<DB, TB extends keyof DB, O>(
  db: QueryExecutorProvider,
  base: SelectQueryBuilder<DB, TB, O>,
  query: Pick<ListQuery, 'search' | 'sort'>,
  rules: ListRules,
): AsyncGenerator<O[]> {
  await ensureNeeds(db, rules);
  const order = orderOf(query.sort, rules);
  const asked = await askedOf(db, query, rules);
  if (!isIndexed(rules)) {
    yield inOrder(having(db, base, rules, asked), order).execute();
    return;
  }
  const { ids: among } = isAll(asked) ? { ids: null } : await findMatches(db, rules.table, asked);
  let after: unknown[] | undefined;
  for (;;) {
    const ids = await idsInOrder(
      db,
      order,
      rules,
      { ...(among ? { among } : asked), after },
      { limit: AT_ONCE, offset: 0 },
    );
    if (ids.length > 0)
      yield inOrder(having(db, base, rules, { among: ids.map(({ id }) => id) }), order).execute();
    const last = ids.at(-1);
    if (!last || ids.length < AT_ONCE) return;
    after = last.key;
    await breathe();
  }
}

const isAll = ({ words = [], where = [] }: Wanted) => words.length === 0 && where.length === 0;

interface Wanted extends Partial<Pick<Asked, 'words' | 'where'>> {
  among?: number[];
  /** It comes behind the record that has these in what the list is ordered by. */
  after?: unknown[] | undefined;
}

interface Placed {
  id: number;
  /** What the list is ordered by. */
  key: unknown[];
}

interface Cut {
  limit: number;
  offset: number;
}

/**
 * What a page consists of, before anything of it is read. This is in the index of what the list is ordered by alone, so
 * that the last page costs hardly more than the first.
 */
async function idsInOrder(
  db: QueryExecutorProvider,
  { columns, direction, owner }: Order,
  rules: ListRules,
  wanted: Wanted,
  { limit, offset }: Cut,
): Promise<Placed[]> {
  if (!owner) return follow(db, columns, direction, rules, wanted, { limit, offset });

  // Of each that records belong to, in their order: no index could be followed through both.
  const { among, after } = wanted;
  const isCounted = isAll(wanted) && !among;
  const { rows: owners } = await sql<{ id: number }>`
    select id from ${sql.table(owner)}
    order by ${sql.join(columns.slice(0, 2).map((column) => sql`${sql.ref(column)} ${sql.raw(direction)}`))}
  `.execute(db);
  const ids = owners.map(({ id }) => id);
  const found: Placed[] = [];
  let skipped = 0;
  for (const id of ids.slice(after ? ids.indexOf(after[0] as number) : 0)) {
    const within = sql<SqlBool>`${sql.ref(rules.owner ?? '')} = ${id}`;
    if (isCounted && skipped < offset) {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from ${sql.table(rules.table)} where ${inOffice(rules.table)} and ${within}
      `.execute(db);
      const count = Number(rows[0]?.count);
      if (skipped + count <= offset) {
        skipped += count;
        continue;
      }
    }
    const rest = { ...wanted, within, after: after?.[0] === id ? after.slice(1) : undefined };
    const start = isCounted ? offset - skipped : 0;
    const most = isCounted ? limit - found.length : offset + limit - found.length;
    const more = await follow(db, [rules.id], direction, rules, rest, {
      limit: most,
      offset: Math.max(0, start),
    });
    if (isCounted) skipped = offset;
    found.push(...more.map((one) => ({ ...one, key: [id, ...one.key] })));
    if (more.length >= most) break;
  }
  return isCounted ? found : found.slice(offset);
}

interface Stretch extends Wanted {
  within?: RawBuilder<SqlBool>;
  upTo?: unknown[] | undefined;
}

/** Along columns of the list's own table. */
async function follow(
  db: QueryExecutorProvider,
  columns: string[],
  direction: Order['direction'],
  rules: ListRules,
  { words = [], ...wanted }: Stretch,
  { limit, offset }: Cut,
): Promise<Placed[]> {
  const key = sql`(${sql.join(columns.map((column) => sql.ref(column)))})`;
  const [over, under] = direction === 'asc' ? [sql`>`, sql`<=`] : [sql`<`, sql`>=`];
  const read = async (stretch: Stretch, cut: Cut): Promise<Placed[]> => {
    const conditions = [
      inOffice(rules.table),
      ...(stretch.within ? [stretch.within] : []),
      ...(stretch.where ?? []),
      ...(stretch.after ? [sql`${key} ${over} (${sql.join(stretch.after)})`] : []),
      ...(stretch.upTo ? [sql`${key} ${under} (${sql.join(stretch.upTo)})`] : []),
      ...(stretch.words?.length ? [hasAll(rules.search ?? '', stretch.words)] : []),
      ...(stretch.among ? [sql`${sql.ref(rules.id)} in ${oneOf(db, stretch.among)}`] : []),
    ];
    const { rows } = await sql<Record<string, unknown>>`
      select ${sql.ref(rules.id)} as id,
        ${sql.join(columns.map((column, at) => sql`${sql.ref(column)} as ${sql.ref(`at${at}`)}`))}
      from ${sql.table(rules.table)} where ${sql.join(conditions, sql` and `)}
      order by ${sql.join(columns.map((column) => sql`${sql.ref(column)} ${sql.raw(direction)}`))}
      limit ${cut.limit} offset ${cut.offset}
    `.execute(db);
    return rows.map((row) => ({ id: Number(row.id), key: columns.map((_, at) => row[`at${at}`]) }));
  };
  if (isPostgres(db) || words.length === 0) return read({ ...wanted, words }, { limit, offset });

  // A word may be in few of those that come first. SQLite reads until it has found enough, and nobody else is served
  // meanwhile: so it is told how far to look.
  const found: Placed[] = [];
  let after = wanted.after;
  for (let stretches = 1; ; stretches += 1) {
    const [end] = await read({ ...wanted, after }, { limit: 1, offset: STRETCH - 1 });
    const stretch = { ...wanted, words, after, upTo: end?.key };
    found.push(...(await read(stretch, { limit: offset + limit - found.length, offset: 0 })));
    if (!end || found.length >= offset + limit) return found.slice(offset);
    const among = stretches === STRETCHES ? await fewerThanCounted(db, rules.table, words) : null;
    if (among) return read({ ...wanted, among }, { limit, offset });
    after = end.key;
  }
}

/** What SQLite's index says to have all words, where it knows and where they are not too many to be put in order. */
async function fewerThanCounted(db: QueryExecutorProvider, table: RecordTable, words: Word[]) {
  if (!words.every(isKnown)) return null;
  const { rows } = await sql<{ id: number }>`${matching(table, words)} limit ${COUNT_LIMIT}`.execute(db);
  return rows.length < COUNT_LIMIT ? rows.map(({ id }) => id) : null;
}

function having<DB, TB extends keyof DB, O>(
  db: QueryExecutorProvider,
  base: SelectQueryBuilder<DB, TB, O>,
  { search = '', id }: ListRules,
  { words = [], where = [], among }: Wanted,
): SelectQueryBuilder<DB, TB, O> {
  return where
    .reduce((builder, condition) => builder.where(condition), base)
    .$if(words.length > 0, (builder) => builder.where(hasAll(search, words)))
    .$if(among !== undefined, (builder) =>
      builder.where(sql<SqlBool>`${sql.ref(id)} in ${oneOf(db, among ?? [])}`),
    );
}

const looked = new WeakMap<QueryExecutorProvider, Set<string>>();

/** At a list's first use: a table that was made without what lists need says so in words, and not in SQL. */
async function ensureNeeds(db: QueryExecutorProvider, rules: ListRules): Promise<void> {
  const tables = looked.get(db) ?? new Set();
  if (tables.has(rules.table)) return;
  const missing = (await missingForList(db, rules)).filter(({ vital }) => vital);
  if (missing.length > 0) throw new Error(`${missing.map(({ text }) => text).join('. ')}.`);
  looked.set(db, tables.add(rules.table));
}

/** As one value, so that there is one statement for however many. */
export const oneOf = (db: QueryExecutorProvider, ids: number[]) =>
  isPostgres(db)
    ? sql`(select unnest(${ids}::integer[]))`
    : sql`(select value from json_each(${JSON.stringify(ids)}))`;

/** In parentheses no limit could follow. */
const rowsOf = <DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>) =>
  sql`select 1 from ${query.clearSelect().select(sql`1`.as('one')).as('matching')}`;

async function count(db: QueryExecutorProvider, matches: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (${matches} limit ${COUNT_LIMIT}) as counted
  `.execute(db);
  return Number(rows[0]?.total ?? 0);
}

interface Order {
  /** The last is the list's own id. */
  columns: string[];
  direction: 'asc' | 'desc';
  /** The table that records belong to, where it is by a column of that; the id of these is then the second. */
  owner: string | undefined;
}

function inOrder<DB, TB extends keyof DB, O>(
  base: SelectQueryBuilder<DB, TB, O>,
  { columns, direction }: Order,
): SelectQueryBuilder<DB, TB, O> {
  return columns.reduce((builder, column) => builder.orderBy(sql.ref(column), direction), base);
}

function orderOf(sort: string | undefined, { sortable = {}, order, id, table }: ListRules): Order {
  const asked = sort ? directed(sort) : undefined;
  const column = asked && sortable[asked.column];
  const { column: first, direction } = column ? { ...asked, column } : directed(order);
  const [named = ''] = first.split('.');
  const owner = first.includes('.') && named !== table ? named : undefined;
  const columns = [first, ...(owner ? [`${owner}.id`] : []), id];
  return { columns: [...new Set(columns)], direction, owner };
}

function directed(column: string) {
  return column.startsWith('-')
    ? { column: column.slice(1), direction: 'desc' as const }
    : { column, direction: 'asc' as const };
}

/** Every word is somewhere in `column`, in any order. */
function hasAll(column: string, words: Word[]): RawBuilder<SqlBool> {
  return sql.join(
    words.map(({ text }) => sql`${sql.ref(column)} like ${`%${escapeLike(text)}%`} escape '\\'`),
    sql` and `,
  );
}

/** How many records of `table` have all words, and their ids where that is few. */
async function findMatches(
  db: QueryExecutorProvider,
  table: RecordTable,
  { words, where, named, found }: Asked,
): Promise<{ ids: number[] | null; total: number }> {
  const { totals: remembered } = await memoryOf(db);
  const search = JSON.stringify([table, textOf(words), named]);
  const last = remembered.get(search);
  if (last !== undefined) return { ids: null, total: last };

  const matches =
    found ?? (isPostgres(db) ? withPieces(table, words, where) : await inTrigrams(db, table, words, where));
  const { ids, total } = matches
    ? await countMatches(db, matches, { words, where }, found !== undefined)
    : await countThrough(db, table, words, where);
  if (total > FEW && remembered.size < MOST_REMEMBERED) remembered.set(search, total);
  return { ids, total };
}

async function countMatches(
  db: QueryExecutorProvider,
  matches: RawBuilder<unknown>,
  wanted: Wanted,
  byIndex: boolean,
) {
  if (isAll(wanted)) return { ids: null, total: await count(db, matches) };
  // SQLite's index takes longer to find them than to name them.
  const isNamed = byIndex || (!isPostgres(db) && wanted.words?.length);
  const { rows } = await sql<{ id: number }>`
    ${matches} limit ${isNamed ? COUNT_LIMIT : FEW + 1}
  `.execute(db);
  if (rows.length <= FEW) return { ids: rows.map(({ id }) => id), total: rows.length };
  return { ids: null, total: isNamed ? rows.length : await count(db, matches) };
}

async function countThrough(
  db: QueryExecutorProvider,
  table: RecordTable,
  words: Word[],
  where: Condition[],
) {
  const also = where.length > 0 ? sql<SqlBool>`${sql.join(where, sql` and `)}` : undefined;
  const ids = await readThrough(db, table, words, COUNT_LIMIT, also);
  return { ids: ids.length <= FEW ? ids : null, total: ids.length };
}

/**
 * The newest `most` of those that shoppers see or, with `inOffice`, staff, that have all words and that `where` lets
 * through; the ids, the newest first.
 */
export async function newestMatches(
  db: QueryExecutorProvider,
  table: RecordTable,
  search: string,
  most: number,
  also: RawBuilder<SqlBool> = sql`true`,
  isThere = live,
): Promise<number[]> {
  const words = await wordsOf(db, { table, search: 'search' }, search);
  const where = sql<SqlBool>`${isThere(table)} and ${also}`;
  if (!isPostgres(db)) return readThrough(db, table, words, most, where);
  const { ids } = await findMatches(db, table, { words, where: [], named: [] });
  const among = ids ? sql`and id in ${oneOf(db, ids)}` : sql``;
  const matches = ids ? withText(table, []) : withText(table, words);
  const { rows } = await sql<{ id: number }>`
    ${matches} ${among} and ${where} order by id desc limit ${most}
  `.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * SQLite's way to what has no index for its order, the newest first, a stretch at a time: among those that have a word
 * that is rare, by its index where that knows all words, else by the texts themselves, which is quicker than asking the
 * index for what is in most of them.
 */
async function readThrough(
  db: QueryExecutorProvider,
  table: RecordTable,
  words: Word[],
  most: number,
  where: RawBuilder<SqlBool> = sql`true`,
): Promise<number[]> {
  const rare = await rareOf(db, table, words);
  const isByIndex = rare === undefined && words.length > 0 && words.every(isKnown);
  const found: number[] = [];
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const ids = isByIndex ? await newestInTrigrams(db, table, words, before) : null;
    const end = ids
      ? ids[STRETCH - 1]
      : rare === undefined
        ? await endOfStretch(db, table, before)
        : undefined;
    const among = ids
      ? sql`id in ${oneOf(db, ids)}`
      : rare === undefined
        ? sql`id < ${before} and id >= ${end ?? 0}`
        : sql`id in (${matching(table, [rare])})`;
    const { rows } = await sql<{ id: number }>`
      ${withText(table, isByIndex ? [] : words)} and ${among} and ${where}
      order by id desc limit ${most - found.length}
    `.execute(db);
    found.push(...rows.map(({ id }) => id));
    if (end === undefined || found.length >= most) return found;
    before = end;
  }
}

/** A word that few have. */
async function rareOf(
  db: QueryExecutorProvider,
  table: RecordTable,
  words: Word[],
): Promise<Word | undefined> {
  for (const word of words.filter(isKnown)) {
    const { rows } = await sql`${matching(table, [word])} limit 1 offset ${FEW}`.execute(db);
    if (rows.length === 0) return word;
  }
  return undefined;
}

async function newestInTrigrams(
  db: QueryExecutorProvider,
  table: RecordTable,
  words: Word[],
  before: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    ${matching(table, words)} and rowid < ${before} order by rowid desc limit ${STRETCH}
  `.execute(db);
  return rows.map(({ id }) => id);
}

async function endOfStretch(db: QueryExecutorProvider, table: RecordTable, before: number) {
  const { rows } = await sql<{ id: number }>`
    ${withText(table, [])} and id < ${before} order by id desc limit 1 offset ${STRETCH - 1}
  `.execute(db);
  return rows[0]?.id;
}

/**
 * Large totals, which take a while to count, for whoever sorts and pages through one search. Every write leaves
 * an entry in the audit log, so they hold until there is a newer one.
 */
const MOST_REMEMBERED = 1000;
interface Memory {
  mark: unknown;
  totals: Map<string, number>;
  counts: Map<string, { counts: FilterCounts; at: number }>;
}
const memories = new WeakMap<QueryExecutorProvider, Memory>();

async function memoryOf(db: QueryExecutorProvider): Promise<Memory> {
  const { rows } = await sql<{ mark: number | null }>`select max(id) as mark from audit_log`.execute(db);
  const mark = rows[0]?.mark;
  const last = memories.get(db);
  if (last && last.mark === mark) return last;
  const memory: Memory = { mark, totals: new Map(), counts: new Map() };
  memories.set(db, memory);
  return memory;
}

function withText(table: RecordTable, words: Word[], where: Condition[] = []): RawBuilder<unknown> {
  const all = [inOffice(table), ...(words.length > 0 ? [hasAll('search', words)] : []), ...where];
  return sql`select id from ${sql.table(table)} where ${sql.join(all, sql` and `)}`;
}

/**
 * The same where PostgreSQL is to use its indexes: that by trigrams knows no short words, that of all pieces does. Both
 * find the same.
 */
function withPieces(table: RecordTable, words: Word[], where: Condition[]): RawBuilder<unknown> {
  const [short, long] = [true, false].map((isShort) => words.filter((word) => isPiece(word) === isShort));
  const pieces = sql<SqlBool>`search_pieces(search) @> ${(short ?? []).map(({ text }) => text)}::text[]`;
  return withText(table, long ?? [], short?.length ? [...where, pieces] : where);
}

const isKnown = ({ match }: Word) => match !== undefined;

/** What SQLite's index of `table` knows to have all words. */
function matching(table: RecordTable, words: Word[]): RawBuilder<unknown> {
  const index = sql.table(`${table}_search`);
  const match = words.map((word) => word.match).join(' AND ');
  return sql`select rowid as id from ${index} where ${index} match ${match}`;
}

/** From the rarest word where one is rare, else by all of them; null where the index does not know them all. */
async function inTrigrams(
  db: QueryExecutorProvider,
  table: RecordTable,
  words: Word[],
  where: Condition[],
): Promise<RawBuilder<unknown> | null> {
  if (words.length === 0) return withText(table, words, where);
  const areKnown = words.every(isKnown);
  const known = (found: Word[]) =>
    where.length > 0
      ? sql`${withText(table, [], where)} and id in (${matching(table, found)})`
      : matching(table, found);
  if (areKnown && words.length === 1) return known(words);
  const rare = await rareOf(db, table, words);
  if (rare === undefined) return areKnown ? known(words) : null;
  const others = words.filter((word) => word !== rare);
  return sql`${withText(table, others, where)} and id in (${matching(table, [rare])})`;
}

async function wordsOf(
  db: QueryExecutorProvider,
  rules: Pick<ListRules, 'table' | 'search'>,
  search = '',
): Promise<Word[]> {
  // PostgreSQL takes no NUL in a text.
  const texts = fold(search.replaceAll('\0', '').toWellFormed()).split(' ').filter(Boolean);
  // It uses its own index without being told.
  if (isPostgres(db) || !isIndexed(rules)) return texts.map((text) => ({ text }));
  const words: Word[] = [];
  for (const text of texts) words.push(await wordInSqlite(db, rules.table, text));
  return words;
}

const textOf = (words: Word[]) => words.map(({ text }) => text).join(' ');

/** Pieces of three letters that SQLite's index is made of. */
const PIECE = 3;
/** With more of them, a word is in so many texts that these are soon found by looking. */
const MOST_PIECES = 200;
const LAST_LETTER = String.fromCodePoint(0x10ffff);

const isPiece = ({ text }: Pick<Word, 'text'>) => [...text].length < PIECE;

/** A word of one or two letters is in those that have one of the pieces that begin with it. */
async function wordInSqlite(db: QueryExecutorProvider, table: RecordTable, text: string): Promise<Word> {
  const quoted = (piece: string) => `"${piece.replaceAll('"', '""')}"`;
  if (!isPiece({ text })) return { text, match: quoted(text) };
  const there = sql.table(`${table}_search_pieces`);
  const from = (start: RawBuilder<unknown>) => sql`(
    select term from ${there} where term >= ${start} and term < ${text + LAST_LETTER} limit 1
  )`;
  // From one to the next, however many texts have it.
  const next = sql`substr(known.term, 1, ${PIECE - 1}) || char(unicode(substr(known.term, ${PIECE})) + 1)`;
  const { rows } = await sql<{ term: string }>`
    with recursive known (term) as (
      select ${from(sql`${text}`)} union all select ${from(next)} from known where term is not null
    )
    select term from known where term is not null limit ${MOST_PIECES + 1}
  `.execute(db);
  if (rows.length > MOST_PIECES) return { text };
  // No text has anything behind its end.
  const pieces = rows.length > 0 ? rows.map(({ term }) => term) : ['\n\n\n'];
  return { text, match: `(${pieces.map(quoted).join(' OR ')})` };
}

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** The folded text of a search column. */
export function searchText(...parts: (string | null | undefined)[]): string {
  return fold(parts.filter(Boolean).join(' '));
}

/** Numbers are searched as they are stored, however they were typed: «+55 (85) 90000-0001». */
export function withoutPunctuation(search: string | undefined): string | undefined {
  return search
    ?.split(/\s+/)
    .filter((word) => !/^\+\d{1,3}$/.test(word))
    .map((word) => (/^[\d().+-]+$/.test(word) ? word.replace(/\D/g, '') : word))
    .join(' ');
}
