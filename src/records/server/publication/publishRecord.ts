import type { Work } from '../../../platform/database/write.ts';
import { Failure } from '../../../shared/failure.ts';
import { ensureCurrent, findHead, findWithTrash, type RecordTable, updateRecord } from '../store/records.ts';
import { columnsWithoutDeletedNames, noPlaceText, unpublish } from '../store/references.ts';
import type { UnusedFile } from '../versions/fileUses.ts';
import {
  type Content,
  compositionOf,
  contentOf,
  deleteVersions,
  markChanged,
  type RecordRow,
  type Table,
} from '../versions/history.ts';
import { contentOfVersion, mergeChange } from '../versions/mergeChange.ts';
import { writeParts } from '../versions/recordParts.ts';
import { deleteScheduledPublication, findPending, VERSION_GONE, type Version } from './pendingVersions.ts';

// Publishes and unpublishes records, pending changes and former versions.

/** A record that shoppers see again, or for the first time. */
export interface RepublishedRecord {
  table: Table;
  row: RecordRow;
  /** Files that were hidden until now. */
  files: number[];
}

/** Effects of a publication beyond the record's own rows. They run in its transaction. */
export interface PublicationEffects {
  /** Deletes files that nothing uses any more. */
  release(work: Work, files: UnusedFile[]): Promise<void>;
  republished(work: Work, record: RepublishedRecord): Promise<void>;
}

const IN_TRASH = 'Este registro foi excluído. Restaure antes de publicar a mudança.';
const IS_SHOWN = 'Este registro já está no site.';
const IS_WITHHELD = 'Este registro já está fora do site.';

