import { randomUUID } from 'node:crypto';
import { type Generated, sql } from 'kysely';
import type { DbOrTransaction } from '../../../platform/database/database.ts';
import type { Actor, Work } from '../../../platform/database/write.ts';
import type { Deps } from '../../../platform/deps.ts';
import { type ReceivedFile, withFileName } from '../../../platform/files/receive.ts';
import { invalidFields } from '../../../platform/http/failures.ts';
import { areRecordsInBranches } from '../../../platform/security/access.ts';
import { Failure, type FieldErrors, invalidField } from '../../../shared/failure.ts';
import {
  type GalleryImage,
  type GalleryInput,
  galleryFiles,
  galleryOrder,
  type ImageFile,
  type PictureFrame,
} from '../../../shared/files/image.ts';
import type { Gallery } from '../store/drafts.ts';
import { findRecord } from '../store/records.ts';
import { declareComposition, markChanged, type RecordRow } from '../versions/history.ts';
import type { FileRow } from './file.rows.ts';
import {
  claimFile,
  type FileDeps,
  filesById,
  findPicture,
  loadImages,
  PICTURE_GONE,
  recropPicture,
  reuseStoredFile,
  storeImage,
} from './file.service.ts';

// Pictures of a record: its cover and its gallery. A save may add, replace, remove and reorder gallery
// pictures. All of them are part of the record's content, and so of its version history.

/** Columns of a table of gallery pictures, beside the reference to their record. */
export interface GalleryImageColumns {
  id: Generated<number>;
  uuid: string;
  file_id: number;
  position: number;
  alt: string | null;
  created_at: string;
}

export type { Gallery };

/** Declares a gallery as part of its record's content, and returns it. */
export function declareGallery(gallery: Gallery): Gallery {
  const { record, images, owner } = gallery;
  declareComposition(record, {
    part: { table: images, owner, columns: ['uuid', 'file_id', 'alt', 'position'] },
  });
  return gallery;
}

export interface StoredPictures {
  cover: FileRow | undefined;
  /** New pictures of the gallery. */
  gallery: FileRow[];
  /** Files that replace those of gallery pictures, by the uuid of the picture. */
  recropped: Map<string, FileRow>;
}

/** Stores the cover of a form; undefined if the form has none. */
export type StoreCover = () => Promise<FileRow | undefined>;

/** Stores a cover and gallery pictures, staged. Throws a 422 that names each broken one. */
export async function storePictures(
  deps: FileDeps,
  actor: Actor,
  cover: StoreCover,
  added: { to: Gallery; pictures: ReceivedFile[]; wish: GalleryInput } | undefined,
): Promise<StoredPictures> {
  const stored: StoredPictures = { cover: undefined, gallery: [], recropped: new Map() };
  const wrong: FieldErrors = {};
  const tried = <T>(work: Promise<T>, told = (error: unknown) => error) =>
    work.catch((error) => void collectErrors(wrong, told(error)));
  if (added) ensureWithinLimits(added);
  stored.cover = await tried(cover());
  if (added) {
    const { pictures, wish, to } = added;
    const frames = wish.new_gallery_frames ?? [];
    for (const [index, received] of pictures.entries()) {
      const file = await tried(storeImage(deps, received, frames[index]), (error) =>
        withFileName(error, received),
      );
      if (file) stored.gallery.push(file);
    }
    for (const [index, uuid] of (wish.gallery_from ?? []).entries()) {
      const file = await tried(fromLibrary(deps, actor, uuid, frames[pictures.length + index]));
      if (file) stored.gallery.push(file);
    }
    await tried(storeRecropped(stored.recropped, deps, to, withoutRemoved(wish.gallery_frames, wish)));
  }
  if (Object.keys(wrong).length > 0) throw invalidFields(wrong);
  return stored;
}

