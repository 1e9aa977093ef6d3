import { type QueryExecutorProvider, type RawBuilder, type SqlBool, sql } from 'kysely';
import { COUNT_LIMIT } from '../../../shared/list.ts';
import { isNotDeleted } from '../publication/visibility.ts';
import type { RecordTable } from '../store/records.ts';
import { cachedSize } from './listCache.ts';
import type { Criteria } from './listCriteria.ts';
import type { Condition } from './listFilters.ts';
import { inDirection, type Order } from './listOrder.ts';
import { isPostgres, type ListRules } from './listRequirements.ts';
import { containsAllWords, idsParameter, MAX_TEXTS_READ, textIndexCondition, type Word } from './search.ts';

// Reads the ids of a page from the sort indexes of a list (keyset pagination), before any record is read.

/**
 * Most records that are fetched by id and sorted. More are found along the sort index, which tests each entry by
 * a Bloom filter: 9 ms for 100,000 entries, where SQLite fetches and sorts 10,000 records in 15 to 35.
 */
export const MAX_FETCHED_BY_ID = 1000;
const isFetchedById = (ids: number[]) => ids.length <= MAX_FETCHED_BY_ID;

export const isUnfiltered = ({ words = [], where = [] }: Selection) =>
  words.length === 0 && where.length === 0;

export interface Selection extends Partial<Pick<Criteria, 'words' | 'where'>> {
  among?: number[];
  /** Sort key of the record before the first one wanted (keyset pagination). */
  after?: unknown[] | undefined;
}

interface SortedId {
  id: number;
  /** Values of the sort columns. */
  key: unknown[];
}

export interface PageRange {
  limit: number;
  offset: number;
}

/**
 * Returns the ids of a page before any record is read. It scans the sort index alone, so that the last page
 * costs hardly more than the first.
 */
export async function idsInOrder(
  db: QueryExecutorProvider,
  order: Order,
  rules: ListRules,
  selection: Selection,
  range: PageRange,
): Promise<SortedId[]> {
  const isCounted = isUnfiltered(selection) && !selection.among;
  const read = (direction: Order['direction'], range: PageRange) =>
    order.owner
      ? pageAlongOwners(db, { ...order, direction, owner: order.owner }, rules, selection, range)
      : scan(db, order.columns, direction, rules, selection, range);
  return isCounted && range.offset >= COUNT_LIMIT
    ? fromNearerEnd(db, rules, order.direction, read, range)
    : read(order.direction, range);
}

/** Walks the owners in their order and reads the records of each: no single index covers both tables. */
async function pageAlongOwners(
  db: QueryExecutorProvider,
  { columns, direction, owner }: Order & { owner: string },
  rules: ListRules,
  selection: Selection,
  { limit, offset }: PageRange,
): Promise<SortedId[]> {
  const { among, after } = selection;
  const isCounted = isUnfiltered(selection) && !among;
  if (among && isFetchedById(among) && !after)
    return pageByOwner(db, { columns, direction, owner }, rules, among, { limit, offset });
  const { rows: owners } = await sql<{ id: number }>`
    select id from ${sql.table(owner)}
    order by ${inDirection(columns.slice(0, 2), direction)}
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

/** Reads a page of an unfiltered list from its nearer end, for which the size must be known. */
async function fromNearerEnd(
  db: QueryExecutorProvider,
  { table }: ListRules,
  direction: Order['direction'],
  read: (direction: Order['direction'], range: PageRange) => Promise<SortedId[]>,
  { limit, offset }: PageRange,
): Promise<SortedId[]> {
  const size = await cachedSize(db, table);
  if (offset < size / 2) return read(direction, { limit, offset });
  const range = { limit: Math.min(limit, size - offset), offset: Math.max(0, size - offset - limit) };
  if (range.limit <= 0) return [];
  return (await read(direction === 'asc' ? 'desc' : 'asc', range)).reverse();
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
    order by ${inDirection(columns, direction)}
    limit ${limit} offset ${offset}
  `.execute(db);
  return rows.map((row) => ({ id: Number(row.id), key: [row.owner, row.id] }));
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
  const order = inDirection(names, direction);
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

export const partsOf = (table: RecordTable, parts: Condition[], columns: RawBuilder<unknown>) =>
  parts.map(
    (part) => sql`select ${columns} from ${sql.table(table)} where ${isNotDeleted(table)} and ${part}`,
  );

export const union = (parts: RawBuilder<unknown>[]) => sql.join(parts, sql` union all `);

interface Stretch extends Selection {
  within?: RawBuilder<SqlBool>;
  upTo?: unknown[] | undefined;
}

/** Scans an index on columns of the list's own table. */
export async function scan(
  db: QueryExecutorProvider,
  columns: string[],
  direction: Order['direction'],
  rules: ListRules,
  { words = [], ...selection }: Stretch,
  { limit, offset }: PageRange,
): Promise<SortedId[]> {
  const key = sql`(${sql.join(columns.map((column) => sql.ref(column)))})`;
  // In the order of their ids, records are fetched without sorting. The unary plus keeps SQLite from it.
  const isFetched = isPostgres(db) || columns.length === 1 || isFetchedById(selection.among ?? []);
  const among = isFetched ? sql.ref(rules.id) : sql`+${sql.ref(rules.id)}`;
  const [over, under] = direction === 'asc' ? [sql`>`, sql`<=`] : [sql`<`, sql`>=`];
  const read = async (stretch: Stretch, range: PageRange): Promise<SortedId[]> => {
    const conditions = [
      isNotDeleted(rules.table),
      ...(stretch.within ? [stretch.within] : []),
      ...(stretch.where ?? []),
      ...(stretch.after ? [sql`${key} ${over} (${sql.join(stretch.after)})`] : []),
      ...(stretch.upTo ? [sql`${key} ${under} (${sql.join(stretch.upTo)})`] : []),
      ...(stretch.words?.length ? [containsAllWords(rules.search ?? '', stretch.words)] : []),
      ...(stretch.among ? [sql`${among} in ${idsParameter(db, stretch.among)}`] : []),
    ];
    const { rows } = await sql<Record<string, unknown>>`
      select ${sql.ref(rules.id)} as id,
        ${sql.join(columns.map((column, at) => sql`${sql.ref(column)} as ${sql.ref(`at${at}`)}`))}
      from ${sql.table(rules.table)} where ${sql.join(conditions, sql` and `)}
      order by ${inDirection(columns, direction)}
      limit ${range.limit} offset ${range.offset}
    `.execute(db);
    return rows.map((row) => ({ id: Number(row.id), key: columns.map((_, at) => row[`at${at}`]) }));
  };
  if (isPostgres(db) || words.length === 0) return read({ ...selection, words }, { limit, offset });

  // The words may be rare among the first records. SQLite would scan until the page is full and block all
  // other callers, so each statement has a bounded stretch.
  const found: SortedId[] = [];
  let after = selection.after;
  for (;;) {
    const [end] = await read({ ...selection, after }, { limit: 1, offset: MAX_TEXTS_READ - 1 });
    const stretch = { ...selection, words, after, upTo: end?.key };
    found.push(...(await read(stretch, { limit: offset + limit - found.length, offset: 0 })));
    if (!end || found.length >= offset + limit) return found.slice(offset);
    after = end.key;
  }
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
  const order = sql`order by ${inDirection(columns, direction)}`;
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
