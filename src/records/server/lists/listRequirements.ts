import { PostgresAdapter, type QueryExecutorProvider, sql } from 'kysely';
import type { Actor } from '../../../platform/database/write.ts';
import { branchFilter } from '../../../platform/security/access.ts';
import { BRANCH_COLUMNS } from '../../../shared/permissions.ts';
import type { RecordTable } from '../store/records.ts';
import type { ChosenFilter, Condition, FilterRule } from './listFilters.ts';
import type { Word } from './search.ts';

export interface ListRules {
  /** Table of the list. */
  table: RecordTable;
  /** Column of folded text that a search looks through; indexed if it is the table's own `search`. */
  search?: string;
  /** Whether the searched text has telephones, as digits. */
  hasPhones?: boolean;
  /** Maps names on the wire to columns to sort by. */
  sortable?: Record<string, string>;
  /** Column to sort by if the query names none, with a leading `-` for descending. */
  order: string;
  /** Breaks ties, so that pages never overlap. */
  id: string;
  /** Column with the id of the owner, if the list can be sorted by a column of the owner's table. */
  owner?: string;
  /** Condition on all records of the list, whatever the query asks for; `named` is its cache key. */
  scope?: { where: Condition; named: string } | undefined;
  /** Day or minute of the filters: counts that were cached for another one are not used. */
  asOf?: string;
  /** Filters of the list, as `filterRules` makes them from the contract. */
  filters?: Record<string, FilterRule>;
  /** Table whose names the rows show: a word in such a name finds the rows too. */
  joined?: { table: RecordTable; key: string; column: string };
  /**
   * Finds matches in a very large table by means of the feature. The conditions are disjoint; together they
   * match the records that `chosen` allows and that have all `words` in their text or in a name they show.
   * Each condition has an index for each order, with all requested columns and `deleted_at`. Replaces
   * `joined` and `scope`.
   */
  parts?: (words: Word[], chosen: ChosenFilter[]) => Promise<Condition[]>;
}

/** Returns the scope of a list whose records belong to branches, for staff of some branches. */
export const branchScope = (actor: Pick<Actor, 'branches'>, table: RecordTable): ListRules['scope'] =>
  actor.branches !== null && BRANCH_COLUMNS.has(table)
    ? { where: branchFilter(actor, table), named: actor.branches.join(' ') }
    : undefined;

/** A column or index that a list needs and its table lacks. */
export interface MissingRequirement {
  /** Names the missing thing and the helper that makes it. */
  text: string;
  /** Whether the list fails without it with an SQL error; otherwise it is only slow. */
  isRequired: boolean;
}

/** Returns the columns and indexes that a list with `rules` needs and its tables lack. */
export async function missingForList(
  db: QueryExecutorProvider,
  rules: ListRules,
): Promise<MissingRequirement[]> {
  // A search column that the query computes is not in the table.
  if (!isIndexed(rules)) return [];
  const missing: MissingRequirement[] = [];
  const addMissing = (table: string, what: string, helper: string, isRequired: boolean) =>
    missing.push({
      text: `Table ${table} has no ${what}: ${helper} of migrations/lib makes it`,
      isRequired,
    });

  const shapes = new Map<string, Promise<Shape>>();
  const shapeOf = (table: string) => {
    const shape = shapes.get(table) ?? readShape(db, table);
    shapes.set(table, shape);
    return shape;
  };

  const own = await shapeOf(rules.table);
  if (!own.columns.has('uuid') || !own.columns.has('deleted_at'))
    addMissing(rules.table, "record's columns", 'record()', true);
  if (!own.columns.has('search')) addMissing(rules.table, 'column "search"', 'searched()', true);
  if (!own.searchIndex) addMissing(rules.table, 'search index', 'searched()', !isPostgres(db));

  const orders = [rules.order.replace(/^-/, ''), ...Object.values(rules.sortable ?? {})];
  for (const order of new Set(orders)) {
    const [column = '', table = rules.table] = order.split('.').toReversed();
    const { columns, leading } = await shapeOf(table);
    const helper = column === 'position' ? 'ordered()' : `sorted(…, ['${column}'])`;
    if (!columns.has(column)) addMissing(table, `column "${column}"`, helper, true);
    else if (!leading.has(column)) addMissing(table, `index that begins with "${column}"`, helper, false);
  }
  return missing;
}

/** Returns whether the search uses the table's own column, which has an index. */
export const isIndexed = ({ table, search }: Pick<ListRules, 'table' | 'search'>) =>
  search === 'search' || search === `${table}.search`;

export const isPostgres = (db: QueryExecutorProvider) => db.getExecutor().adapter instanceof PostgresAdapter;

interface Shape {
  columns: Set<string>;
  /** First columns of the indexes. */
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
  // Without the extension pg_trgm there is no trigram index, and searches are correct but slow.
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
