import { type SelectQueryBuilder, sql } from 'kysely';
import type { ListRules } from './listRequirements.ts';

export interface Order {
  /** Columns to sort by; the last is the list's own id. */
  columns: string[];
  direction: 'asc' | 'desc';
  /** Table of the owner, if the list is sorted by a column of it; its id is then the second sort column. */
  owner: string | undefined;
}

export function inOrder<DB, TB extends keyof DB, O>(
  base: SelectQueryBuilder<DB, TB, O>,
  { columns, direction }: Order,
): SelectQueryBuilder<DB, TB, O> {
  return columns.reduce((builder, column) => builder.orderBy(sql.ref(column), direction), base);
}

/** Returns the terms of an `order by`. */
export const inDirection = (columns: string[], direction: Order['direction']) =>
  sql.join(columns.map((column) => sql`${sql.ref(column)} ${sql.raw(direction)}`));

export function orderOf(sort: string | undefined, { sortable = {}, order, id, table }: ListRules): Order {
  const requested = sort ? parseSort(sort) : undefined;
  const column = requested && sortable[requested.column];
  const { column: first, direction } = column ? { ...requested, column } : parseSort(order);
  const [named = ''] = first.split('.');
  const owner = first.includes('.') && named !== table ? named : undefined;
  const columns = [first, ...(owner ? [`${owner}.id`] : []), id];
  return { columns: [...new Set(columns)], direction, owner };
}

function parseSort(column: string) {
  return column.startsWith('-')
    ? { column: column.slice(1), direction: 'desc' as const }
    : { column, direction: 'asc' as const };
}
