import { PostgresAdapter, sql, type Transaction } from 'kysely';
import type { DbOrTransaction } from '../../../platform/database/database.ts';
import { holdsOrderLock, noteOrderLocked } from '../../../platform/database/locks.ts';
import type { Tables } from '../../../platform/database/tables.ts';
import { isNotDeleted, type SoftDeleteTable } from '../publication/visibility.ts';
import { compositionOf, type Table } from '../versions/history.ts';

// Records in a manual order carry `position`, 1 to n without gaps among those that are not deleted. These
// tables are small, so changed positions are simply rewritten.

export interface PositionedRecord {
  id: number;
  uuid: string;
  position: number;
}

/**
 * Makes writers of a table's records wait for each other. It is the first lock of every transaction that
 * changes a record. Tables that depend on each other share it (`Composition.order`). SQLite has a single
 * writer anyway.
 */
export async function lockOrder(trx: DbOrTransaction, table: Table): Promise<void> {
  const order = compositionOf(table).order ?? table;
  if (holdsOrderLock(trx, order)) return;
  if (trx.getExecutor().adapter instanceof PostgresAdapter)
    await sql`select pg_advisory_xact_lock(hashtext(${`order of ${order}`}))`.execute(trx);
  noteOrderLocked(trx, order);
}

/** Returns the records that are not deleted, in order. */
export async function recordsInOrder(
  db: DbOrTransaction,
  table: SoftDeleteTable,
): Promise<PositionedRecord[]> {
  const { rows } = await sql<PositionedRecord>`
    select id, uuid, position from ${sql.table(table)} where ${isNotDeleted(table)} order by position, id
  `.execute(db);
  return rows;
}

/**
 * Numbers records in the order of `wanted`. Keeps their `version`, so that moving a record makes no open form
 * of another out of date.
 */
export async function writeOrder(
  trx: Transaction<Tables>,
  table: SoftDeleteTable,
  wanted: PositionedRecord[],
): Promise<void> {
  for (const [index, { id, position }] of wanted.entries()) {
    if (position === index + 1) continue;
    await sql`update ${sql.table(table)} set position = ${index + 1} where id = ${id}`.execute(trx);
  }
}

/** Returns `rows` with `id` moved to `position`, or to the end if that is beyond it. */
export function withMoved(rows: PositionedRecord[], id: number, position: number): PositionedRecord[] {
  const moved = rows.find((row) => row.id === id);
  if (!moved) return rows;
  return rows.filter((row) => row.id !== id).toSpliced(position - 1, 0, moved);
}

/** Moves a record to `position`, or to the end if that is beyond it. */
export async function moveToPosition(
  trx: Transaction<Tables>,
  table: SoftDeleteTable,
  id: number,
  position: number,
): Promise<void> {
  await writeOrder(trx, table, withMoved(await recordsInOrder(trx, table), id, position));
}