function ensureWithinLimits({ pictures, wish }: { pictures: ReceivedFile[]; wish: GalleryInput }): void {
  const most = pictures.length + (wish.gallery_from?.length ?? 0);
  if (most > galleryFiles.most)
    throw invalidField('gallery_from', `Cabem ${galleryFiles.most} fotos novas por vez.`);
  if ((wish.new_gallery_alts?.length ?? 0) > most)
    throw invalidField('new_gallery_alts', 'Há mais textos do que fotos novas.');
  if ((wish.new_gallery_frames?.length ?? 0) > most)
    throw invalidField('new_gallery_frames', 'Há mais cortes do que fotos novas.');
}

async function fromLibrary(
  deps: FileDeps,
  actor: Actor,
  uuid: string,
  frame: PictureFrame | null | undefined,
): Promise<FileRow> {
  const file = await findPicture(deps.db, uuid, actor);
  if (!file) throw invalidField('gallery_from', PICTURE_GONE);
  return (frame && (await recropPicture(deps, file, frame))) || file;
}

/** A form may describe or crop a picture and then remove it. */
const withoutRemoved = <T>(values: Record<string, T> | null | undefined, { gallery_remove }: GalleryInput) =>
  Object.fromEntries(
    Object.entries(values ?? {}).filter(([uuid]) => !gallery_remove?.includes(uuid)),
  ) as Record<string, T>;

/** Stores each picture whose crop changes as a new file. */
async function storeRecropped(
  recut: Map<string, FileRow>,
  deps: FileDeps,
  { images }: Gallery,
  frames: Record<string, PictureFrame>,
): Promise<void> {
  const uuids = Object.keys(frames);
  if (uuids.length === 0) return;
  const { rows } = await sql<{ uuid: string; file_id: number }>`
    select uuid, file_id from ${sql.table(images)} where uuid in (${sql.join(uuids)})
  `.execute(deps.db);
  const files = await filesById(
    deps.db,
    rows.map(({ file_id }) => Number(file_id)),
  );
  for (const { uuid, file_id } of rows) {
    const [file, frame] = [files.get(Number(file_id)), frames[uuid]];
    const other = file && frame && (await recropPicture(deps, file, frame));
    if (other) recut.set(uuid, other);
  }
}

/** Collects the field errors of a picture for the response; rethrows any other error. */
function collectErrors(wrong: FieldErrors, error: unknown): void {
  if (!(error instanceof Failure && error.code === 'invalid')) throw error;
  for (const [field, messages] of Object.entries(error.fields ?? {}))
    wrong[field] = [...(wrong[field] ?? []), ...messages];
}

const filesOf = ({ cover, gallery, recropped }: StoredPictures) => [
  ...(cover ? [cover] : []),
  ...gallery,
  ...recropped.values(),
];

/** Claims all files of `pictures`. */
export async function claimPictures(deps: FileDeps, work: Work, pictures: StoredPictures): Promise<void> {
  for (const file of filesOf(pictures))
    await (file.state === 'staged' ? claimFile : reuseStoredFile)(deps, work, file);
}

/** Returns an alternative text as stored: empty for a decorative picture. */
const storedAlt = (alt: string | false | null | undefined) => (alt === false ? '' : (alt ?? null));

/** Changes of a gallery that a form requests. */
interface GalleryDraft {
  /** Changed texts, with the previous ones. */
  texts: { uuid: string; alt: string | null; before: string | null }[];
  /** Replaced files. */
  recut: { uuid: string; file_id: number }[];
  /** Uuids of removed rows. */
  removed: string[];
  /** New rows. */
  added: { uuid: string; file_id: number; position: number; alt: string | null }[];
  /** Changed positions of stored rows. */
  moved: { uuid: string; position: number }[];
}

interface GalleryRow {
  uuid: string;
  position: number;
  alt: string | null;
}

