import { type Expression, type SqlBool, sql } from 'kysely';
import type { Tables } from '../../../platform/database/tables.ts';

/** Tables with soft delete. */
export type SoftDeleteTable = {
  [T in keyof Tables]: Tables[T] extends { deleted_at: string | null } ? T : never;
}[keyof Tables];

// The only definition of which rows of a table are visible, for `where`, joins and raw SQL.

/** Returns the condition for rows that are published and not deleted. */
export function isPublished(table: SoftDeleteTable): Expression<SqlBool> {
  return sql<SqlBool>`${isNotDeleted(table)} and ${sql.ref(`${table}.standing`)} is null`;
}

/** Returns the condition for rows that are not deleted, published or not: those that staff see. */
export function isNotDeleted(table: SoftDeleteTable): Expression<SqlBool> {
  return sql<SqlBool>`${sql.ref(`${table}.deleted_at`)} is null`;
}
