import { type QueryExecutorProvider, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { Batches } from '../../../platform/processes/batches.ts';
import { yieldToEventLoop } from '../../../platform/processes/yieldToEventLoop.ts';
import type { FilterCounts } from '../../../shared/filters.ts';
import { COUNT_LIMIT, type ListQuery, PAGE_SIZE } from '../../../shared/list.ts';
import { fold } from '../../../shared/text/fold.ts';
import { showsChanges } from '../preview/previewDatabase.ts';
import { cachedCounts, rowsOf } from './listCache.ts';
import { criteriaOf, withOnlyAsIds } from './listCriteria.ts';
import { findMatches, pageOfIds } from './listMatches.ts';
import { inOrder, orderOf } from './listOrder.ts';
import { isIndexed, type ListRules, missingForList } from './listRequirements.ts';
import { idsInOrder, isUnfiltered, MAX_FETCHED_BY_ID, pageOfParts, type Selection } from './listScan.ts';
import { containsAllWords, countUpTo, idsParameter } from './search.ts';

/** A page, or the whole list if the query names none; `total` stops at `COUNT_LIMIT`. */
export type ListResult<T> =
  | { data: T[]; meta: { page: number; per_page: number; total: number }; filters?: FilterCounts }
  | { data: Batches<T> };

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
  const { where, along = where } = criteria;
  // With the conditions, owners without a match are skipped.
  const selection = known ? { among: known, where: order.owner ? along : [] } : { ...criteria, where: along };
  const ids = isInOrder
    ? pageOfIds(known ?? [], order.direction, range)
    : criteria.parts
      ? await pageOfParts(db, order, rules, criteria.parts, total, range)
      : await idsInOrder(db, order, rules, selection, range);
  const rows = await inOrder(having(db, base, rules, { among: ids.map(({ id }) => id) }), order).execute();
  return { data: await present(rows), meta: { page, per_page, total }, ...filters };
}

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

/** Returns the folded text of a search column. */
export function searchText(...parts: (string | null | undefined)[]): string {
  return fold(parts.filter(Boolean).join(' '));
}