/** Computes the changes of a gallery from its stored rows and a form. */
function draftGallery(
  rows: GalleryRow[],
  { gallery: added, recropped }: StoredPictures,
  wish: GalleryInput,
): GalleryDraft {
  const { new_gallery_alts, gallery_remove, gallery_order } = wish;
  const stored = new Map(rows.map(({ uuid, alt }) => [uuid, alt]));
  const texts = Object.entries(withoutRemoved(wish.gallery_alts, wish)).map(([uuid, alt]) => ({
    uuid,
    alt: storedAlt(alt),
  }));
  if (texts.some(({ uuid }) => !stored.has(uuid)))
    throw invalidField('gallery_alts', 'Uma foto cujo texto você mudou não está mais na galeria.');
  if (Object.keys(withoutRemoved(wish.gallery_frames, wish)).some((uuid) => !stored.has(uuid)))
    throw invalidField('gallery_frames', 'Uma foto cujo corte você mudou não está mais na galeria.');
  const last = Math.max(0, ...rows.map(({ position }) => Number(position)));
  const removed = (gallery_remove ?? []).filter((uuid) => stored.has(uuid));
  const left = rows.filter(({ uuid }) => !removed.includes(uuid));
  const uuids = left.map(({ uuid }) => uuid);
  const order = gallery_order?.length ? galleryOrder(gallery_order, uuids, added.length) : null;
  return {
    removed,
    moved: order
      ? left
          .map(({ uuid, position }) => ({
            uuid,
            before: Number(position),
            position: order.indexOf(uuid) + 1,
          }))
          .filter(({ before, position }) => before !== position)
          .map(({ uuid, position }) => ({ uuid, position }))
      : [],
    texts: texts
      .map((text) => ({ ...text, before: stored.get(text.uuid) ?? null }))
      .filter(({ alt, before }) => alt !== before),
    recut: Array.from(recropped, ([uuid, { id }]) => ({ uuid, file_id: id })),
    added: added.map((file, index) => ({
      uuid: randomUUID(),
      file_id: file.id,
      position: order ? order.indexOf(index) + 1 : last + index + 1,
      alt: storedAlt(new_gallery_alts?.[index]),
    })),
  };
}

/** Returns all rows of a gallery as a form would leave them; new ones have no id. */
export async function galleryRows(
  db: DbOrTransaction,
  { images, owner }: Gallery,
  record: number,
  pictures: StoredPictures,
  wish: GalleryInput,
  now: string,
): Promise<(Record<string, unknown> & { id?: number })[]> {
  const { rows } = await sql<GalleryRow & { id: number }>`
    select * from ${sql.table(images)} where ${sql.ref(owner)} = ${record} order by position, id
  `.execute(db);
  const { texts, recut, removed, moved, added } = draftGallery(rows, pictures, wish);
  const texted = new Map(texts.map(({ uuid, alt }) => [uuid, { alt }]));
  const cut = new Map(recut.map(({ uuid, file_id }) => [uuid, { file_id }]));
  const placed = new Map(moved.map(({ uuid, position }) => [uuid, { position }]));
  return [
    ...rows
      .filter(({ uuid }) => !removed.includes(uuid))
      .map((row) => ({ ...row, ...texted.get(row.uuid), ...cut.get(row.uuid), ...placed.get(row.uuid) })),
    ...added.map((row) => ({ ...row, [owner]: record, created_at: now })),
  ];
}

/** Saves the changes of a form to a record's gallery, with audit entries. */
export async function saveGallery(
  work: Work,
  { record: table, images, owner }: Gallery,
  record: { id: number; uuid: string },
  pictures: StoredPictures,
  wish: GalleryInput,
): Promise<void> {
  const { rows } = await sql<GalleryRow>`
    select uuid, position, alt from ${sql.table(images)} where ${sql.ref(owner)} = ${record.id}
    order by position, id
  `.execute(work.trx);
  const audit = (action: string, states: { before?: object; after: object }) =>
    work.audit({ action, entity: table, uuid: record.uuid, ...states });

  const { texts, recut, removed, moved, added } = draftGallery(rows, pictures, wish);
  for (const { uuid, file_id } of recut)
    await sql`update ${sql.table(images)} set file_id = ${file_id} where uuid = ${uuid}`.execute(work.trx);
  if (recut.length > 0) await audit('recut_images', { after: { images: recut.map(({ uuid }) => uuid) } });
  for (const { uuid, alt } of texts)
    await sql`update ${sql.table(images)} set alt = ${alt} where uuid = ${uuid}`.execute(work.trx);
  if (texts.length > 0)
    await audit('describe_images', {
      before: { images: texts.map(({ uuid, before }) => ({ uuid, alt: before })) },
      after: { images: texts.map(({ uuid, alt }) => ({ uuid, alt })) },
    });

  if (removed.length > 0) {
    await sql`delete from ${sql.table(images)} where uuid in (${sql.join(removed)})`.execute(work.trx);
    await audit('remove_images', { before: { images: removed }, after: { images: [] } });
  }
  for (const { uuid, file_id, position, alt } of added)
    await sql`
      insert into ${sql.table(images)} (uuid, ${sql.ref(owner)}, file_id, position, alt, created_at)
      values (${uuid}, ${record.id}, ${file_id}, ${position}, ${alt}, ${work.now})
    `.execute(work.trx);
  if (added.length > 0)
    await audit('add_images', { after: { images: added.map(({ uuid, alt }) => ({ uuid, alt })) } });
  for (const { uuid, position } of moved)
    await sql`update ${sql.table(images)} set position = ${position} where uuid = ${uuid}`.execute(work.trx);
  if (moved.length > 0) await audit('order_images', { after: { images: moved } });
}

