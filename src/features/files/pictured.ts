import type { Selectable, Transaction } from 'kysely';
import { invalidField } from '../../contract/failure.ts';
import type { GalleryWish, PictureWish } from '../../contract/image.ts';
import { chooseFile } from '../../contract/texts.ts';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import { moveTo } from '../../platform/database/order.ts';
import {
  ensureCurrent,
  findRecord,
  type NewValues,
  type RecordTable,
  type Row,
  updateRecord,
} from '../../platform/database/records.ts';
import type { RecordColumns, Tables } from '../../platform/database/tables.ts';
import type { Actor, Work } from '../../platform/database/write.ts';
import type { ReceivedFile } from '../../platform/files/receive.ts';
import type { FileRow } from './file.rows.ts';
import { type FileDeps, filesById, findPicture, PICTURE_GONE, reframe, storeImage } from './file.service.ts';
import { claimPictures, type Gallery, type StoredPictures, saveGallery, storePictures } from './gallery.ts';

// How a record is saved that has a picture. Working on one takes a while and nothing foreign belongs into a
// transaction, so the picture is stored first, for nobody yet, and the transaction that uses it takes it. Rules and
// columns are the services'.

export type PicturedTable = {
  [T in RecordTable]: Row<T> extends { file_id: number | null } ? T : never;
}[RecordTable];

interface Brought {
  image: ReceivedFile | undefined;
  /** Another picture than a file, and how it is cut. */
  wish: PictureWish;
  /** Pictures for a gallery, where there is one, and what is wanted of all in it. */
  added?: { to: Gallery; pictures: ReceivedFile[]; wish: GalleryWish };
}

/** All that a form brings, staged or stored already; `current` is the number of the picture that is there. */
function storeBrought(
  deps: FileDeps,
  { image, wish, added }: { [K in keyof Brought]: Brought[K] | undefined } & Pick<Brought, 'wish'>,
  current: number | null,
): Promise<StoredPictures> {
  return storePictures(deps, () => storeCover(deps, image, wish, current), added);
}

/** The picture that takes the place of what is there; undefined where that stays. */
async function storeCover(
  deps: FileDeps,
  image: ReceivedFile | undefined,
  { image_from, image_frame }: PictureWish,
  current: number | null,
): Promise<FileRow | undefined> {
  if (image) return storeImage(deps, image, image_frame);
  const other = image_from === undefined ? undefined : await findPicture(deps.db, image_from);
  if (image_from !== undefined && !other) throw invalidField('image_from', PICTURE_GONE);
  const whole = other ?? (image_frame && current !== null ? await pictureById(deps, current) : undefined);
  if (!whole || !image_frame) return other;
  return (await reframe(deps, whole, image_frame)) ?? other;
}

const pictureById = async ({ db }: FileDeps, id: number) => (await filesById(db, [id])).get(id);

/** `insert` writes the new record with the number of its picture. */
export async function insertPictured<R extends { id: number; uuid: string }>(
  deps: FileDeps,
  actor: Actor,
  { image, wish, added }: Brought,
  insert: (work: Work, file_id: number) => Promise<R>,
): Promise<R> {
  return insertMaybePictured(deps, actor, { image, wish, added } as Brought, (work, file_id) => {
    if (file_id === null) throw invalidField('image_from', chooseFile.image);
    return insert(work, file_id);
  });
}

/** The same of what may do without a picture. */
export async function insertMaybePictured<R extends { id: number; uuid: string }>(
  deps: FileDeps,
  actor: Actor,
  { image, wish, added }: Brought,
  insert: (work: Work, file_id: number | null) => Promise<R>,
): Promise<R> {
  const stored = await storeBrought(deps, { image, wish, added }, null);
  return deps.write(actor, async (work) => {
    await claimPictures(deps, work, stored);
    const row = await insert(work, stored.cover?.id ?? null);
    if (added) await saveGallery(work, added.to, row, stored, added.wish);
    return row;
  });
}

export interface PicturedUpdate<T extends PicturedTable> extends Brought {
  table: T;
  uuid: string;
  /** The version that the editor saw. */
  seen: number | undefined;
  /** What is said of one that is not there any more. */
  gone: string;
  /** For writers that have to wait for one another; comes before the record is read. */
  lock?: (trx: Transaction<Tables>) => Promise<void>;
  /** Where it goes among those that staff put in order. */
  position?: number | undefined;
  /**
   * What is written over `before`, or a `Failure`. Asked before the picture is worked on, so that nobody waits for
   * a refusal, and again in the transaction.
   */
  values: (before: Row<T>, db: DbOrTransaction) => Partial<NewValues<T>> | Promise<Partial<NewValues<T>>>;
}

/** Writes a record anew; without an image it keeps the one that it has. */
export async function updatePictured<T extends PicturedTable>(
  deps: FileDeps,
  actor: Actor,
  { table, uuid, seen, gone, lock, position, image, wish, added, values }: PicturedUpdate<T>,
): Promise<Row<T>> {
  const valuesOver = async (db: DbOrTransaction) => {
    const before = await findRecord(db, table, uuid, gone);
    const row = before as unknown as Selectable<RecordColumns>;
    await ensureCurrent(db, table, row, seen);
    return { id: row.id, before, columns: await values(before, db) };
  };
  const { before } = await valuesOver(deps.db);
  const stored = await storeBrought(
    deps,
    { image, wish, added },
    wish.image_remove ? null : (before as { file_id: number | null }).file_id,
  );
  const cover = stored.cover
    ? { file_id: stored.cover.id }
    : wish.image_remove && { file_id: null, alt: null };
  return deps.write(actor, async (work) => {
    await claimPictures(deps, work, stored);
    await lock?.(work.trx);
    const { id, before, columns } = await valuesOver(work.trx);
    if (position !== undefined) await moveTo(work.trx, table, id, position);
    const after = await updateRecord(work, table, before, {
      ...columns,
      ...cover,
    } as Partial<NewValues<T>>);
    if (added) await saveGallery(work, added.to, { id, uuid }, stored, added.wish);
    return after;
  });
}
