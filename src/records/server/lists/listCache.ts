import { type QueryExecutorProvider, type SelectQueryBuilder, sql } from 'kysely';
import type { FilterCounts } from '../../../shared/filters.ts';
import { isNotDeleted } from '../publication/visibility.ts';
import type { RecordTable } from '../store/records.ts';
import { type Condition, countFilters } from './listFilters.ts';
import type { Matches } from './listMatches.ts';
import { isIndexed, type ListRules } from './listRequirements.ts';

/** Returns the number of records in a table, or of one kind of them; cached until the next change. */
export async function cachedSize(
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
export async function cachedCounts<DB, TB extends keyof DB, O>(
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

/** Returns the query without parentheses, so that a limit can follow. */
export const rowsOf = <DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>) =>
  sql`select 1 from ${query.clearSelect().select(sql`1`.as('one')).as('matching')}`;

/**
 * Limits of the cache of totals and ids, which serves callers that sort and page through one search. Every
 * write leaves an audit entry, so entries are valid until there is a newer one.
 */
const MAX_CACHE_ENTRIES = 1000;

const MAX_CACHED_IDS = 200_000;

export interface ListCache {
  mark: unknown;
  matches: Map<string, Matches>;
  /** Number of ids in all cache entries. */
  ids: number;
  counts: Map<string, { counts: FilterCounts; at: number }>;
  sizes: Map<string, number>;
}

const caches = new WeakMap<QueryExecutorProvider, ListCache>();

export async function cacheOf(db: QueryExecutorProvider): Promise<ListCache> {
  const { rows } = await sql<{ mark: number | null }>`select max(id) as mark from audit_log`.execute(db);
  const mark = rows[0]?.mark;
  const last = caches.get(db);
  if (last && last.mark === mark) return last;
  const cache: ListCache = { mark, matches: new Map(), ids: 0, counts: new Map(), sizes: new Map() };
  caches.set(db, cache);
  return cache;
}

export function cacheMatches(cache: ListCache, search: string, { ids, ...matches }: Matches): void {
  if (cache.matches.size >= MAX_CACHE_ENTRIES) return;
  const hasRoom = ids !== null && cache.ids + ids.length <= MAX_CACHED_IDS;
  cache.matches.set(search, { ...matches, ids: hasRoom ? ids : null });
  if (hasRoom) cache.ids += ids.length;
}
