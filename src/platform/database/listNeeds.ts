import { PostgresAdapter, type QueryExecutorProvider, sql } from 'kysely';
import type { Chosen, Condition, FilterRule } from './listFilters.ts';
import type { RecordTable } from './records.ts';
import type { Word } from './search.ts';

export interface ListRules {
  /** Whose rows they are. */
  table: RecordTable;
  /** The column of folded text that a search looks through; indexed where it is the table's own `search`. */
  search?: string;
  /** What the wire calls a column → the column to order by. */
  sortable?: Record<string, string>;
  /** The column to order by when nothing is asked for, with a leading `-` for descending. */
  order: string;
  /** Breaks ties, so that pages never overlap. */
  id: string;
  /** The column with the id of what a record belongs to, where a list is ordered by a column of that. */
  owner?: string;
  /** What else holds for all of it, whoever asks for what; `named` tells it from others. */
  only?: { where: Condition; named: string } | undefined;
  /** Day or minute that the filters are of: what is remembered of another one is not used. */
  asOf?: string;
  /** What it can be narrowed by, as `filterRules` makes it of the contract's declaration. */
  filters?: Record<string, FilterRule>;
  /** Whose names its rows show: a word that one of them has finds its records too. */
  joined?: { table: RecordTable; key: string; column: string };
  /**
   * Where a table has very many rows and the feature knows how to find them: in one of these is each that has all `words`
   * in its text or in a name that its row shows, and that `chosen` lets through, and none is in two. Each has an index for
   * each order, with all columns that are asked for and `deleted_at`. It takes the place of `joined` and `only`.
   */
  parts?: (words: Word[], chosen: Chosen[]) => Promise<Condition[]>;
}

/** Something that lists stand on and a table has not. */
export interface Missing {
  /** In words, with the helper that makes it. */
  text: string;
  /** Without it a list is an error in SQL; otherwise it is slow. */
  vital: boolean;
}

/** What a list by `rules` needs of its tables and does not find. */
export async function missingForList(db: QueryExecutorProvider, rules: ListRules): Promise<Missing[]> {
  // What is worked out within a query has no column to look for.
  if (!isIndexed(rules)) return [];
  const missing: Missing[] = [];
  const lack = (table: string, what: string, helper: string, vital: boolean) =>
    missing.push({ text: `Table ${table} has no ${what}: ${helper} of migrations/lib makes it`, vital });

  const shapes = new Map<string, Promise<Shape>>();
  const shapeOf = (table: string) => {
    const shape = shapes.get(table) ?? readShape(db, table);
    shapes.set(table, shape);
    return shape;
  };

  const own = await shapeOf(rules.table);
  if (!own.columns.has('uuid') || !own.columns.has('deleted_at'))
    lack(rules.table, "record's columns", 'record()', true);
  if (!own.columns.has('search')) lack(rules.table, 'column "search"', 'searched()', true);
  if (!own.searchIndex) lack(rules.table, 'search index', 'searched()', !isPostgres(db));

  const orders = [rules.order.replace(/^-/, ''), ...Object.values(rules.sortable ?? {})];
  for (const order of new Set(orders)) {
    const [column = '', table = rules.table] = order.split('.').toReversed();
    const { columns, leading } = await shapeOf(table);
    const helper = column === 'position' ? 'ordered()' : `sorted(…, ['${column}'])`;
    if (!columns.has(column)) lack(table, `column "${column}"`, helper, true);
    else if (!leading.has(column)) lack(table, `index that begins with "${column}"`, helper, false);
  }
  return missing;
}

/** Whether the search is by the table's own column, which has an index. */
export const isIndexed = ({ table, search }: Pick<ListRules, 'table' | 'search'>) =>
  search === 'search' || search === `${table}.search`;

export const isPostgres = (db: QueryExecutorProvider) => db.getExecutor().adapter instanceof PostgresAdapter;

interface Shape {
  columns: Set<string>;
  /** Columns that an index begins with. */
  leading: Set<string>;
  searchIndex: boolean;
}

async function readShape(db: QueryExecutorProvider, table: string): Promise<Shape> {
  const postgres = isPostgres(db);
  const columns = postgres
    ? sql<{ name: string }>`
        select column_name as name from information_schema.columns
        where table_schema = current_schema() and table_name = ${table}
      `
    : sql<{ name: string }>`select name from pragma_table_info(${table})`;
  const leading = postgres
    ? sql<{ name: string }>`
        select attname as name from pg_index
        join pg_attribute on attrelid = indrelid and attnum = indkey[0]
        where indrelid = to_regclass(${table})
      `
    : sql<{ name: string }>`
        select part.name from pragma_index_list(${table}) as list, pragma_index_info(list.name) as part
        where part.seqno = 0
        union all select name from pragma_table_info(${table}) where pk = 1
      `;
  // Where nobody could install pg_trgm, PostgreSQL has no index by trigrams, and searches are right without it.
  const search = postgres
    ? sql<{ found: number }>`
        select 1 as found where to_regclass(${`${table}_search_pieces`}) is not null and (
          to_regclass(${`${table}_search`}) is not null
          or not exists (select 1 from pg_extension where extname = 'pg_trgm')
        )
      `
    : sql<{ found: number }>`select 1 as found from sqlite_master where name = ${`${table}_search_pieces`}`;
  const names = ({ rows }: { rows: { name: string }[] }) => new Set(rows.map(({ name }) => name));
  return {
    columns: names(await columns.execute(db)),
    leading: names(await leading.execute(db)),
    searchIndex: (await search.execute(db)).rows.length > 0,
  };
}
