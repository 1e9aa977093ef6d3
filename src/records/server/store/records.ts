import { randomUUID } from 'node:crypto';
import { type Insertable, type Kysely, PostgresAdapter, type Selectable } from 'kysely';
import type { DbOrTransaction } from '../../../platform/database/database.ts';
import { ensureLocked, holdsOrderLock, recordLock } from '../../../platform/database/locks.ts';
import type { RecordColumns, Tables } from '../../../platform/database/tables.ts';
import type { Work } from '../../../platform/database/write.ts';
import { ensureVisibleNames } from '../../../platform/security/visibleNames.ts';
import { Failure } from '../../../shared/failure.ts';
import { isNotDeleted } from '../publication/visibility.ts';
import { addFileUse } from '../versions/fileUses.ts';
import {
  CURRENT_STATES,
  compositionOf,
  markChanged,
  type RecordRow,
  type Table,
} from '../versions/history.ts';
import { lockOrder, moveToPosition, type PositionedRecord, recordsInOrder, writeOrder } from './order.ts';
import { unpublishOrphans, withoutDeletedNames } from './references.ts';

// Behaviour shared by all records with content: lookup by uuid unless deleted, versions, history, and an
// audit entry for each change. Rules and SQL of a resource stay in its own service.

export type RecordTable = {
  [T in keyof Tables]: Tables[T] extends RecordColumns ? T : never;
}[keyof Tables];

export type Row<T extends RecordTable> = Selectable<Tables[T]> & RecordRow;

/**
 * Values that a service sets; `id` only if it carries a meaning, `uuid` only if a response named it before.
 */
export type NewValues<T extends RecordTable> = Omit<
  Insertable<Tables[T]>,
  keyof RecordColumns | 'position'
> & {
  id?: number;
  uuid?: string;
  position?: number;
};

/**
 * Kysely cannot infer through a table name that is a type parameter. All record tables have these columns; a
 * whole row of one is a `Row` of its table.
 */
const loose = (db: DbOrTransaction) => db as unknown as Kysely<{ record: RecordColumns }>;
const asRecordTable = (table: RecordTable) => table as unknown as 'record';

/**
 * Returns whether reads lock their rows: in a transaction on PostgreSQL, so that of two concurrent saves the second
 * sees the first. SQLite has a single writer anyway.
 */
export const locksRows = (db: DbOrTransaction) =>
  db.isTransaction && db.getExecutor().adapter instanceof PostgresAdapter;

/**
 * Returns the record or throws a 404 with the text `goneText`. In a transaction it takes the order lock and
 * the record's lock.
 */
