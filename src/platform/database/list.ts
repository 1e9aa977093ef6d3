import { type Kysely, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { COUNT_LIMIT, fold, type ListQuery, PAGE_SIZE } from '../../contract/list.ts';
import type { RecordTable } from './records.ts';

export interface ListRules {
  /** Whose rows they are. */
  table: RecordTable;
  /** The column of folded text that a search looks through. */
  search?: string;
  /** What the wire calls a column → the column to order by. */
  sortable?: Record<string, string>;
  /** The order when none is asked for. */
  order: string;
  /** Breaks ties, so that pages never overlap. */
  id: string;
}

export interface ListResult<O> {
  rows: O[];
  /** When a page was asked for; `total` stops at `COUNT_LIMIT`. */
  meta?: { page: number; per_page: number; total: number };
}

/** Searches, orders and pages `base`, whose own conditions stay. Without a query the list is whole. */
export async function selectList<DB, TB extends keyof DB, O>(
  db: Kysely<DB>,
  base: SelectQueryBuilder<DB, TB, O>,
  query: ListQuery,
  rules: ListRules,
): Promise<ListResult<O>> {
  const matching = rules.search === undefined ? base : searched(base, rules.search, query.search);
  const { column, direction } = orderOf(query.sort, rules);
  const ordered = matching
    .orderBy(sql.ref(column), direction)
    .$if(column !== rules.id, (builder) => builder.orderBy(sql.ref(rules.id), 'asc'));
  if (query.page === undefined && query.per_page === undefined) return { rows: await ordered.execute() };

  const page = query.page ?? 1;
  const per_page = query.per_page ?? PAGE_SIZE;
  const counted = matching.clearSelect().select(sql`1`.as('one')).limit(COUNT_LIMIT);
  const [rows, counts] = await Promise.all([
    ordered
      .limit(per_page)
      .offset((page - 1) * per_page)
      .execute(),
    sql<{ total: number }>`select count(*) as total from (${counted}) as counted`.execute(db),
  ]);
  return { rows, meta: { page, per_page, total: Number(counts.rows[0]?.total ?? 0) } };
}

function orderOf(sort: string | undefined, { sortable = {}, order }: ListRules) {
  const descending = sort?.startsWith('-') ?? false;
  const column = sort && sortable[descending ? sort.slice(1) : sort];
  return column
    ? { column, direction: descending ? ('desc' as const) : ('asc' as const) }
    : { column: order, direction: 'asc' as const };
}

/** Every word must be somewhere in `column`, in any order. */
function searched<DB, TB extends keyof DB, O>(
  base: SelectQueryBuilder<DB, TB, O>,
  column: string,
  search: string | undefined,
) {
  return wordsOf(search).reduce(
    (builder, word) =>
      builder.where(sql<SqlBool>`${sql.ref(column)} like ${`%${escapeLike(word)}%`} escape '\\'`),
    base,
  );
}

const wordsOf = (search = '') =>
  // PostgreSQL takes no NUL in a text.
  fold(search.replaceAll('\0', '').toWellFormed()).split(' ').filter(Boolean);

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** The folded text of a search column. */
export function searchText(...parts: (string | null | undefined)[]): string {
  return fold(parts.filter(Boolean).join(' '));
}
