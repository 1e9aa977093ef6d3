import { type Expression, type SqlBool, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** Tables whose rows are not there for anybody once they are deleted. */
export type LivingTable = {
  [T in keyof Tables]: Tables[T] extends { deleted_at: string | null } ? T : never;
}[keyof Tables];

// The one place that says which rows of a table are there, for `where`, for what joins and for SQL written out.

/** Whether a row is there for shoppers. */
export function live(table: LivingTable): Expression<SqlBool> {
  return sql<SqlBool>`${inOffice(table)} and ${sql.ref(`${table}.standing`)} is null`;
}

/** Whether a row is there for staff: what shoppers do not see yet, or no more, is. */
export function inOffice(table: LivingTable): Expression<SqlBool> {
  return sql<SqlBool>`${sql.ref(`${table}.deleted_at`)} is null`;
}
