import { type Expression, type QueryExecutorProvider, type SqlBool, sql } from 'kysely';
import {
  FILTER_COUNT_LIMIT,
  type Filter,
  type FilterCounts,
  type Filters,
  MOST_VALUES,
  publicationFilter,
} from '../../contract/filters.ts';
import type { ListRules } from './listNeeds.ts';
import { inOffice } from './live.ts';
import type { RecordTable } from './records.ts';

export type Condition = Expression<SqlBool>;

interface Value {
  value: string;
  text: string;
  /** How many records have it, where whoever names it knows. */
  count?: number;
}

export interface FilterRule {
  filter: Filter;
  /** Which records have `value`, by columns of the list's own table; those of many have an index for it. */
  where: (value: string) => Condition;
  /** The same for whoever follows an order: in words that no index knows, where SQLite would find all and sort them. */
  along?: (value: string) => Condition;
  /** What there is to choose, where the contract does not name it. */
  values?: () => Promise<Value[]>;
}

type How = FilterRule['where'] | Omit<FilterRule, 'filter'>;

/** How a list finds what its contract declares; how its records stand is added. */
export function filterRules<F extends Filters>(
  table: RecordTable,
  declared: F,
  hows: { [N in keyof F]: How },
): Record<string, FilterRule> {
  const rules = Object.entries(declared).map(([name, filter]) => {
    const how = hows[name] as How;
    return [name, { filter, ...(typeof how === 'function' ? { where: how } : how) }];
  });
  return { ...Object.fromEntries(rules), standing: standingRule(table) };
}

/** Of records that nobody publishes. */
export function plainFilterRules<F extends Filters>(declared: F, hows: { [N in keyof F]: How }) {
  const { standing: _, ...rules } = filterRules('job_applications', declared, hows);
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

export const withoutAlt = (table: RecordTable): Condition => sql<SqlBool>`${sql.ref(`${table}.alt`)} is null`;

export const isDraft = (table: RecordTable): Condition =>
  sql<SqlBool>`${sql.ref(`${table}.standing`)} = 'draft'`;

export const either = (...conditions: Condition[]): Condition =>
  sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;

/** The values of a column that is indexed by `key`, found from one to the next, however many rows have them. */
export function valuesOf(
  db: QueryExecutorProvider,
  table: RecordTable,
  key: string,
  text: string,
  most = MOST_VALUES,
): () => Promise<Value[]> {
  const [from, column, words] = [sql.table(table), sql.ref(key), sql.ref(text)];
  const there = inOffice(table);
  return async () => {
    const { rows } = await sql<Value>`
      with recursive known (value) as (
        select (select ${column} from ${from} where ${there} order by ${column} limit 1)
        union all
        select (
          select ${column} from ${from} where ${there} and ${column} > known.value order by ${column} limit 1
        ) from known where known.value is not null
      )
      select value, (select ${words} from ${from} where ${there} and ${column} = known.value limit 1) as text
      from known where value is not null limit ${most}
    `.execute(db);
    return rows.filter(({ value }) => value !== '');
  };
}

export interface Chosen {
  /** The filter's. */
  name: string;
  value: string;
  where: Condition;
  /** `where`, for whoever follows an order. */
  along: Condition;
}

/** What of `query` narrows a list by `rules`. */
export function chosenOf(query: object, { filters = {} }: ListRules): Chosen[] {
  const asked = query as Record<string, unknown>;
  return Object.entries(filters).flatMap(([name, { where, along = where }]) => {
    const value = asked[name];
    return typeof value === 'string' ? [{ name, value, where: where(value), along: along(value) }] : [];
  });
}

/**
 * How many records there are of each value, whatever is searched or chosen; in one statement. Of a list that shows some
 * of its table alone, which no index of a value knows, they are counted in one pass through these.
 */
export async function countFilters(
  db: QueryExecutorProvider,
  { filters = {}, table, only }: ListRules,
  matching: (where: Condition) => Expression<unknown>,
): Promise<FilterCounts> {
  const found = await Promise.all(
    Object.entries(filters).map(async ([name, { filter, where, values }]) => {
      const named = Object.entries(filter.values ?? {}).map(([value, text]) => ({ value, text }));
      return { name, label: filter.label, where, values: values ? await values() : (named as Value[]) };
    }),
  );
  const all = found.flatMap(({ values, where }) =>
    values.filter(({ count }) => count === undefined).map(({ value }) => where(value)),
  );
  if (all.length === 0) return [];
  const named = (at: number) => sql.ref(`n${at}`);
  const counts = all.map((where, at) =>
    only
      ? sql`count(case when ${where} then 1 end) as ${named(at)}`
      : sql`(select count(*) from (${matching(where)} limit ${FILTER_COUNT_LIMIT}) as found) as ${named(at)}`,
  );
  const from = only ? sql` from ${sql.table(table)} where ${inOffice(table)} and ${only.where}` : sql``;
  const { rows } = await sql<Record<string, unknown>>`select ${sql.join(counts)}${from}`.execute(db);
  let at = 0;
  return found.map(({ name, label, values }) => ({
    name,
    label,
    values: values.map(({ value, text, count }) => ({
      value,
      text,
      count: Math.min(count ?? Number(rows[0]?.[`n${at++}`] ?? 0), FILTER_COUNT_LIMIT),
    })),
  }));
}