/** Publishes the record as it is. */
export async function publishRecord(
  effects: PublicationEffects,
  work: Work,
  table: RecordTable,
  uuid: string,
  expectedVersion?: number,
): Promise<RecordRow> {
  const { trx, now } = work;
  const { ensureConsistent } = compositionOf(table);
  const head = await findHead(trx, table, uuid, expectedVersion);
  if (head.standing === null) throw new Failure('conflict', IS_SHOWN);
  await ensureHasPlace(work, table, head);
  const livingValues = await columnsWithoutDeletedNames(trx, table, head);
  await ensureConsistent?.(work, { ...head, ...livingValues }, head.id);
  const row = await trx
    .updateTable(table as 'banners')
    .set({ ...livingValues, updated_at: now, version: head.version + 1 })
    .where('id', '=', head.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return reveal(effects, work, table, row);
}

/** Shows a saved row and its files to shoppers, unless all its places are deleted. */
export async function reveal(
  effects: PublicationEffects,
  work: Work,
  table: RecordTable,
  row: RecordRow,
): Promise<RecordRow> {
  if (row.standing !== null && (await noPlaceText(work.trx, table, row)) !== undefined) return row;
  const head = row.standing === null ? row : await setStanding(work, table, row, null);
  markChanged(work, table, head);
  if (row.standing !== null) {
    await work.audit({ action: 'publish', entity: table, uuid: row.uuid });
    // The published version uses the files by then, so that none is deleted.
    work.beforeCommit(async () => {
      const { files } = await deleteScheduledPublication(work, table, row.uuid);
      await effects.release(work, files);
    });
  }
  await notifyRepublished(effects, work, table, head);
  return head;
}

/** Publishes the hidden files of a record and notifies listeners. */
export async function notifyRepublished(
  effects: PublicationEffects,
  work: Work,
  table: Table,
  row: RecordRow,
): Promise<void> {
  const { files } = await contentOf(work.trx, table, row);
  await effects.republished(work, { table, row, files: await showFiles(work, files) });
}

export async function setStanding(
  { trx }: Work,
  table: RecordTable,
  { id }: RecordRow,
  standing: RecordRow['standing'],
): Promise<RecordRow> {
  return trx
    .updateTable(table as 'banners')
    .set({ standing })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Unpublishes the record: only staff see it. */
export async function unpublishRecord(
  work: Work,
  table: RecordTable,
  uuid: string,
  expectedVersion?: number,
): Promise<RecordRow> {
  const head = await findHead(work.trx, table, uuid, expectedVersion);
  if (head.standing !== null) throw new Failure('conflict', IS_WITHHELD);
  return unpublishChecked(work, table, head);
}

async function unpublishChecked(work: Work, table: RecordTable, head: RecordRow): Promise<RecordRow> {
  await compositionOf(table).ensureRemovable?.(work, head.id);
  return unpublish(work, table, head);
}

/**
 * Makes a pending change the record's next version. Throws a 409 if the record's version is not
 * `expectedVersion`.
 */
export async function publishPendingChange(
  effects: PublicationEffects,
  work: Work,
  id: number,
  expectedVersion?: number,
): Promise<RecordRow> {
  const { trx } = work;
  const version = await findPending(work, id);
  if (!version) throw new Failure('not_found', VERSION_GONE);
  const table = version.entity as RecordTable;
  const head = await headOf(work, version);
  await ensureCurrent(trx, table, head, expectedVersion);
  const wanted = JSON.parse(version.data) as Content | null;
  // Already unpublished; nothing to do.
  const row = !wanted
    ? head.standing === null
      ? await unpublishChecked(work, table, head)
      : head
    : await saveContent(effects, work, table, head, wanted, await contentOfVersion(trx, version.based_on), {
        isShown: true,
      });
  // The record itself uses the files of the change now.
  await deleteVersions(work, [id]);
  return row;
}

/** Makes a former version the record's next version. */
export async function revert(
  effects: PublicationEffects,
  work: Work,
  id: number,
  expectedVersion?: number,
): Promise<RecordRow> {
  const former = await work.trx
    .selectFrom('record_versions')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'former')
    .executeTakeFirst();
  if (!former) throw new Failure('not_found', VERSION_GONE);
  const table = former.entity as RecordTable;
  const head = await findHead(work.trx, table, former.uuid, expectedVersion);
  const isShown = head.standing === null;
  return saveContent(effects, work, table, head, JSON.parse(former.data) as Content, null, { isShown });
}

/**
 * Makes `wanted` the record's next version. Keeps saves since `base` in columns that `wanted` does not
 * change.
 */
async function saveContent(
  effects: PublicationEffects,
  work: Work,
  table: RecordTable,
  head: RecordRow,
  wanted: Content,
  base: Content | null,
  { isShown }: { isShown: boolean },
): Promise<RecordRow> {
  const { columns, keys, rows } = await mergeChange(work.trx, table, head, wanted, base);
  if (isShown) await ensureHasPlace(work, table, columns);
  await compositionOf(table).ensureConsistent?.(work, columns, head.id);
  const values = { ...columns, ...keys };
  const row = await updateRecord(work, table, head, values, { hasStoredNames: true });
  await writeParts(work, table, head.id, rows);
  return isShown ? reveal(effects, work, table, row) : row;
}

/** Applies a pending change to the stored row, so that the save in this transaction starts from it. */
export async function applyPending(work: Work, version: Version): Promise<void> {
  const { trx } = work;
  const table = version.entity as RecordTable;
  const head = await headOf(work, version);
  const wanted = JSON.parse(version.data) as Content | null;
  if (!wanted) return;
  const base = await contentOfVersion(trx, version.based_on);
  const { columns, keys, rows } = await mergeChange(trx, table, head, wanted, base);
  await trx
    .updateTable(table as 'banners')
    .set({ ...columns, ...keys })
    .where('id', '=', head.id)
    .execute();
  await writeParts(work, table, head.id, rows);
}

/** Locks and returns the record of a version. Throws a 409 if it is deleted. */
async function headOf({ trx }: Work, { entity, uuid }: Version): Promise<RecordRow> {
  const head = await findWithTrash(trx, entity as RecordTable, uuid);
  if (!head || head.deleted_at !== null) throw new Failure('conflict', IN_TRASH);
  return head;
}

/** Throws a 409 if a record names places and all of them are deleted. */
async function ensureHasPlace({ trx }: Work, table: Table, row: object): Promise<void> {
  const text = await noPlaceText(trx, table, row);
  if (text !== undefined) throw new Failure('conflict', text);
}

/** Publishes the hidden files among `ids`, and returns their ids. */
async function showFiles({ trx, now }: Work, ids: number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await trx
    .updateTable('files')
    .set({ state: 'live', updated_at: now })
    .where('id', 'in', ids)
    .where('state', '=', 'hidden')
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}
