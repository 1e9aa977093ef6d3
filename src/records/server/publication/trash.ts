import type { Work } from '../../../platform/database/write.ts';
import { Failure } from '../../../shared/failure.ts';
import { lockOrder, moveToPosition, recordsInOrder, writeOrder } from '../store/order.ts';
import { deleteRecord, findHead, findWithTrash, type RecordTable } from '../store/records.ts';
import { columnsWithoutDeletedNames, countUnpublished, noPlaceText } from '../store/references.ts';
import { compositionOf, contentOf, markChanged, type RecordRow } from '../versions/history.ts';
import { notifyRepublished, type PublicationEffects } from './publishRecord.ts';
import { isNotDeleted } from './visibility.ts';

const NOT_IN_TRASH = 'Este registro não está na lixeira, ou o lugar dele já foi ocupado.';
const ONE_AT_MOST = 'Já existe outro no lugar dele.';

/** Moves the record to the trash, as its own delete endpoint does. */
export async function moveToTrash(work: Work, table: RecordTable, uuid: string): Promise<RecordRow> {
  const head = await findHead(work.trx, table, uuid);
  await compositionOf(table).ensureRemovable?.(work, head.id);
  await deleteRecord(work, table, head);
  if ('position' in head) {
    await writeOrder(work.trx, table, await recordsInOrder(work.trx, table));
  }
  return head;
}

/** Restores a record from the trash to its former position. */
export async function restoreRecord(
  effects: PublicationEffects,
  work: Work,
  table: RecordTable,
  uuid: string,
): Promise<RecordRow> {
  await lockOrder(work.trx, table);
  const { ensureConsistent, derive } = compositionOf(table);
  const head = await findWithTrash(work.trx, table, uuid);
  if (!head || head.deleted_at === null) throw new Failure('conflict', NOT_IN_TRASH);
  await ensureSingle(work, table, head);
  const livingValues = await columnsWithoutDeletedNames(work.trx, table, head);
  const content = { ...head, ...livingValues };
  await ensureConsistent?.(work, content, head.id);
  // The rules for derived columns may have changed since the deletion.
  const keys = derive?.(content) ?? {};
  const isNowhere = (await noPlaceText(work.trx, table, content)) !== undefined;
  const place = 'position' in head ? Number(head.position) : null;
  const others = place === null ? [] : await recordsInOrder(work.trx, table);
  const row = await work.trx
    .updateTable(table as 'banners')
    .set({
      ...livingValues,
      ...keys,
      ...(isNowhere && { standing: 'ended' }),
      deleted_at: null,
      updated_at: work.now,
      version: head.version + 1,
      ...(place !== null && { position: others.length + 1 }),
    })
    .where('id', '=', head.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (place !== null) await moveToPosition(work.trx, table, head.id, place);
  markChanged(work, table, row, { returns: true });
  await countUnpublished(work, table, uuid);
  const { data } = await contentOf(work.trx, table, row);
  await work.audit({ action: 'restore', entity: table, uuid, after: data });
  if (row.standing === null) await notifyRepublished(effects, work, table, row);
  return row;
}

async function ensureSingle({ trx }: Work, table: RecordTable, { id }: RecordRow): Promise<void> {
  if (!compositionOf(table).single) return;
  const other = await trx
    .selectFrom(table as 'banners')
    .select('id')
    .where(isNotDeleted(table))
    .where('id', '<>', id)
    .executeTakeFirst();
  if (other) throw new Failure('conflict', ONE_AT_MOST);
}
