import {
  type QueryExecutorProvider,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import type { FilterCounts } from '../../contract/filters.ts';
import { fold } from '../../contract/fold.ts';
import { COUNT_LIMIT, type ListQuery, PAGE_SIZE } from '../../contract/list.ts';
import { Batches } from '../processes/batches.ts';
import { yieldToEventLoop } from '../processes/yieldToEventLoop.ts';
import { anyOf, type Condition, chosenFilters, countFilters } from './listFilters.ts';
import { isIndexed, isPostgres, type ListRules, missingForList } from './listRequirements.ts';
import { showsChanges } from './previewDatabase.ts';
import type { RecordTable } from './records.ts';
import {
  containsAllWords,
  countUpTo,
  idsByText,
  idsByTextIndex,
  idsParameter,
  isIndexedWord,
  MAX_TEXTS_READ,
  newestInSqlite,
  parseWords,
  resolveWords,
  textIndexCondition,
  type Word,
  wordsText,
} from './search.ts';
import { isNotDeleted, isPublished } from './visibility.ts';

/** A page, or the whole list if the query names none; `total` stops at `COUNT_LIMIT`. */
export type ListResult<T> =
  | { data: T[]; meta: { page: number; per_page: number; total: number }; filters?: FilterCounts }
  | { data: Batches<T> };

/**
 * Most matches that are fetched by id and sorted. With more, a scan of the sort index fills the page soon.
 */
const MAX_FETCHED_BY_ID = 1000;
/**
 * Batch size of a whole list: a few milliseconds to read, present and encode. Larger batches encode to
 * strings that V8 seldom garbage-collects, so memory would climb.
 */
const BATCH_SIZE = 50;

/**
 * Searches, sorts and pages `base`: all records of the table that are not deleted, with joined columns.
 * Without a page in the query, the list is whole and streamed in batches.
 */
export async function selectList<DB, TB extends keyof DB, O, T>(
  db: QueryExecutorProvider,
  base: SelectQueryBuilder<DB, TB, O>,
  query: ListQuery,
  all: ListRules,
  present: (rows: O[]) => T[] | Promise<T[]>,
): Promise<ListResult<T>> {
  if (query.page === undefined && query.per_page === undefined)
    return { data: selectWholeList(db, base, query, all, present) };

  await ensureColumnsAndIndexes(db, all);
  const rules = await withOnlyAsIds(db, all);
  const criteria = await criteriaOf(db, query, rules);
  const filters = query.counts && { filters: await cachedCounts(db, base, rules) };
  const order = orderOf(query.sort, rules);
  const page = query.page ?? 1;
  const per_page = query.per_page ?? PAGE_SIZE;
  const range = { limit: per_page, offset: (page - 1) * per_page };
  if (!isIndexed(rules)) {
    const found = having(db, base, rules, criteria);
    const total = await countUpTo(db, rowsOf(found));
    const rows = await inOrder(found, order).limit(range.limit).offset(range.offset).execute();
    return { data: await present(rows), meta: { page, per_page, total }, ...filters };
  }
  const { ids: known, total, isInOrder } = await findMatches(db, rules, criteria, order);
  if (total === 0) return { data: await present([]), meta: { page, per_page, total }, ...filters };
  const canSortKnown = known && (known.length <= MAX_FETCHED_BY_ID || (criteria.found && order.owner));
  const { where, along = where } = criteria;
  const selection = canSortKnown ? { among: known } : { ...criteria, where: along, known };
  const ids = isInOrder
    ? pageOfIds(known ?? [], order.direction, range)
    : criteria.parts
      ? await pageOfParts(db, order, rules, criteria.parts, total, range)
      : await idsInOrder(db, order, rules, selection, range);
  const rows = await inOrder(having(db, base, rules, { among: ids.map(({ id }) => id) }), order).execute();
  return { data: await present(rows), meta: { page, per_page, total }, ...filters };
}

/**
 * Replaces the condition `scope` by ids if it matches few records, so that later conditions check these alone.
 */
async function withOnlyAsIds(db: QueryExecutorProvider, rules: ListRules): Promise<ListRules> {
  const { scope, table, id } = rules;
  if (!scope || !isIndexed(rules)) return rules;
  const ids = await idsOf(db, idsByText(table, [], [scope.where]), MAX_FETCHED_BY_ID + 1);
  if (ids.length > MAX_FETCHED_BY_ID) return rules;
  return { ...rules, scope: { ...scope, where: sql<SqlBool>`${sql.ref(id)} in ${idsParameter(db, ids)}` } };
}

interface Criteria {
  /** Words that the text of each match contains. */
  words: Word[];
  /** Further conditions: chosen filters, and words that may be in the name of a joined record. */
  where: Condition[];
  /** `where` for a long scan along a sort index. */
  along?: Condition[];
  /** Cache key of `where`. */
  named: string[];
  /** Returns the ids of all matches, up to `COUNT_LIMIT`; set if SQLite has a faster way than `where`. */
  found?: () => Promise<number[]>;
  /** Disjoint conditions, one of which each match fulfils. */
  parts?: Condition[];
}

async function criteriaOf(db: QueryExecutorProvider, query: object, rules: ListRules): Promise<Criteria> {
  const chosen = chosenFilters(query, rules);
  const only = rules.scope ? [rules.scope.where] : [];
  const criteria: Criteria = {
    words: [],
    where: [...only, ...chosen.map(({ where }) => where)],
    along: [...only, ...chosen.map(({ whereAlongOrder }) => whereAlongOrder)],
    named: [
      rules.scope?.named ?? '',
      rules.asOf ?? '',
      ...chosen.map(({ name, value }) => `${name} ${value}`),
    ],
  };
  const { search } = query as ListQuery;
  if (rules.parts) {
    const words = parseWords(search);
    return withParts(criteria, words, await rules.parts(words, chosen));
  }
  criteria.words = rules.search === undefined ? [] : await resolveWords(db, rules, search);
  const { joined } = rules;
  const owners = joined && criteria.words.length > 0 ? await ownersWith(db, joined, criteria.words) : [];
  return joined && owners.length > 0
    ? withOwners(db, rules.table, joined.column, criteria, owners)
    : criteria;
}

function withParts(criteria: Criteria, words: Word[], parts: Condition[]): Criteria {
  const any = parts.length === 0 ? sql<SqlBool>`1 = 0` : anyOf(...parts);
  const isUnfiltered = criteria.where.length === 0 && words.length === 0;
  const named = [...criteria.named, `words ${wordsText(words)}`];
  return { words: [], where: isUnfiltered ? [] : [any], named, parts };
}

/** Only the first `MAX_OWNERS` matching joined records are searched for their records. */
const MAX_OWNERS = 100;

async function ownersWith(
  db: QueryExecutorProvider,
  { table, key }: NonNullable<ListRules['joined']>,
  words: Word[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where ${isNotDeleted(table)} and ${containsAllWords(key, words)}
    order by id limit ${MAX_OWNERS}
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Adds records whose joined record has the words in its name. */
function withOwners(
  db: QueryExecutorProvider,
  table: RecordTable,
  column: string,
  { words, where, named }: Criteria,
  owners: number[],
): Criteria {
  // With a subquery PostgreSQL would not use the index of the column.
  const within = isPostgres(db)
    ? sql<SqlBool>`${sql.ref(column)} = any(${owners}::integer[])`
    : sql<SqlBool>`${sql.ref(column)} in ${idsParameter(db, owners)}`;
  const anyOf = sql<SqlBool>`(${within} or ${containsAllWords(`${table}.search`, words)})`;
  const criteria = { words: [], where: [...where, anyOf], named: [...named, `words ${wordsText(words)}`] };
  if (isPostgres(db) || !words.every(isIndexedWord)) return criteria;
  // SQLite collects these ids without reading any text.
  const found = async () => {
    const owned = await idsOf(db, idsByText(table, [], [...where, within]), COUNT_LIMIT);
    const limit = COUNT_LIMIT - owned.length;
    const own =
      limit > 0 ? await newestInSqlite(db, table, words, limit, [...where, sql`not ${within}`]) : [];
    return [...owned, ...own];
  };
  return { ...criteria, found };
}

/** Returns the number of records in a table, or of one kind of them; cached until the next change. */
async function cachedSize(
  db: QueryExecutorProvider,
  table: RecordTable,
  kind?: { name: string; where: Condition },
): Promise<number> {
  const { sizes } = await cacheOf(db);
  const name = `${table} ${kind?.name ?? ''}`;
  const known = sizes.get(name);
  if (known !== undefined) return known;
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)}
    where ${isNotDeleted(table)} ${kind ? sql`and ${kind.where}` : sql``}
  `.execute(db);
  const size = Number(rows[0]?.count);
  if (sizes.size < MAX_CACHE_ENTRIES) sizes.set(name, size);
  return size;
}

/** Returns the filter values with their counts; cached until the next change. */
async function cachedCounts<DB, TB extends keyof DB, O>(
  db: QueryExecutorProvider,
  base: SelectQueryBuilder<DB, TB, O>,
  rules: ListRules,
): Promise<FilterCounts> {
  const { counts } = await cacheOf(db);
  const name = `${rules.table} ${rules.scope?.named ?? ''} ${rules.asOf ?? ''}`;
  const known = counts.get(name);
  // Counts can depend on the clock, so they are cached for one minute.
  if (known && performance.now() - known.at < COUNTS_TTL_MS) return known.counts;
  const fresh = await countFilters(db, rules, (where) =>
    isIndexed(rules)
      ? sql`select 1 from ${sql.table(rules.table)} where ${isNotDeleted(rules.table)} and ${where}`
      : rowsOf(base.where(where)),
  );
  counts.set(name, { counts: fresh, at: performance.now() });
  return fresh;
}

const COUNTS_TTL_MS = 60_000;

/** Returns the whole list, as `selectList` does, for callers without pages. */
export function selectWholeList<DB, TB extends keyof DB, O, T>(
  db: QueryExecutorProvider,
  base: SelectQueryBuilder<DB, TB, O>,
  query: Pick<ListQuery, 'search' | 'sort'>,
  rules: ListRules,
  present: (rows: O[]) => T[] | Promise<T[]>,
): Batches<T> {
  return new Batches(() => readBatches(db, base, query, rules)).map(present);
}

async function* readBatches<DB, TB extends keyof DB, O>(
  db: QueryExecutorProvider,
  base: SelectQueryBuilder<DB, TB, O>,
  query: Pick<ListQuery, 'search' | 'sort'>,
  rules: ListRules,
): AsyncGenerator<O[]> {
  await ensureColumnsAndIndexes(db, rules);
  const order = orderOf(query.sort, rules);
  const criteria = await criteriaOf(db, query, rules);
  if (!isIndexed(rules)) {
    yield inOrder(having(db, base, rules, criteria), order).execute();
    return;
  }
  const { ids, total } = isUnfiltered(criteria)
    ? { ids: null, total: COUNT_LIMIT }
    : await findMatches(db, rules, criteria);
  const readBatch = (ids: { id: number }[]) =>
    inOrder(having(db, base, rules, { among: ids.map(({ id }) => id) }), order).execute();
  if (criteria.parts && total < COUNT_LIMIT) {
    const range = { limit: total, offset: 0 };
    const all = total > 0 ? await pageOfParts(db, order, rules, criteria.parts, total, range) : [];
    for (let at = 0; at < all.length; at += BATCH_SIZE) yield readBatch(all.slice(at, at + BATCH_SIZE));
    return;
  }
  const among = ids && ids.length <= MAX_FETCHED_BY_ID ? ids : null;
  let after: unknown[] | undefined;
  for (;;) {
    const ids = await idsInOrder(
      db,
      order,
      rules,
      { ...(among ? { among } : criteria), after },
      { limit: BATCH_SIZE, offset: 0 },
    );
    if (ids.length > 0) yield readBatch(ids);
    const last = ids.at(-1);
    if (!last || ids.length < BATCH_SIZE) return;
    after = last.key;
    await yieldToEventLoop();
  }
}

const isUnfiltered = ({ words = [], where = [] }: Selection) => words.length === 0 && where.length === 0;

interface Selection extends Partial<Pick<Criteria, 'words' | 'where'>> {
  among?: number[];
  /** Ids of all matches, if known. */
  known?: number[] | null;
  /** Sort key of the record before the first one wanted (keyset pagination). */
  after?: unknown[] | undefined;
}

interface SortedId {
  id: number;
  /** Values of the sort columns. */
  key: unknown[];
}

interface PageRange {
  limit: number;
  offset: number;
}

/**
 * Returns the ids of a page before any record is read. It scans the sort index alone, so that the last page
 * costs hardly more than the first.
 */
async function idsInOrder(
  db: QueryExecutorProvider,
  { columns, direction, owner }: Order,
  rules: ListRules,
  selection: Selection,
  { limit, offset }: PageRange,
): Promise<SortedId[]> {
  const { among, after } = selection;
  const isCounted = isUnfiltered(selection) && !among;
  if (!owner) {
    const isFar = isCounted && offset >= COUNT_LIMIT;
    return isFar
      ? fromNearerEnd(db, columns, direction, rules, { limit, offset })
      : scan(db, columns, direction, rules, selection, { limit, offset });
  }
  // Walk the owners in their order and read the records of each: no single index covers both tables.
  if (among && !after) return pageByOwner(db, { columns, direction, owner }, rules, among, { limit, offset });
  const { rows: owners } = await sql<{ id: number }>`
    select id from ${sql.table(owner)}
    order by ${sql.join(columns.slice(0, 2).map((column) => sql`${sql.ref(column)} ${sql.raw(direction)}`))}
  `.execute(db);
  const ids = owners.map(({ id }) => id);
  const found: SortedId[] = [];
  let skipped = 0;
  for (const id of ids.slice(after ? ids.indexOf(after[0] as number) : 0)) {
    const within = sql<SqlBool>`${sql.ref(rules.owner ?? '')} = ${id}`;
    if (isCounted && skipped < offset) {
      const count = await cachedSize(db, rules.table, { name: `of ${id}`, where: within });
      if (skipped + count <= offset) {
        skipped += count;
        continue;
      }
    }
    const rest = { ...selection, within, after: after?.[0] === id ? after.slice(1) : undefined };
    const start = isCounted ? offset - skipped : 0;
    const max = isCounted ? limit - found.length : offset + limit - found.length;
    const more = await scan(db, [rules.id], direction, rules, rest, {
      limit: max,
      offset: Math.max(0, start),
    });
    if (isCounted) skipped = offset;
    found.push(...more.map((entry) => ({ ...entry, key: [id, ...entry.key] })));
    if (more.length >= max) break;
  }
  return isCounted ? found : found.slice(offset);
}

/** Scans the sort index of an unfiltered list from the nearer end, for which the size must be known. */
async function fromNearerEnd(
  db: QueryExecutorProvider,
  columns: string[],
  direction: Order['direction'],
  rules: ListRules,
  { limit, offset }: PageRange,
): Promise<SortedId[]> {
  const size = await cachedSize(db, rules.table);
  if (offset < size / 2) return scan(db, columns, direction, rules, {}, { limit, offset });
  const range = { limit: Math.min(limit, size - offset), offset: Math.max(0, size - offset - limit) };
  if (range.limit <= 0) return [];
  const backwards = direction === 'asc' ? 'desc' : 'asc';
  return (await scan(db, columns, backwards, rules, {}, range)).reverse();
}

async function pageByOwner(
  db: QueryExecutorProvider,
  { columns, direction, owner = '' }: Order,
  rules: ListRules,
  among: number[],
  { limit, offset }: PageRange,
): Promise<SortedId[]> {
  const { rows } = await sql<{ id: number; owner: number }>`
    select ${sql.ref(rules.id)} as id, ${sql.ref(`${owner}.id`)} as owner
    from ${sql.table(rules.table)}
    join ${sql.table(owner)} on ${sql.ref(`${owner}.id`)} = ${sql.ref(rules.owner ?? '')}
    where ${sql.ref(rules.id)} in ${idsParameter(db, among)}
    order by ${sql.join(columns.map((column) => sql`${sql.ref(column)} ${sql.raw(direction)}`))}
    limit ${limit} offset ${offset}
  `.execute(db);
  return rows.map((row) => ({ id: Number(row.id), key: [row.owner, row.id] }));
}

/** Records that are scanned along the sort index for a page; takes a few milliseconds. */
const MAX_SCANNED = 3000;

/**
 * Returns a page of many matches on PostgreSQL; `within` must match the prefix of an index. The planner would
 * scan along the sort order, to its end if matches are rare. So the first attempt is bounded; then a subquery
 * with `offset 0` (an optimization fence) collects all matches by the text indexes and sorts them.
 */
export async function pageByTextIndex(
  db: QueryExecutorProvider,
  { columns, direction }: Pick<Order, 'columns' | 'direction'>,
  { table, id }: Pick<ListRules, 'table' | 'id'>,
  { words, within }: { words: Word[]; within: Condition },
  { limit, offset }: PageRange,
): Promise<{ id: number }[]> {
  const order = sql`order by ${sql.join(columns.map((column) => sql`${sql.ref(column)} ${sql.raw(direction)}`))}`;
  const cut = sql`limit ${limit} offset ${offset}`;
  if (offset + limit < MAX_SCANNED / 2) {
    const { rows } = await sql<{ id: number }>`
      select ${sql.ref(id)} as id from (
        select * from ${sql.table(table)} where ${isNotDeleted(table)} and ${within} ${order} limit ${MAX_SCANNED}
      ) as ${sql.table(table)} where ${containsAllWords('search', words)} ${order} ${cut}
    `.execute(db);
    if (rows.length === limit) return rows;
  }
  const own = new Set([id, ...columns]);
  const { rows } = await sql<{ id: number }>`
    select ${sql.ref(id)} as id from (
      select ${sql.join(Array.from(own, (column) => sql.ref(column)))} from ${sql.table(table)} where ${textIndexCondition(table, words, [within])} offset 0
    ) as ${sql.table(table)} ${order} ${cut}
  `.execute(db);
  return rows;
}

/**
 * Returns a page of a union of `parts`. Few matches are collected and then sorted. Otherwise each part is
 * read in its order by its own index and the engine merges them, so that a page costs what precedes it.
 */
export async function pageOfParts(
  db: QueryExecutorProvider,
  { columns, direction }: Pick<Order, 'columns' | 'direction'>,
  { table, id }: Pick<ListRules, 'table' | 'id'>,
  parts: Condition[],
  total: number,
  { limit, offset }: PageRange,
): Promise<{ id: number }[]> {
  const names = columns.map((column, at) => (column === id ? 'id' : `at${at}`));
  const own = columns.map((column, at) => sql`${sql.ref(column)} as ${sql.ref(names[at] ?? '')}`);
  const order = sql.join(names.map((name) => sql`${sql.ref(name)} ${sql.raw(direction)}`));
  const all = partsOf(table, parts, sql.join(own));
  const cut = sql`order by ${order} limit ${limit} offset ${offset}`;
  // PostgreSQL uses a part's index order only if the part has its own limit, SQLite only if it has none.
  const partLimit = sql`order by ${order} limit ${offset + limit}`;
  const orderedParts = isPostgres(db)
    ? all.map((part) => sql`select * from (${part} ${partLimit}) as part`)
    : all;
  const { rows } = await sql<{ id: number }>`${
    total < COUNT_LIMIT
      ? sql`with found as materialized (${union(all)}) select id from found`
      : union(parts.length > 1 ? orderedParts : all)
  } ${cut}`.execute(db);
  return rows;
}

const partsOf = (table: RecordTable, parts: Condition[], columns: RawBuilder<unknown>) =>
  parts.map(
    (part) => sql`select ${columns} from ${sql.table(table)} where ${isNotDeleted(table)} and ${part}`,
  );

const union = (parts: RawBuilder<unknown>[]) => sql.join(parts, sql` union all `);

interface Stretch extends Selection {
  within?: RawBuilder<SqlBool>;
  upTo?: unknown[] | undefined;
}

/** Scans an index on columns of the list's own table. */
async function scan(
  db: QueryExecutorProvider,
  columns: string[],
  direction: Order['direction'],
  rules: ListRules,
  { words = [], known, ...selection }: Stretch,
  { limit, offset }: PageRange,
): Promise<SortedId[]> {
  const key = sql`(${sql.join(columns.map((column) => sql.ref(column)))})`;
  const [over, under] = direction === 'asc' ? [sql`>`, sql`<=`] : [sql`<`, sql`>=`];
  const read = async (stretch: Stretch, range: PageRange): Promise<SortedId[]> => {
    const conditions = [
      isNotDeleted(rules.table),
      ...(stretch.within ? [stretch.within] : []),
      ...(stretch.where ?? []),
      ...(stretch.after ? [sql`${key} ${over} (${sql.join(stretch.after)})`] : []),
      ...(stretch.upTo ? [sql`${key} ${under} (${sql.join(stretch.upTo)})`] : []),
      ...(stretch.words?.length ? [containsAllWords(rules.search ?? '', stretch.words)] : []),
      ...(stretch.among ? [sql`${sql.ref(rules.id)} in ${idsParameter(db, stretch.among)}`] : []),
    ];
    const { rows } = await sql<Record<string, unknown>>`
      select ${sql.ref(rules.id)} as id,
        ${sql.join(columns.map((column, at) => sql`${sql.ref(column)} as ${sql.ref(`at${at}`)}`))}
      from ${sql.table(rules.table)} where ${sql.join(conditions, sql` and `)}
      order by ${sql.join(columns.map((column) => sql`${sql.ref(column)} ${sql.raw(direction)}`))}
      limit ${range.limit} offset ${range.offset}
    `.execute(db);
    return rows.map((row) => ({ id: Number(row.id), key: columns.map((_, at) => row[`at${at}`]) }));
  };
  if (isPostgres(db) || words.length === 0) return read({ ...selection, words }, { limit, offset });

  // The words may be rare among the first records. SQLite would scan until the page is full and block all
  // other callers, so each statement has a bounded stretch.
  const found: SortedId[] = [];
  let after = selection.after;
  for (let stretches = 1; ; stretches += 1) {
    const [end] = await read({ ...selection, after }, { limit: 1, offset: MAX_TEXTS_READ - 1 });
    const stretch = { ...selection, words, after, upTo: end?.key };
    found.push(...(await read(stretch, { limit: offset + limit - found.length, offset: 0 })));
    if (!end || found.length >= offset + limit) return found.slice(offset);
    // Sorting the known matches is cheaper from here on.
    if (known && stretches > known.length / MAX_TEXTS_READ)
      return read({ ...selection, among: known }, { limit, offset });
    after = end.key;
  }
}

function having<DB, TB extends keyof DB, O>(
  db: QueryExecutorProvider,
  base: SelectQueryBuilder<DB, TB, O>,
  { search = '', id }: ListRules,
  { words = [], where = [], among }: Selection,
): SelectQueryBuilder<DB, TB, O> {
  return where
    .reduce((builder, condition) => builder.where(condition), base)
    .$if(words.length > 0, (builder) => builder.where(containsAllWords(search, words)))
    .$if(among !== undefined, (builder) =>
      builder.where(sql<SqlBool>`${sql.ref(id)} in ${idsParameter(db, among ?? [])}`),
    );
}

const checkedTables = new WeakMap<QueryExecutorProvider, Set<string>>();

/** Throws at the first use of a list whose table lacks columns or indexes; the message names the helper. */
async function ensureColumnsAndIndexes(db: QueryExecutorProvider, rules: ListRules): Promise<void> {
  const tables = checkedTables.get(db) ?? new Set();
  // The views of a preview have no indexes of their own.
  if (tables.has(rules.table) || showsChanges(db, rules.table)) return;
  const missing = (await missingForList(db, rules)).filter(({ isRequired }) => isRequired);
  if (missing.length > 0) throw new Error(`${missing.map(({ text }) => text).join('. ')}.`);
  checkedTables.set(db, tables.add(rules.table));
}

/** Returns the query without parentheses, so that a limit can follow. */
const rowsOf = <DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>) =>
  sql`select 1 from ${query.clearSelect().select(sql`1`.as('one')).as('matching')}`;

interface Order {
  /** Columns to sort by; the last is the list's own id. */
  columns: string[];
  direction: 'asc' | 'desc';
  /** Table of the owner, if the list is sorted by a column of it; its id is then the second sort column. */
  owner: string | undefined;
}

function inOrder<DB, TB extends keyof DB, O>(
  base: SelectQueryBuilder<DB, TB, O>,
  { columns, direction }: Order,
): SelectQueryBuilder<DB, TB, O> {
  return columns.reduce((builder, column) => builder.orderBy(sql.ref(column), direction), base);
}

function orderOf(sort: string | undefined, { sortable = {}, order, id, table }: ListRules): Order {
  const requested = sort ? parseSort(sort) : undefined;
  const column = requested && sortable[requested.column];
  const { column: first, direction } = column ? { ...requested, column } : parseSort(order);
  const [named = ''] = first.split('.');
  const owner = first.includes('.') && named !== table ? named : undefined;
  const columns = [first, ...(owner ? [`${owner}.id`] : []), id];
  return { columns: [...new Set(columns)], direction, owner };
}

function parseSort(column: string) {
  return column.startsWith('-')
    ? { column: column.slice(1), direction: 'desc' as const }
    : { column, direction: 'asc' as const };
}

/** Result of a search. */
interface Matches {
  total: number;
  /** Ids of all matches; null if there are at least `COUNT_LIMIT`, or if counting did not need them. */
  ids: number[] | null;
  /** Whether `ids` are sorted in ascending order. */
  isInOrder?: boolean;
}

/** Counts the matches and, where that is cheap, collects their ids; sorted if PostgreSQL gets an `order`. */
async function findMatches(
  db: QueryExecutorProvider,
  rules: ListRules,
  criteria: Criteria,
  order?: Order,
): Promise<Matches> {
  const { table } = rules;
  const { words, where, named: chosen, found, parts } = criteria;
  const cache = await cacheOf(db);
  const search = JSON.stringify([table, wordsText(words), chosen]);
  const last = cache.matches.get(search);
  if (last) return last;
  if (isPostgres(db) && order && !parts && !isUnfiltered(criteria))
    return findInOrder(db, cache, search, rules, criteria, order);

  const named =
    found ??
    (words.length > 0 && !isPostgres(db) && (() => newestInSqlite(db, table, words, COUNT_LIMIT, where)));
  const matches = parts
    ? await countParts(db, table, parts)
    : named
      ? matchesFrom(await named())
      : await countMatches(db, idsByTextIndex(table, words, where), { words, where });
  if (matches.total > MAX_FETCHED_BY_ID) cacheMatches(cache, search, matches);
  return matches;
}

/** Counts and sorts in one query, because PostgreSQL scans its text indexes completely either way. */
async function findInOrder(
  db: QueryExecutorProvider,
  cache: ListCache,
  search: string,
  rules: ListRules,
  criteria: Criteria,
  order: Order,
): Promise<Matches> {
  const orderKey = JSON.stringify([search, order.columns]);
  const last = cache.matches.get(orderKey);
  if (last?.ids) return last;
  const ids = await sortedMatchIds(db, rules, criteria, order);
  // The total does not depend on the order.
  if (ids.length >= COUNT_LIMIT) {
    const many = { total: COUNT_LIMIT, ids: null };
    cacheMatches(cache, search, many);
    return many;
  }
  const matches = { total: ids.length, ids, isInOrder: true };
  if (ids.length > 0) cacheMatches(cache, orderKey, matches);
  return matches;
}

/** Returns the ids of up to `COUNT_LIMIT` matches in ascending order (PostgreSQL only). */
export async function sortedMatchIds(
  db: QueryExecutorProvider,
  { table, id, owner: ownerColumn = '' }: Pick<ListRules, 'table' | 'id' | 'owner'>,
  { words, where }: Pick<Criteria, 'words' | 'where'>,
  { columns, owner }: Pick<Order, 'columns' | 'owner'>,
): Promise<number[]> {
  const own = new Set([id, ...(owner ? [ownerColumn] : columns)]);
  const ownerJoin = owner
    ? sql`join ${sql.table(owner)} on ${sql.ref(`${owner}.id`)} = ${sql.ref(ownerColumn)}`
    : sql``;
  const { rows } = await sql<{ ids: number[] | null }>`
    select array_agg(${sql.ref(id)} order by ${sql.join(columns.map((column) => sql.ref(column)))}) as ids from (
      select ${sql.join(Array.from(own, (column) => sql.ref(column)))} from ${sql.table(table)}
      where ${textIndexCondition(table, words, where)} limit ${COUNT_LIMIT}
    ) as ${sql.table(table)} ${ownerJoin}
  `.execute(db);
  return rows[0]?.ids ?? [];
}

/** Cuts a page out of ids in ascending order. */
export function pageOfIds(
  ids: number[],
  direction: Order['direction'],
  { limit, offset }: PageRange,
): { id: number }[] {
  const page =
    direction === 'asc'
      ? ids.slice(offset, offset + limit)
      : ids.slice(Math.max(0, ids.length - offset - limit), Math.max(0, ids.length - offset)).reverse();
  return page.map((id) => ({ id }));
}

const matchesFrom = (ids: number[]): Matches => ({
  total: ids.length,
  ids: ids.length < COUNT_LIMIT ? ids : null,
});

async function idsOf(db: QueryExecutorProvider, matches: RawBuilder<unknown>, limit: number) {
  const { rows } = await sql<{ id: number }>`${matches} limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

async function countParts(
  db: QueryExecutorProvider,
  table: RecordTable,
  parts: Condition[],
): Promise<Matches> {
  if (parts.length === 0) return matchesFrom([]);
  return { ids: null, total: await countUpTo(db, union(partsOf(table, parts, sql`1`))) };
}

async function countMatches(
  db: QueryExecutorProvider,
  matches: RawBuilder<unknown>,
  selection: Selection,
): Promise<Matches> {
  const ids = isUnfiltered(selection) ? null : await idsOf(db, matches, MAX_FETCHED_BY_ID + 1);
  if (ids && ids.length <= MAX_FETCHED_BY_ID) return matchesFrom(ids);
  return { ids: null, total: await countUpTo(db, matches) };
}

interface MatchOptions {
  isThere?: typeof isPublished;
  /** Further condition for the records. */
  where?: RawBuilder<SqlBool>;
  /** Counts the records that fulfil `where`, if the caller has a faster way. */
  count?: () => Promise<number>;
}

/**
 * Returns the ids of the newest `limit` records that contain all words and fulfil `where`, newest first.
 * `isInstalled` selects published records or, with `isNotDeleted`, all that are not deleted.
 */
export async function newestMatches(
  db: QueryExecutorProvider,
  table: RecordTable,
  search: string,
  limit: number,
  { isThere = isPublished, where: condition, count }: MatchOptions = {},
): Promise<number[]> {
  const words = await resolveWords(db, { table, search: 'search' }, search);
  // Every search covers records that are not deleted; only `isPublished` needs a condition.
  const where = [
    ...(isThere === isPublished ? [sql<SqlBool>`${isPublished(table)}`] : []),
    ...(condition ? [condition] : []),
  ];
  if (!isPostgres(db)) return newestInSqlite(db, table, words, limit, where, count);
  const { rows } = await sql<{ id: number; found: number }>`
    select id, count(*) over () as found
    from (${idsByTextIndex(table, words, where)} limit ${MAX_SORTED + 1}) as found
    order by id desc limit ${limit}
  `.execute(db);
  const isMore = Number(rows[0]?.found ?? 0) > MAX_SORTED;
  return isMore
    ? idsOf(db, sql`${idsByText(table, words, where)} order by id desc`, limit)
    : rows.map(({ id }) => id);
}

/** Most matches that PostgreSQL sorts. With more, a scan of the newest ids finds enough of them soon. */
const MAX_SORTED = 2500;

/**
 * Limits of the cache of totals and ids, which serves callers that sort and page through one search. Every
 * write leaves an audit entry, so entries are valid until there is a newer one.
 */
const MAX_CACHE_ENTRIES = 1000;
const MAX_CACHED_IDS = 200_000;
interface ListCache {
  mark: unknown;
  matches: Map<string, Matches>;
  /** Number of ids in all cache entries. */
  ids: number;
  counts: Map<string, { counts: FilterCounts; at: number }>;
  sizes: Map<string, number>;
}
const caches = new WeakMap<QueryExecutorProvider, ListCache>();

async function cacheOf(db: QueryExecutorProvider): Promise<ListCache> {
  const { rows } = await sql<{ mark: number | null }>`select max(id) as mark from audit_log`.execute(db);
  const mark = rows[0]?.mark;
  const last = caches.get(db);
  if (last && last.mark === mark) return last;
  const cache: ListCache = { mark, matches: new Map(), ids: 0, counts: new Map(), sizes: new Map() };
  caches.set(db, cache);
  return cache;
}

function cacheMatches(cache: ListCache, search: string, { ids, ...matches }: Matches): void {
  if (cache.matches.size >= MAX_CACHE_ENTRIES) return;
  const hasRoom = ids !== null && cache.ids + ids.length <= MAX_CACHED_IDS;
  cache.matches.set(search, { ...matches, ids: hasRoom ? ids : null });
  if (hasRoom) cache.ids += ids.length;
}

/** Returns the folded text of a search column. */
export function searchText(...parts: (string | null | undefined)[]): string {
  return fold(parts.filter(Boolean).join(' '));
}

/**
 * Removes country codes and punctuation from numbers in a search, as numbers are stored: «+55 (85)
 * 90000-0001».
 */
export function withoutPunctuation(search: string | undefined): string | undefined {
  return search
    ?.split(/\s+/)
    .filter((word) => !/^\+\d{1,3}$/.test(word))
    .map((word) => (/^[\d().+-]+$/.test(word) ? word.replace(/\D/g, '') : word))
    .join(' ');
}
