import {
  type QueryExecutorProvider,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import { COUNT_LIMIT, fold, type ListQuery, PAGE_SIZE } from '../../contract/list.ts';
import { isIndexed, isPostgres, type ListRules, missingForList } from './listNeeds.ts';
import { live } from './live.ts';
import type { RecordTable } from './records.ts';

export interface ListResult<O> {
  rows: O[];
  /** When a page was asked for; `total` stops at `COUNT_LIMIT`. */
  meta?: { page: number; per_page: number; total: number };
}

/**
 * Matches up to this number are fetched by their ids and put in order; where there are more, the order's own
 * index is followed until the page is full, which is soon.
 */
const FEW = 1000;

/**
 * Searches, orders and pages `base`: all records of the table that are not deleted, with whatever is joined to
 * each. Without a query the list is whole.
 */
export async function selectList<DB, TB extends keyof DB, O>(
  db: QueryExecutorProvider,
  base: SelectQueryBuilder<DB, TB, O>,
  query: ListQuery,
  rules: ListRules,
): Promise<ListResult<O>> {
  await ensureNeeds(db, rules);
  const words = rules.search === undefined ? [] : wordsOf(query.search);
  const matching = base.$if(words.length > 0, (builder) => builder.where(hasAll(rules.search ?? '', words)));
  if (query.page === undefined && query.per_page === undefined)
    return { rows: await inOrder(matching, query.sort, rules).execute() };

  const page = query.page ?? 1;
  const per_page = query.per_page ?? PAGE_SIZE;
  const { ids, total } = isIndexed(rules)
    ? await findMatches(db, rules.table, words)
    : { ids: null, total: await count(db, rowsOf(matching)) };
  const few = ids && (isPostgres(db) ? sql`(select unnest(${ids}::integer[]))` : inJson(ids));
  const found = few ? base.where(sql<SqlBool>`${sql.ref(rules.id)} in ${few}`) : matching;
  const rows = await inOrder(found, query.sort, rules)
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute();
  return { rows, meta: { page, per_page, total } };
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

/** In parentheses no limit could follow. */
const rowsOf = <DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>) =>
  sql`select 1 from ${query.clearSelect().select(sql`1`.as('one')).as('matching')}`;

const inJson = (ids: number[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`;

async function count(db: QueryExecutorProvider, matches: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (${matches} limit ${COUNT_LIMIT}) as counted
  `.execute(db);
  return Number(rows[0]?.total ?? 0);
}

function inOrder<DB, TB extends keyof DB, O>(
  base: SelectQueryBuilder<DB, TB, O>,
  sort: string | undefined,
  rules: ListRules,
) {
  const { column, direction } = orderOf(sort, rules);
  return base
    .orderBy(sql.ref(column), direction)
    .$if(column !== rules.id, (builder) => builder.orderBy(sql.ref(rules.id), direction));
}

function orderOf(sort: string | undefined, { sortable = {}, order }: ListRules) {
  const asked = sort ? directed(sort) : undefined;
  const column = asked && sortable[asked.column];
  return column ? { ...asked, column } : directed(order);
}

function directed(column: string) {
  return column.startsWith('-')
    ? { column: column.slice(1), direction: 'desc' as const }
    : { column, direction: 'asc' as const };
}

/** Every word is somewhere in `column`, in any order. */
function hasAll(column: string, words: string[]): RawBuilder<SqlBool> {
  return sql.join(
    words.map((word) => sql`${sql.ref(column)} like ${`%${escapeLike(word)}%`} escape '\\'`),
    sql` and `,
  );
}

/** How many records of `table` have all words, and their ids where that is few. */
async function findMatches(
  db: QueryExecutorProvider,
  table: RecordTable,
  words: string[],
): Promise<{ ids: number[] | null; total: number }> {
  const remembered = await rememberedTotals(db);
  const search = JSON.stringify([table, words]);
  const last = remembered.get(search);
  if (last !== undefined) return { ids: null, total: last };

  const matches = isPostgres(db) ? withText(table, words) : await inTrigrams(db, table, words);
  if (words.length > 0) {
    const { rows } = await sql<{ id: number }>`${matches} limit ${FEW + 1}`.execute(db);
    if (rows.length <= FEW) return { ids: rows.map(({ id }) => id), total: rows.length };
  }
  const total = await count(db, matches);
  if (total > FEW && remembered.size < MOST_REMEMBERED) remembered.set(search, total);
  return { ids: null, total };
}

/**
 * Large totals, which take a while to count, for whoever sorts and pages through one search. Every write leaves
 * an entry in the audit log, so they hold until there is a newer one.
 */
const MOST_REMEMBERED = 1000;
const memories = new WeakMap<QueryExecutorProvider, { mark: unknown; totals: Map<string, number> }>();

async function rememberedTotals(db: QueryExecutorProvider): Promise<Map<string, number>> {
  const { rows } = await sql<{ mark: number | null }>`select max(id) as mark from audit_log`.execute(db);
  const mark = rows[0]?.mark;
  const memory = memories.get(db);
  if (memory && memory.mark === mark) return memory.totals;
  const totals = new Map<string, number>();
  memories.set(db, { mark, totals });
  return totals;
}

function withText(table: RecordTable, words: string[]): RawBuilder<unknown> {
  const all = words.length > 0 ? sql`and ${hasAll('search', words)}` : sql``;
  return sql`select id from ${sql.table(table)} where ${live(table)} ${all}`;
}

/** SQLite's index knows pieces of three characters. PostgreSQL uses its own without being told. */
const SHORTEST_INDEXED = 3;

/** From the rarest word where one is rare, else by all of them, as far as the index knows them. */
async function inTrigrams(
  db: QueryExecutorProvider,
  table: RecordTable,
  words: string[],
): Promise<RawBuilder<unknown>> {
  const index = sql.table(`${table}_search`);
  const having = (some: string[]) => {
    const match = some.map((word) => `"${word.replaceAll('"', '""')}"`).join(' ');
    return sql`select rowid as id from ${index} where ${index} match ${match}`;
  };
  const known = words.filter((word) => [...word].length >= SHORTEST_INDEXED);
  if (known.length === words.length && words.length === 1) return having(words);
  for (const word of known) {
    const { rows } = await sql`${having([word])} limit 1 offset ${FEW}`.execute(db);
    if (rows.length > 0) continue;
    const others = words.filter((other) => other !== word);
    return sql`${withText(table, others)} and id in (${having([word])})`;
  }
  return known.length === words.length && known.length > 0 ? having(known) : withText(table, words);
}

const wordsOf = (search = '') =>
  // PostgreSQL takes no NUL in a text.
  fold(search.replaceAll('\0', '').toWellFormed()).split(' ').filter(Boolean);

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** The folded text of a search column. */
export function searchText(...parts: (string | null | undefined)[]): string {
  return fold(parts.filter(Boolean).join(' '));
}
