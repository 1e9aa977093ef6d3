import { type Expression, type SqlBool, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** Tables whose rows are not there for anybody once they are deleted. */
export type LivingTable = {
  [T in keyof Tables]: Tables[T] extends { deleted_at: string | null } ? T : never;
}[keyof Tables];

/**
 * Whether a row of `table` is there for readers: the one place that says so, for `where`, for what joins and for
 * SQL written out.
 */
export function live(table: LivingTable): Expression<SqlBool> {
  return sql<SqlBool>`${sql.ref(`${table}.deleted_at`)} is null`;
}