/** Removes one picture from its gallery. The record's version stays, so no open edit becomes outdated. */
export async function destroyGalleryImage(
  deps: Pick<Deps, 'write' | 'permissionFailure'>,
  actor: Actor,
  { record, images, owner }: Gallery,
  uuid: string,
  gone: string,
): Promise<void> {
  await deps.write(actor, async (work) => {
    const { rows } = await sql<{ uuid: string }>`
      select ${sql.ref(`${record}.uuid`)} as uuid from ${sql.table(images)}
      join ${sql.table(record)} on ${sql.ref(`${record}.id`)} = ${sql.ref(`${images}.${owner}`)}
      where ${sql.ref(`${images}.uuid`)} = ${uuid}
    `.execute(work.trx);
    const [found] = rows;
    if (!found) throw new Failure('not_found', gone);
    // Locks the record first, as every write does: it may be saved, unpublished or deleted at this moment.
    const row = (await findRecord(work.trx, record, found.uuid, gone)) as RecordRow & { name: string };
    if (!(await areRecordsInBranches(work.trx, actor, record, [row.uuid])))
      throw await deps.permissionFailure(undefined, actor);
    const { numAffectedRows } = await sql`
      delete from ${sql.table(images)} where uuid = ${uuid} and ${sql.ref(owner)} = ${row.id}
    `.execute(work.trx);
    if (numAffectedRows === 0n) throw new Failure('not_found', gone);
    markChanged(work, record, row);
    const { name } = row;
    await work.audit({
      action: 'update',
      entity: record,
      uuid: row.uuid,
      before: { name, images: [uuid] },
      after: { name, images: [] },
    });
  });
}

interface RecordWithCover {
  id: number;
  file_id: number | null;
  alt: string | null;
}

export interface RecordPictures {
  cover: ImageFile | null;
  gallery: GalleryImage[];
}

/** Loads the pictures of `records` and returns a function that gives those of each. */
export async function loadRecordPictures(
  deps: Pick<Deps, 'db' | 'mediaUrl'>,
  { images, owner }: Gallery,
  records: RecordWithCover[],
): Promise<(record: RecordWithCover) => RecordPictures> {
  if (records.length === 0) return () => ({ cover: null, gallery: [] });
  const ids = records.map(({ id }) => id);
  const { rows } = await sql<{ uuid: string; record: number; file_id: number; alt: string | null }>`
    select uuid, ${sql.ref(owner)} as record, file_id, alt from ${sql.table(images)}
    where ${sql.ref(owner)} in (${sql.join(ids)})
    order by position, id
  `.execute(deps.db);
  const image = await loadImages(
    deps,
    [...records, ...rows].map((row) => row.file_id),
  );
  return ({ id, file_id, alt }) => ({
    cover: image(file_id, alt),
    gallery: rows
      .filter((row) => row.record === id)
      .flatMap((row) => {
        const file = image(row.file_id, row.alt);
        if (!file) return [];
        const { url_s3: path, ...rest } = file;
        return [{ ...rest, uuid: row.uuid, path }];
      }),
  });
}
