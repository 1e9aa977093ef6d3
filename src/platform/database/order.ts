import { PostgresAdapter, sql, type Transaction } from 'kysely';
import type { DbOrTransaction } from './database.ts';
import { compositionOf, type Table } from './history.ts';
import { inOffice, type LivingTable } from './live.ts';
import { holdsOrder, noteOrder } from './locks.ts';
import type { Tables } from './tables.ts';

// Records in a manual order carry `position`, 1 to n without gaps among those that are not deleted. These
// tables are small, so changed positions are simply rewritten.

export interface Positioned {
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
  if (holdsOrder(trx, order)) return;
  if (trx.getExecutor().adapter instanceof PostgresAdapter)
    await sql`select pg_advisory_xact_lock(hashtext(${`order of ${order}`}))`.execute(trx);
  noteOrder(trx, order);
}

/** Returns the records that are not deleted, in order. */
export async function inOrder(db: DbOrTransaction, table: LivingTable): Promise<Positioned[]> {
  const { rows } = await sql<Positioned>`
    select id, uuid, position from ${sql.table(table)} where ${inOffice(table)} order by position, id
  `.execute(db);
  return rows;
}

/**
 * Numbers records in the order of `wanted`. Keeps their `version`, so that moving a record makes no open form
 * of another out of date.
 */
export async function writeOrder(
  trx: Transaction<Tables>,
  table: LivingTable,
  wanted: Positioned[],
): Promise<void> {
  for (const [index, { id, position }] of wanted.entries()) {
    if (position === index + 1) continue;
    await sql`update ${sql.table(table)} set position = ${index + 1} where id = ${id}`.execute(trx);
  }
}

/** Returns `rows` with `id` moved to `position`, or to the end if that is beyond it. */
export function withMoved(rows: Positioned[], id: number, position: number): Positioned[] {
  const moved = rows.find((row) => row.id === id);
  if (!moved) return rows;
  return rows.filter((row) => row.id !== id).toSpliced(position - 1, 0, moved);
}

/** Moves a record to `position`, or to the end if that is beyond it. */
export async function moveTo(
  trx: Transaction<Tables>,
  table: LivingTable,
  id: number,
  position: number,
): Promise<void> {
  await writeOrder(trx, table, withMoved(await inOrder(trx, table), id, position));
}
