import { PostgresAdapter, sql, type Transaction } from 'kysely';
import type { DbOrTransaction } from './database.ts';
import { compositionOf, type Table } from './history.ts';
import { inOffice, type LivingTable } from './live.ts';
import { holdsOrder, noteOrder } from './locks.ts';
import type { Tables } from './tables.ts';

// Records that staff put in order carry `position`, 1 to n without gaps among those that are not deleted. Tables
// are small here (what a person can order), so positions are written anew where they differ.

export interface Positioned {
  id: number;
  uuid: string;
  position: number;
}

/**
 * Makes writers of a table's records wait for one another; the first lock of every transaction that changes one. Tables
 * that depend on each other share it (`Composition.order`). SQLite has one writer at a time anyway.
 */
export async function lockOrder(trx: DbOrTransaction, table: Table): Promise<void> {
  const order = compositionOf(table).order ?? table;
  if (holdsOrder(trx, order)) return;
  if (trx.getExecutor().adapter instanceof PostgresAdapter)
    await sql`select pg_advisory_xact_lock(hashtext(${`order of ${order}`}))`.execute(trx);
  noteOrder(trx, order);
}

/** Records that are not deleted, in order. */
export async function inOrder(db: DbOrTransaction, table: LivingTable): Promise<Positioned[]> {
  const { rows } = await sql<Positioned>`
    select id, uuid, position from ${sql.table(table)} where ${inOffice(table)} order by position, id
  `.execute(db);
  return rows;
}

/** Numbers records as `wanted` has them. Their `version` stays: nobody's edit is made stale by a neighbour's move. */
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

/** Records in the order that they get when `id` moves to `position`, or to the end where that is beyond it. */
export function withMoved(rows: Positioned[], id: number, position: number): Positioned[] {
  const moved = rows.find((row) => row.id === id);
  if (!moved) return rows;
  return rows.filter((row) => row.id !== id).toSpliced(position - 1, 0, moved);
}

/** Moves one record to `position`, or to the end where that is beyond it. */
export async function moveTo(
  trx: Transaction<Tables>,
  table: LivingTable,
  id: number,
  position: number,
): Promise<void> {
  await writeOrder(trx, table, withMoved(await inOrder(trx, table), id, position));
}
