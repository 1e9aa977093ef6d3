import { type Selectable, sql } from 'kysely';
import { isoAt } from '../../../platform/clock.ts';
import type { DbOrTransaction } from '../../../platform/database/database.ts';
import type { VersionTable } from '../../../platform/database/tables.ts';
import type { Actor } from '../../../platform/database/write.ts';
import { toFailure } from '../../../platform/http/failures.ts';
import { Failure } from '../../../shared/failure.ts';
import { BRANCH_COLUMNS } from '../../../shared/permissions.ts';
import type { RecordTable } from '../store/records.ts';
import { type Content, compositionOf, type RecordRow, type Table } from '../versions/history.ts';
import {
  compareDueChanges,
  contentOfVersion,
  isUnpublication,
  mergeChange,
  type PartRow,
} from '../versions/mergeChange.ts';
import type { PreviewDatabase } from './previewDatabase.ts';

// Applies pending changes to the rows of a preview without writing to the database.

/** Most changes that are merged for one preview; later ones are left out. */
const MAX_DUE = 500;

const IN_TRASH = 'Este registro foi excluído. Restaure antes de publicar a mudança.';

/** Returns the tables of records with a scheduled change. */
export async function scheduledTables(db: DbOrTransaction): Promise<Table[]> {
  const rows = await db
    .selectFrom('record_versions')
    .select('entity')
    .distinct()
    .where('state', '=', sql.lit('scheduled'))
    .execute();
  return rows.map(({ entity }) => entity as Table);
}

export const withParts = (tables: Iterable<Table>): Set<Table> =>
  new Set(Array.from(tables).flatMap((table) => [table, compositionOf(table).part?.table ?? table]));

/**
 * Returns whether the reader's branches include all branches of a row; true for roles without branch limits.
 */
function isWithinBranches(
  { branches }: Pick<Actor, 'branches'>,
  table: string,
  row: Record<string, unknown>,
): boolean {
  const column = BRANCH_COLUMNS.get(table);
  if (branches === null || !column) return true;
  const value = row[column];
  if (typeof value !== 'string') return false;
  const named = column === 'uuid' ? [value] : (JSON.parse(value) as string[]);
  return named.length > 0 && named.every((branch) => branches.includes(branch));
}

type Version = Selectable<VersionTable>;

/** Returns the record and its parts as the change would leave them. */
async function rowsWith(
  { db }: PreviewDatabase,
  { entity, data, based_on }: Version,
  head: RecordRow,
): Promise<{ row: RecordRow; parts: PartRow[] | null }> {
  const table = entity as RecordTable;
  const wanted = JSON.parse(data) as Content | null;
  if (!wanted) return { row: { ...head, standing: head.standing ?? 'ended' }, parts: null };
  const { part } = compositionOf(table);
  const { columns, keys, rows } = await mergeChange(
    db,
    table,
    head,
    wanted,
    await contentOfVersion(db, based_on),
  );
  return { row: { ...head, ...columns, ...keys }, parts: part?.columns ? rows : null };
}

/** Shows a row and all its parts in the preview instead of the stored ones. */
export async function putRecord(
  preview: PreviewDatabase,
  table: Table,
  row: Record<string, unknown> & { id: number },
  parts: Record<string, unknown>[] | null,
): Promise<void> {
  await preview.put(table, row);
  const { part } = compositionOf(table);
  if (!part || !parts) return;
  const { rows: stored } = await sql<{ id: number; uuid: string }>`
    select * from ${sql.table(part.table)} where ${sql.ref(part.owner)} = ${row.id}
  `.execute(preview.db);
  for (const { id } of stored) await preview.hide(part.table, id);
  const byUuid = new Map(stored.map((storedPart) => [storedPart.uuid, storedPart]));
  for (const partRow of parts) {
    const before = byUuid.get(String(partRow.uuid));
    if (before) await preview.put(part.table, { ...before, ...partRow });
    else await preview.add(part.table, { created_at: row.updated_at, ...partRow, [part.owner]: row.id });
  }
}

const headOf = (db: DbOrTransaction, { entity, uuid }: Pick<Version, 'entity' | 'uuid'>) =>
  db
    .selectFrom(entity as 'banners')
    .selectAll()
    .where('uuid', '=', uuid)
    .executeTakeFirst() as Promise<RecordRow | undefined>;

/**
 * Shows a record as its pending change `id` would leave it. Returns its uuid; null if there is no such
 * change.
 */
export async function applyPending(
  preview: PreviewDatabase,
  id: number,
  table: string,
): Promise<string | null> {
  const { db } = preview;
  const change = await db
    .selectFrom('record_versions')
    .selectAll()
    .where('id', '=', id)
    .where('state', 'in', ['draft', 'scheduled'])
    .where('entity', '=', table)
    .executeTakeFirst();
  if (!change) return null;
  const head = await headOf(db, change);
  if (!head || head.deleted_at !== null) throw new Failure('conflict', IN_TRASH);
  if (isUnpublication(change)) return change.uuid;
  const { row, parts } = await rowsWith(preview, change, head);
  await putRecord(preview, change.entity as Table, row, parts);
  return change.uuid;
}

/**
 * Shows the changes that are published until `until` (ms), in their order. Covers tables for which `mayRead`
 * is true and all records but `but`. Skips changes that cannot be published.
 */
export async function applyDue(
  preview: PreviewDatabase,
  {
    until,
    but,
    reader,
    mayRead,
    applied,
  }: {
    until: number;
    but: string | undefined;
    reader: Actor;
    mayRead: (table: string) => boolean;
    /** Ids of changes that are applied already; this call adds its own. */
    applied: Set<number>;
  },
): Promise<void> {
  const { db } = preview;
  const due = await db
    .selectFrom('record_versions')
    .selectAll()
    .where('state', '=', sql.lit('scheduled'))
    .where('valid_from', '<=', isoAt(until))
    .orderBy('valid_from')
    .orderBy('id')
    .limit(MAX_DUE)
    .execute();
  for (const change of due.toSorted(compareDueChanges)) {
    const { id, entity, uuid } = change;
    if (applied.has(id)) continue;
    applied.add(id);
    if (uuid === but || !mayRead(entity)) continue;
    const head = await headOf(db, change);
    if (!head || head.deleted_at !== null || !isWithinBranches(reader, entity, { ...head })) continue;
    try {
      await previewPublication(preview, change, head, reader, until);
    } catch (error) {
      if (toFailure(error).status >= 500) throw error;
    }
  }
}

/**
 * Shows the record as the publication of the change would leave it. Throws a `Failure` if that would be
 * refused.
 */
async function previewPublication(
  preview: PreviewDatabase,
  change: Version,
  head: RecordRow,
  reader: Actor,
  at: number,
): Promise<void> {
  const table = change.entity as RecordTable;
  const { ensureConsistent, ensureRemovable } = compositionOf(table);
  // Both functions only read, which is all that this connection permits.
  const work = { trx: preview.db };
  const unpublishes = isUnpublication(change);
  if (unpublishes && head.standing !== null) return;
  if (unpublishes) await ensureRemovable?.(work, head.id);
  const { row, parts } = await rowsWith(preview, change, head);
  if (!isWithinBranches(reader, table, { ...row })) return;
  if (!unpublishes) await ensureConsistent?.(work, row, head.id);
  const published = { version: head.version + 1, updated_at: change.valid_from ?? isoAt(at) };
  await putRecord(preview, table, { ...row, standing: unpublishes ? 'ended' : null, ...published }, parts);
}
