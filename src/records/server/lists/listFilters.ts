import { type Expression, type QueryExecutorProvider, type SqlBool, sql } from 'kysely';
import {
  FILTER_COUNT_LIMIT,
  type Filter,
  type FilterCounts,
  type Filters,
  MAX_FILTER_VALUES,
  publicationFilter,
} from '../../../shared/filters.ts';
import { isNotDeleted } from '../publication/visibility.ts';
import type { RecordTable } from '../store/records.ts';
import type { ListRules } from './listRequirements.ts';

export type Condition = Expression<SqlBool>;

interface Value {
  value: string;
  text: string;
  /** Number of records with this value, if `values` knows it. */
  count?: number;
}

export interface FilterRule {
  filter: Filter;
  /**
   * Returns the condition for records with `value`, on columns of the list's own table. Large tables need an
   * index for it.
   */
  where: (value: string) => Condition;
  /**
   * Same condition for a scan along a sort index, in a form that uses no other index: SQLite would collect
   * all matches from that and sort them.
   */
  whereAlongOrder?: (value: string) => Condition;
  /** Returns the values to choose from, if the contract does not name them. */
  values?: () => Promise<Value[]>;
}

export type FilterDefinition = FilterRule['where'] | Omit<FilterRule, 'filter'>;

/**
 * Returns the filter rules of a list for the filters of its contract, and the filter by publication state.
 */
export function filterRules<F extends Filters>(
  table: RecordTable,
  declared: F,
  definitions: { [N in keyof F]: FilterDefinition },
): Record<string, FilterRule> {
  const rules = Object.entries(declared).map(([name, filter]) => {
    const definition = definitions[name] as FilterDefinition;
    return [name, { filter, ...(typeof definition === 'function' ? { where: definition } : definition) }];
  });
  return { ...Object.fromEntries(rules), standing: standingRule(table) };
}

/** Returns the filter rules of records without a publication state. */
export function plainFilterRules<F extends Filters>(
  declared: F,
  definitions: { [N in keyof F]: FilterDefinition },
) {
  const { standing: _, ...rules } = filterRules('job_applications', declared, definitions);
  return rules;
}

function standingRule(table: RecordTable): FilterRule {
  const standing = sql.ref(`${table}.standing`);
  return {
    filter: publicationFilter,
    where: (value) => {
      if (value === 'shown') return sql<SqlBool>`${standing} is null`;
      if (value !== 'waiting') return sql<SqlBool>`${standing} = ${value}`;
      return sql<SqlBool>`${sql.ref(`${table}.uuid`)} in (
        select uuid from record_versions
        where entity = ${table} and state in ('draft', 'scheduled') and data <> 'null'
      )`;
    },
  };
}

export const lacksAlt = (table: RecordTable): Condition => sql<SqlBool>`${sql.ref(`${table}.alt`)} is null`;

export const isDraft = (table: RecordTable): Condition =>
  sql<SqlBool>`${sql.ref(`${table}.standing`)} = 'draft'`;

export const anyOf = (...conditions: Condition[]): Condition =>
  sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;

/**
 * Returns a reader of the distinct values of a column that is indexed by `key`. It jumps from value to value
 * (loose index scan), so that its cost does not grow with the number of rows.
 */
export function valuesOf(
  db: QueryExecutorProvider,
  table: RecordTable,
  key: string,
  text: string,
  limit = MAX_FILTER_VALUES,
): () => Promise<Value[]> {
  const [from, column, words] = [sql.table(table), sql.ref(key), sql.ref(text)];
  const notDeleted = isNotDeleted(table);
  return async () => {
    const { rows } = await sql<Value>`
      with recursive known (value) as (
        select (select ${column} from ${from} where ${notDeleted} order by ${column} limit 1)
        union all
        select (
          select ${column} from ${from} where ${notDeleted} and ${column} > known.value order by ${column} limit 1
        ) from known where known.value is not null
      )
      select value, (select ${words} from ${from} where ${notDeleted} and ${column} = known.value limit 1) as text
      from known where value is not null limit ${limit}
    `.execute(db);
    return rows.filter(({ value }) => value !== '');
  };
}

export interface ChosenFilter {
  /** Name of the filter. */
  name: string;
  value: string;
  where: Condition;
  /** `where` for a scan along a sort index. */
  whereAlongOrder: Condition;
}

/** Returns the filters that `query` chooses. */
export function chosenFilters(query: object, { filters = {} }: ListRules): ChosenFilter[] {
  const parameters = query as Record<string, unknown>;
  return Object.entries(filters).flatMap(([name, { where, whereAlongOrder = where }]) => {
    const value = parameters[name];
    return typeof value === 'string'
      ? [{ name, value, where: where(value), whereAlongOrder: whereAlongOrder(value) }]
      : [];
  });
}

/**
 * Counts the records of each filter value in one statement, regardless of search and chosen filters. Values
 * that come from records are returned only if a record of the list has them: other ones could name records
 * that the caller may not read. With `scope`, no index of a value applies, so one pass over these records counts all values.
 */
export async function countFilters(
  db: QueryExecutorProvider,
  { filters = {}, table, scope }: ListRules,
  matching: (where: Condition) => Expression<unknown>,
): Promise<FilterCounts> {
  const found = await Promise.all(
    Object.entries(filters).map(async ([name, { filter, where, values }]) => {
      const named = Object.entries(filter.values ?? {}).map(([value, text]) => ({ value, text }));
      const isFromRecords = values !== undefined;
      return {
        name,
        label: filter.label,
        where,
        isFromRecords,
        values: await (values?.() ?? (named as Value[])),
      };
    }),
  );
  const all = found.flatMap(({ values, where }) =>
    values.filter(({ count }) => count === undefined).map(({ value }) => where(value)),
  );
  if (all.length === 0) return [];
  const named = (at: number) => sql.ref(`n${at}`);
  const counts = all.map((where, at) =>
    scope
      ? sql`count(case when ${where} then 1 end) as ${named(at)}`
      : sql`(select count(*) from (${matching(where)} limit ${FILTER_COUNT_LIMIT}) as found) as ${named(at)}`,
  );
  const from = scope ? sql` from ${sql.table(table)} where ${isNotDeleted(table)} and ${scope.where}` : sql``;
  const { rows } = await sql<Record<string, unknown>>`select ${sql.join(counts)}${from}`.execute(db);
  let at = 0;
  return found.map(({ name, label, isFromRecords, values }) => {
    const counted = values.map(({ value, text, count }) => ({
      value,
      text,
      count: Math.min(count ?? Number(rows[0]?.[`n${at++}`] ?? 0), FILTER_COUNT_LIMIT),
    }));
    return isFromRecords
      ? { name, label, from_records: true, values: counted.filter(({ count }) => count > 0) }
      : { name, label, values: counted };
  });
}