export async function findRecord<T extends RecordTable>(
  db: DbOrTransaction,
  table: T,
  uuid: string,
  goneText?: string,
): Promise<Row<T>> {
  if (db.isTransaction) await lockOrder(db, table);
  const row = await loose(db)
    .selectFrom(asRecordTable(table))
    .selectAll()
    .where('uuid', '=', uuid)
    .where(isNotDeleted(table))
    .$if(locksRows(db), (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) throw new Failure('not_found', goneText);
  if (db.isTransaction) recordLock(db, table, uuid);
  return row as Row<T>;
}

/**
 * Returns the locked record of any table for a change of its publication. Throws a 404, or a 409 if its version
 * is not `expectedVersion`.
 */
export async function findHead(
  trx: Work['trx'],
  table: RecordTable,
  uuid: string,
  expectedVersion?: number,
): Promise<RecordRow> {
  const head = await findRecord(trx, table, uuid, 'Este registro não existe mais.');
  await ensureCurrent(trx, table, head, expectedVersion);
  return head;
}

/** Locks and returns a record, deleted or not. */
export async function findWithTrash(
  trx: Work['trx'],
  table: RecordTable,
  uuid: string,
): Promise<RecordRow | undefined> {
  const row = await trx
    .selectFrom(table as 'banners')
    .selectAll()
    .where('uuid', '=', uuid)
    .$if(locksRows(trx), (query) => query.forUpdate())
    .executeTakeFirst();
  if (row) recordLock(trx, table, uuid);
  return row;
}

/** Notes that `rows` are locked, because they were read under the order lock of their table. */
export function noteLockedByOrder<R extends { uuid: string }>(
  db: DbOrTransaction,
  table: Table,
  rows: R[],
): R[] {
  if (!db.isTransaction) return rows;
  if (!holdsOrderLock(db, compositionOf(table).order ?? table))
    throw new Error(`Records of ${table} are read before its order is locked`);
  for (const { uuid } of rows) recordLock(db, table, uuid);
  return rows;
}

/**
 * Returns the record of a single-record table, or null. `isInstalled` defaults to staff's view; `live` gives the
 * shoppers'.
 */
export async function findSingle<T extends RecordTable>(
  db: DbOrTransaction,
  table: T,
  isThere = isNotDeleted,
): Promise<Row<T> | null> {
  if (db.isTransaction) await lockOrder(db, table);
  const row = await loose(db)
    .selectFrom(asRecordTable(table))
    .selectAll()
    .where(isThere(table))
    .orderBy('id')
    .$if(locksRows(db), (query) => query.forUpdate())
    .executeTakeFirst();
  if (row && db.isTransaction) recordLock(db, table, row.uuid);
  return (row ?? null) as Row<T> | null;
}

/**
 * Throws a 409 with the user of the last save if `expectedVersion` is not the current version. Without
 * `expectedVersion`, the last save wins.
 */
export async function ensureCurrent(
  db: DbOrTransaction,
  table: RecordTable,
  { uuid, version }: { uuid: string; version: number },
  expectedVersion: number | undefined,
): Promise<void> {
  if (expectedVersion === undefined || expectedVersion === version) return;
  throw await outOfDateFailure(db, table, uuid);
}

/** Returns the 409 for an out-of-date version of `uuid`, with the user and time of the last save. */
export async function outOfDateFailure(
  db: DbOrTransaction,
  table: RecordTable,
  uuid: string,
): Promise<Failure> {
  const saved = await db
    .selectFrom('record_versions')
    .select(['at', 'user_name as by'])
    .where('entity', '=', table)
    .where('uuid', '=', uuid)
    .where('state', 'in', CURRENT_STATES)
    .executeTakeFirst();
  return new Failure('conflict', undefined, saved && { extra: { saved } });
}

/** Returns the value for an update: undefined keeps the stored one, null clears it. */
export function valueOrStored<T>(value: T | null | undefined, stored: T | null | undefined): T | null {
  return value === undefined ? (stored ?? null) : value;
}

interface RecordOptions {
  /** Personal data: no history, and the audit log records the event without content. */
  personal?: boolean;
  /** Whether to write an audit entry; false for bulk saves, whose caller writes a single entry. */
  logged?: boolean;
  /** Names come from stored records, which may be older than the check of names. */
  hasStoredNames?: boolean;
}

export async function insertRecord<T extends RecordTable>(
  work: Work,
  table: T,
  values: NewValues<T>,
  { personal = false, logged = true, hasStoredNames = false }: RecordOptions = {},
): Promise<Row<T>> {
  if (!hasStoredNames) ensureVisibleNames(values, null);
  if (!personal) await lockOrder(work.trx, table);
  const row = await loose(work.trx)
    .insertInto(asRecordTable(table))
    .values({
      uuid: randomUUID(),
      ...(await withoutDeletedNames(work.trx, table, values, null)),
      created_at: work.now,
      updated_at: work.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  recordLock(work.trx, table, row.uuid);
  if (!personal) markChanged(work, table, row);
  else if ('file_id' in row) await addFileUse(work, table, row.uuid, Number(row.file_id));
  if (logged)
    await work.audit({
      action: 'create',
      entity: table,
      uuid: row.uuid,
      ...(!personal && { after: auditedContent(row) }),
    });
  return row as Row<T>;
}

/** Writes `values` over `before` as its next version. */
export async function updateRecord<T extends RecordTable>(
  work: Work,
  table: T,
  before: RecordRow,
  values: Partial<NewValues<T>>,
  { logged = true, hasStoredNames = false }: Omit<RecordOptions, 'personal'> = {},
): Promise<Row<T>> {
  if (!hasStoredNames) ensureVisibleNames(values, before);
  const { id, uuid, version } = before;
  ensureLocked(work.trx, table, uuid);
  const row = await loose(work.trx)
    .updateTable(asRecordTable(table))
    .set({
      ...(await withoutDeletedNames(work.trx, table, values, before)),
      updated_at: work.now,
      version: version + 1,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  markChanged(work, table, row);
  if (logged)
    await work.audit({
      action: 'update',
      entity: table,
      uuid,
      before: auditedContent(before),
      after: auditedContent(row),
    });
  return row as Row<T>;
}

/**
 * Marks the record deleted. From the commit on, it and its files are stored but neither listed nor served.
 */
export async function deleteRecord(
  work: Work,
  table: RecordTable,
  before: RecordRow,
  { logged = true }: Pick<RecordOptions, 'logged'> = {},
): Promise<void> {
  const { id, uuid, version } = before;
  ensureLocked(work.trx, table, uuid);
  await compositionOf(table).mayBeDeleted?.(work, id);
  const row = await loose(work.trx)
    .updateTable(asRecordTable(table))
    .set({ deleted_at: work.now, updated_at: work.now, version: version + 1 })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  markChanged(work, table, row);
  if (logged) await work.audit({ action: 'delete', entity: table, uuid, before: auditedContent(before) });
  await unpublishOrphans(work, table, uuid);
}

// Records in a manual order. Only a definition says at run time which tables have `position`.

/** Inserts a record at `position`, or at the end. Claim files afterwards. */
export async function insertOrdered<T extends RecordTable>(
  work: Work,
  table: T,
  values: Omit<NewValues<T>, 'position'>,
  position: number | undefined,
  options?: RecordOptions,
): Promise<Row<T>> {
  await lockOrder(work.trx, table);
  const others = await recordsInOrder(work.trx, table);
  const last = { ...values, position: others.length + 1 } as NewValues<T>;
  const row = await insertRecord(work, table, last, options);
  if (position !== undefined && position <= others.length)
    await moveToPosition(work.trx, table, row.id, position);
  return row;
}

/** Deletes a record and closes the gap in the order. */
export async function deleteOrdered<T extends RecordTable>(
  work: Work,
  table: T,
  uuid: string,
  goneText?: string,
): Promise<Row<T>> {
  await lockOrder(work.trx, table);
  const before = await findRecord(work.trx, table, uuid, goneText);
  await deleteRecord(work, table, before);
  await writeOrder(work.trx, table, await recordsInOrder(work.trx, table));
  return before;
}

/**
 * Puts the named records first, in their order; the others keep theirs behind them. Ignores names of deleted
 * records.
 */
export async function orderRecords(work: Work, table: RecordTable, uuids: string[]): Promise<void> {
  await lockOrder(work.trx, table);
  const before = await recordsInOrder(work.trx, table);
  const named = [...new Set(uuids)].flatMap((uuid) => before.find((row) => row.uuid === uuid) ?? []);
  if (named.length === 0) throw new Failure('not_found');
  const after = [...named, ...before.filter((row) => !named.includes(row))];
  await writeOrder(work.trx, table, after);
  const names = (rows: PositionedRecord[]) => rows.map((row) => row.uuid);
  await work.audit({
    action: 'order',
    entity: table,
    uuid: null,
    before: names(before),
    after: names(after),
  });
}

const BOOKKEEPING = new Set([
  'id', 'uuid', 'version', 'created_at', 'updated_at', 'deleted_at', 'standing', 'search',
]); // biome-ignore format: one line

function auditedContent(row: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).filter(([column]) => !BOOKKEEPING.has(column) && !column.endsWith('_key')),
  );
}
