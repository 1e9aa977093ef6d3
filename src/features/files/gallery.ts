import { randomUUID } from 'node:crypto';
import { type Generated, type Selectable, sql } from 'kysely';
import { Failure, type FieldErrors, invalidField } from '../../contract/failure.ts';
import type { GalleryAlts, GalleryImage, ImageFile } from '../../contract/image.ts';
import { changed, composeOf } from '../../platform/database/history.ts';
import { inOffice } from '../../platform/database/live.ts';
import type { RecordTable } from '../../platform/database/records.ts';
import type { RecordColumns, Tables } from '../../platform/database/tables.ts';
import type { Actor, Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { namingFile, type ReceivedFile } from '../../platform/files/receive.ts';
import { invalidFields } from '../../platform/http/failures.ts';
import { discardStaged, type FileRow } from './file.rows.ts';
import { claimFile, type FileDeps, imageReader, storeImage, takeStored } from './file.service.ts';

// Pictures of a record: its cover, and a gallery that grows with each save and shrinks picture by picture. All of
// them are part of what the record is, and so of its history.

/** Columns of a table that holds the pictures of a gallery, beside the one that names their record. */
export interface GalleryImageColumns {
  id: Generated<number>;
  uuid: string;
  file_id: number;
  position: number;
  alt: string | null;
  created_at: string;
}

/** Where the galleries of a resource are kept. */
export interface Gallery {
  /** Its records have a `name`. */
  record: RecordTable;
  images: keyof Tables;
  /** The column of `images` that holds the record's id. */
  owner: string;
}

/** For whoever declares the records' table. */
export function galleryOf(gallery: Gallery): Gallery {
  const { record, images, owner } = gallery;
  composeOf(record, { part: { table: images, owner, columns: ['uuid', 'file_id', 'alt', 'position'] } });
  return gallery;
}

export interface StoredPictures {
  cover: FileRow | undefined;
  gallery: FileRow[];
}

/** Stores a picture that a form brings, if it does. */
export type Cover = () => Promise<FileRow | undefined>;

/** Stores a cover and pictures of a gallery, staged: all of them, or none and a 422 that names each broken one. */
export async function storePictures(
  deps: FileDeps,
  cover: Cover,
  gallery: ReceivedFile[],
  { new_gallery_alts }: GalleryAlts,
): Promise<StoredPictures> {
  if ((new_gallery_alts?.length ?? 0) > gallery.length)
    throw invalidField('new_gallery_alts', 'Há mais textos do que fotos novas.');
  const stored: StoredPictures = { cover: undefined, gallery: [] };
  const wrong: FieldErrors = {};
  try {
    stored.cover = await cover().catch((error) => void note(wrong, error));
    for (const received of gallery) {
      const file = await storeImage(deps, received).catch(
        (error) => void note(wrong, namingFile(error, received)),
      );
      if (file) stored.gallery.push(file);
    }
    if (Object.keys(wrong).length > 0) throw invalidFields(wrong);
    return stored;
  } catch (error) {
    for (const file of filesOf(stored)) await discardStaged(deps, file);
    throw error;
  }
}

/** Keeps what is wrong with a picture for the answer; anything else ends the work at once. */
function note(wrong: FieldErrors, error: unknown): void {
  if (!(error instanceof Failure && error.code === 'invalid')) throw error;
  for (const [field, messages] of Object.entries(error.fields ?? {}))
    wrong[field] = [...(wrong[field] ?? []), ...messages];
}

const filesOf = ({ cover, gallery }: StoredPictures) => [...(cover ? [cover] : []), ...gallery];

/** `claimFile` for all of them. */
export async function claimPictures(deps: FileDeps, work: Work, pictures: StoredPictures): Promise<void> {
  for (const file of filesOf(pictures))
    await (file.state === 'staged' ? claimFile : takeStored)(deps, work, file);
}

/** As it is stored: a decorative picture has an empty text. */
const listed = (alt: string | false | null | undefined) => (alt === false ? '' : (alt ?? null));

/** Puts claimed pictures behind those that a record has, and gives all of them the texts that a request brings. */
export async function saveGallery(
  work: Work,
  { record: table, images, owner }: Gallery,
  record: { id: number; uuid: string },
  added: FileRow[],
  { gallery_alts, new_gallery_alts }: GalleryAlts,
): Promise<void> {
  const { rows } = await sql<{ uuid: string; position: number; alt: string | null }>`
    select uuid, position, alt from ${sql.table(images)} where ${sql.ref(owner)} = ${record.id}
  `.execute(work.trx);
  const audit = (action: string, states: { before?: object; after: object }) =>
    work.audit({ action, entity: table, uuid: record.uuid, ...states });

  const stored = new Map(rows.map(({ uuid, alt }) => [uuid, alt]));
  const texts = Object.entries(gallery_alts ?? {}).map(([uuid, alt]) => ({ uuid, alt: listed(alt) }));
  if (texts.some(({ uuid }) => !stored.has(uuid)))
    throw invalidField('gallery_alts', 'Uma foto cujo texto você mudou não está mais na galeria.');
  const changed = texts.filter(({ uuid, alt }) => alt !== stored.get(uuid));
  for (const { uuid, alt } of changed)
    await sql`update ${sql.table(images)} set alt = ${alt} where uuid = ${uuid}`.execute(work.trx);
  if (changed.length > 0)
    await audit('describe_images', {
      before: { images: changed.map(({ uuid }) => ({ uuid, alt: stored.get(uuid) })) },
      after: { images: changed },
    });

  if (added.length === 0) return;
  const last = Math.max(0, ...rows.map(({ position }) => Number(position)));
  const behind: { uuid: string; alt: string | null }[] = [];
  for (const [index, file] of added.entries()) {
    const uuid = randomUUID();
    const alt = listed(new_gallery_alts?.[index]);
    await sql`
      insert into ${sql.table(images)} (uuid, ${sql.ref(owner)}, file_id, position, alt, created_at)
      values (${uuid}, ${record.id}, ${file.id}, ${last + index + 1}, ${alt}, ${work.now})
    `.execute(work.trx);
    behind.push({ uuid, alt });
  }
  await audit('add_images', { after: { images: behind } });
}

/** Takes one picture out of its gallery. The count of the record's saves stays: nobody's edit is made stale by it. */
export async function destroyGalleryImage(
  deps: Pick<Deps, 'write'>,
  actor: Actor,
  { record, images, owner }: Gallery,
  uuid: string,
  gone: string,
): Promise<void> {
  await deps.write(actor, async (work) => {
    const { rows } = await sql<{ owner: number }>`
      delete from ${sql.table(images)} where uuid = ${uuid} and ${sql.ref(owner)} in (
        select id from ${sql.table(record)} where ${inOffice(record)}
      )
      returning ${sql.ref(owner)} as owner
    `.execute(work.trx);
    const [image] = rows;
    if (!image) throw new Failure('not_found', gone);
    const { rows: owners } = await sql<Selectable<RecordColumns> & { name: string }>`
      select * from ${sql.table(record)} where id = ${image.owner}
    `.execute(work.trx);
    const [row] = owners;
    if (!row) throw new Failure('not_found', gone);
    changed(work, record, row);
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

interface Pictured {
  id: number;
  file_id: number | null;
  alt: string | null;
}

export interface Pictures {
  cover: ImageFile | null;
  gallery: GalleryImage[];
}

/** The pictures of `records`, read at once: asked one by one, each gets its own. */
export async function pictureReader(
  deps: Pick<Deps, 'db' | 'mediaUrl'>,
  { images, owner }: Gallery,
  records: Pictured[],
): Promise<(record: Pictured) => Pictures> {
  if (records.length === 0) return () => ({ cover: null, gallery: [] });
  const ids = records.map(({ id }) => id);
  const { rows } = await sql<{ uuid: string; record: number; file_id: number; alt: string | null }>`
    select uuid, ${sql.ref(owner)} as record, file_id, alt from ${sql.table(images)}
    where ${sql.ref(owner)} in (${sql.join(ids)})
    order by position, id
  `.execute(deps.db);
  const image = await imageReader(
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
