import type { Transaction } from 'kysely';
import type { DbOrTransaction } from '../../../platform/database/database.ts';
import type { Tables } from '../../../platform/database/tables.ts';
import type { Actor } from '../../../platform/database/write.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { ReceivedFile } from '../../../platform/files/receive.ts';
import type { PlanMark, PlannedCall, SavedRecord } from '../../../platform/publication.ts';
import { invalidField } from '../../../shared/failure.ts';
import type { PictureInput } from '../../../shared/files/image.ts';
import { chooseFile } from '../../../shared/text/texts.ts';
import { type FormPictures, type RecordDraft, saveDraft, saveMessage } from '../store/drafts.ts';
import { lockOrder } from '../store/order.ts';
import type { RecordTable, Row } from '../store/records.ts';
import type { Table } from '../versions/history.ts';
import type { FileRow } from './file.rows.ts';
import {
  type FileDeps,
  filesById,
  findPicture,
  PICTURE_GONE,
  recropPicture,
  storeImage,
} from './file.service.ts';
import { claimPictures, type StoredPictures, saveGallery, storePictures } from './gallery.ts';

// Saves records with pictures. Processing one is slow and must not happen inside a transaction. The picture
// is therefore stored first, staged, and claimed by the transaction that uses it. Rules and columns are those
// of the services.

export type PictureTable = {
  [T in RecordTable]: Row<T> extends { file_id: number | null } ? T : never;
}[RecordTable];

/** Dependencies of saves of records with files. */
export type SaveDeps = FileDeps & Pick<Deps, 'publication'>;

/** Stores the picture that replaces the current one; undefined if it stays. */
async function storeCover(
  deps: FileDeps,
  actor: Actor,
  image: ReceivedFile | undefined,
  { image_from, image_frame }: PictureInput,
  current: number | null,
): Promise<FileRow | undefined> {
  if (image) return storeImage(deps, image, image_frame);
  const other = image_from === undefined ? undefined : await findPicture(deps.db, image_from, actor);
  if (image_from !== undefined && !other) throw invalidField('image_from', PICTURE_GONE);
  const whole = other ?? (image_frame && current !== null ? await pictureById(deps, current) : undefined);
  if (!whole || !image_frame) return other;
  return (await recropPicture(deps, whole, image_frame)) ?? other;
}

const pictureById = async ({ db }: FileDeps, id: number) => (await filesById(db, [id])).get(id);

/** Returns the picture columns that a form changes. */
export const coverColumns = (
  { before }: Pick<RecordDraft, 'before'>,
  { cover }: StoredPictures,
  { image_remove }: PictureInput,
): { file_id?: number | null; alt?: null } =>
  cover ? { file_id: cover.id } : before && image_remove ? { file_id: null, alt: null } : {};

/** Stores the pictures of a form, staged. Without an image the record keeps its current one. */
export async function storeDraftPictures(
  deps: FileDeps,
  actor: Actor,
  { before }: Pick<RecordDraft, 'before'>,
  brought: FormPictures,
): Promise<StoredPictures> {
  const { image, wish, added, isOptional } = brought;
  const current = (before as { file_id: number | null } | null)?.file_id ?? null;
  const stored = await storePictures(
    deps,
    actor,
    () => storeCover(deps, actor, image, wish, wish.image_remove ? null : current),
    added,
  );
  if (!before && !stored.cover && !isOptional) throw invalidField('image_from', chooseFile.image);
  return stored;
}

/**
 * Saves a draft with its pictures. `draftOn` runs before the slow processing, so that invalid input fails
 * early, and again in the transaction, after `lock`.
 */
export async function saveWithPictures<T extends PictureTable>(
  deps: SaveDeps,
  call: PlannedCall,
  brought: FormPictures,
  draftOn: (db: DbOrTransaction) => Promise<RecordDraft<T>>,
  lock?: (trx: Transaction<Tables>) => Promise<void>,
): Promise<SavedRecord & PlanMark> {
  const { wish, added } = brought;
  const stored = await storeDraftPictures(deps, call.actor, await draftOn(deps.db), brought);
  return deps.publication.savePlanned(call, async (work) => {
    await lock?.(work.trx);
    const draft = await draftOn(work.trx);
    // Files are locked after records, as everywhere.
    await lockOrder(work.trx, draft.table as Table);
    await claimPictures(deps, work, stored);
    const values = {
      ...draft.values,
      ...coverColumns(draft, stored, wish),
    } as RecordDraft<T>['values'];
    const row = await saveDraft(work, { ...draft, values });
    if (added) await saveGallery(work, added.to, row, stored, added.wish);
    return { message: saveMessage(work, draft), uuid: row.uuid, version: row.version };
  });
}
