import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { COUNT_LIMIT } from '../../../shared/list.ts';
import type { RecordTable } from '../store/records.ts';
import { cacheMatches, cacheOf, type ListCache } from './listCache.ts';
import type { Criteria } from './listCriteria.ts';
import type { Condition } from './listFilters.ts';
import type { Order } from './listOrder.ts';
import { isPostgres, type ListRules } from './listRequirements.ts';
import {
  isUnfiltered,
  MAX_FETCHED_BY_ID,
  type PageRange,
  partsOf,
  type Selection,
  union,
} from './listScan.ts';
import { countUpTo, idsByTextIndex, newestInSqlite, textIndexCondition, wordsText } from './search.ts';

// Counts the matches of a search and, where that is cheap, collects their ids.

/** Result of a search. */
export interface Matches {
  total: number;
  /** Ids of all matches; null if there are at least `COUNT_LIMIT`, or if counting did not need them. */
  ids: number[] | null;
  /** Whether `ids` are sorted in ascending order. */
  isInOrder?: boolean;
}

/** Counts the matches and, where that is cheap, collects their ids; sorted if PostgreSQL gets an `order`. */
export async function findMatches(
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
  if (!ids) {
    const many = { total: COUNT_LIMIT, ids: null };
    cacheMatches(cache, search, many);
    return many;
  }
  const matches = { total: ids.length, ids, isInOrder: true };
  if (ids.length > 0) cacheMatches(cache, orderKey, matches);
  return matches;
}

/**
 * Returns the ids of the matches in ascending order (PostgreSQL only). Returns null for `COUNT_LIMIT` or more: the
 * caller needs none of them, and to sort and read so many takes a third of the time.
 */
export async function sortedMatchIds(
  db: QueryExecutorProvider,
  { table, id, owner: ownerColumn = '' }: Pick<ListRules, 'table' | 'id' | 'owner'>,
  { words, where }: Pick<Criteria, 'words' | 'where'>,
  { columns, owner }: Pick<Order, 'columns' | 'owner'>,
): Promise<number[] | null> {
  const own = new Set([id, ...(owner ? [ownerColumn] : columns)]);
  const ownerJoin = owner
    ? sql`join ${sql.table(owner)} on ${sql.ref(`${owner}.id`)} = ${sql.ref(ownerColumn)}`
    : sql``;
  const { rows } = await sql<{ many: boolean; ids: number[] | null }>`
    with found as materialized (
      select ${sql.join(Array.from(own, (column) => sql.ref(column)))} from ${sql.table(table)}
      where ${textIndexCondition(table, words, where)} limit ${COUNT_LIMIT}
    )
    select many, case when not many then (
      select array_agg(${sql.ref(id)} order by ${sql.join(columns.map((column) => sql.ref(column)))})
      from found as ${sql.table(table)} ${ownerJoin}
    ) end as ids
    from (select exists (select 1 from found offset ${COUNT_LIMIT - 1}) as many) as counted
  `.execute(db);
  return rows[0]?.many ? null : (rows[0]?.ids ?? []);
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

export async function idsOf(db: QueryExecutorProvider, matches: RawBuilder<unknown>, limit: number) {
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
