import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import { type Insertable, type SqlBool, sql } from 'kysely';
import type { DocumentFile } from '../../contract/document.ts';
import { Failure, invalidField } from '../../contract/failure.ts';
import { type Frame, focusStop, type ImageFile } from '../../contract/image.ts';
import { parseStored } from '../../contract/stored.ts';
import { isoAt } from '../../platform/clock.ts';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import { searchText } from '../../platform/database/list.ts';
import { foldedIn } from '../../platform/database/refold.ts';
import { shownWith } from '../../platform/database/watch.ts';
import type { Actor, Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { withFile } from '../../platform/files/handles.ts';
import type { ReceivedFile } from '../../platform/files/receive.ts';
import { discardLater, keepStaged } from '../../platform/files/staged.ts';
import type { Area } from '../../platform/files/store.ts';
import { keepsFromWriting } from '../../platform/http/failures.ts';
import { ImageError, problemText } from './file.images.problem.ts';
import { processElsewhere } from './file.images.process.ts';
import type { Crop, Encoded } from './file.images.ts';
import { askForAvif } from './file.jobs.ts';
import { isReadablePicture } from './file.readable.ts';
import {
  discardStaged,
  type FileDeps,
  type FileRow,
  type FileTable,
  fileUrl,
  keyOf,
  mainName,
  openPart,
  partsOf,
  sourceName,
  sourceOf,
  variantName,
  variantOf,
  variantsOf,
} from './file.rows.ts';

export { eraseFiles, removeFiles } from './file.removed.ts';
export { type FileDeps, type FileRow, fileUrl, keptParts, videoFormatOf } from './file.rows.ts';
export { sweep } from './file.sweep.ts';

/** What a list of pictures has: what is drawn of a booklet is none of them, nor what nobody keeps yet. */
export const isPicture = sql<SqlBool>`
  files.kind = 'image' and files.area = 'public' and files.state <> 'staged'
  and not exists (
    select 1 from file_uses where file_uses.file_id = files.id and file_uses.entity = 'fortnightly_booklets'
  )
`;

export const PICTURE_GONE = 'Esta imagem não está mais na biblioteca. Escolha outra.';

/** Returns the picture `uuid`, or undefined where there is none that `actor` may see. */
export const findPicture = (db: DbOrTransaction, uuid: string, actor: Actor): Promise<FileRow | undefined> =>
  db
    .selectFrom('files')
    .selectAll()
    .where('uuid', '=', uuid)
    .where(isPicture)
    .where(isReadablePicture(actor))
    .executeTakeFirst();

// The name that a file came with is stored folded only.
foldedIn('files', { derive: ({ search }) => ({ search: searchText(search) }) });

const STORE_AWAY = 'Não conseguimos guardar o arquivo agora. Tente de novo em instantes.';

/** A received picture, worked on: what is stored of it. Without its AVIF widths, these are made later. */
export type Picture = Awaited<ReturnType<typeof processElsewhere>> & { avifs?: Encoded<'image/avif'>[] };

/** Re-encodes a received picture into its widths. What cannot be read is a 422 at its field. */
export async function readPicture(received: ReceivedFile, crop: Crop | null = null): Promise<Picture> {
  if (received.standIn) {
    received.standIn.crop = crop;
    return likeness(received.standIn, crop);
  }
  try {
    return await processElsewhere(received.path, crop);
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    throw invalidField(received.field, problemText(error.problem, received.type));
  }
}

/** The picture of a preview: of that size, and nothing in it. */
function likeness({ width, height }: { width: number; height: number }, crop: Crop | null): Picture {
  const share = (side: number, percent = 100) => Math.max(1, Math.round((side * percent) / 100));
  const size = { width: share(width, crop?.width), height: share(height, crop?.height) };
  const main = { type: 'image/jpeg' as const, data: Buffer.alloc(0), ...size };
  return { main, variants: [], avifs: [], placeholder: '', ground: null };
}

/** Stores a picture with its widths, staged: it is nobody's until `claimFile`. */
export async function storePicture(
  deps: FileDeps,
  received: Pick<ReceivedFile, 'kind' | 'name' | 'standIn'>,
  { main, placeholder, ground, source, ...picture }: Picture,
  { crop = null, focus = null }: Partial<Frame> = {},
  content: Partial<FileRow> = {},
): Promise<FileRow> {
  const variants = [...picture.variants, ...(picture.avifs ?? [])];
  const parts = [
    { ...main, name: mainName(main) },
    ...variants.map((item) => ({ ...item, name: variantName(item) })),
    ...(source ? [{ ...source, name: sourceName(source) }] : []),
  ];
  const row = newRow(deps, received, 'public', {
    type: main.type,
    bytes: main.data.length,
    width: main.width,
    height: main.height,
    variants: JSON.stringify(variants.map(variantOf)),
    placeholder,
    ground: ground ?? '',
    avif: picture.avifs ? 'done' : 'pending',
    ...focusColumns(focus),
    crop: source && crop ? JSON.stringify(crop) : null,
    source: source ? JSON.stringify({ type: source.type, bytes: source.data.length }) : null,
    search: searchText(received.name),
    ...content,
  });
  return stage(deps, row, (uuid) =>
    parts.map(({ name, data, type }) => deps.store.put('public', keyOf(uuid, name), data, type)),
  );
}

/** Both at once. Where it fails, nothing of the picture stays. */
export async function storeImage(
  deps: FileDeps,
  received: ReceivedFile,
  wanted?: Frame | null,
): Promise<FileRow> {
  return storePicture(deps, received, await readPicture(received, wanted?.crop), wanted ?? {});
}

const focusColumns = (focus: Frame['focus']) => ({
  focus_x: focus && focusStop(focus.x),
  focus_y: focus && focusStop(focus.y),
});

/** How a picture was cut, and what of it stays in sight. */
export function frameOf({ crop, focus_x, focus_y }: FileRow): Frame {
  return {
    crop: parseStored<Frame['crop']>(crop, null),
    focus: focus_x === null || focus_y === null ? null : { x: focus_x, y: focus_y },
  };
}

/**
 * Another picture of the same whole, staged: what stands at an address never changes. Null where it would be the same.
 */
export async function reframe(deps: FileDeps, file: FileRow, wanted: Frame): Promise<FileRow | null> {
  const now = frameOf(file);
  const focus = wanted.focus && { x: focusStop(wanted.focus.x), y: focusStop(wanted.focus.y) };
  const isCutAlike = isDeepStrictEqual(now.crop, wanted.crop);
  if (isCutAlike && isDeepStrictEqual(now.focus, focus)) return null;
  if (deps.standIns) return standInFor(deps, deps.standIns, file, wanted, isCutAlike);
  if (isCutAlike) return copyPicture(deps, file, focus);
  const source = sourceOf(file);
  const whole = await readPart(deps, file, source ? sourceName(source) : mainName(file));
  const picture = await processElsewhere(whole, wanted.crop);
  // As it was, not encoded once more.
  if (picture.source) picture.source = { ...picture.source, data: whole };
  return storePicture(deps, file, picture, wanted);
}

/** Stands in for a picture that a preview neither reads nor cuts. */
async function standInFor(
  deps: FileDeps,
  standIns: NonNullable<FileDeps['standIns']>,
  file: FileRow,
  wanted: Frame,
  isCutAlike: boolean,
): Promise<FileRow> {
  const { crop } = frameOf(file);
  const source = sourceOf(file);
  const whole = (side: number | null, percent = 100) => ((side ?? 1) * 100) / percent;
  const size = isCutAlike
    ? { width: file.width ?? 1, height: file.height ?? 1 }
    : { width: whole(file.width, crop?.width), height: whole(file.height, crop?.height) };
  const standIn = { uuid: randomUUID(), ...size };
  const picture = likeness(standIn, isCutAlike ? null : wanted.crop);
  if (isCutAlike) picture.placeholder = file.placeholder ?? '';
  standIns.reframe(
    standIn.uuid,
    { uuid: file.uuid, whole: source ? sourceName(source) : mainName(file) },
    isCutAlike ? 'alike' : wanted.crop,
  );
  const { kind, name, type, variants } = file;
  return storePicture(deps, { kind, name, standIn }, picture, wanted, isCutAlike ? { type, variants } : {});
}

async function copyPicture(deps: FileDeps, file: FileRow, focus: Frame['focus']): Promise<FileRow> {
  const { type, bytes, width, height, placeholder, ground, crop, source, search } = file;
  const webp = variantsOf(file).filter((variant) => variant.type === 'image/webp');
  const variants = JSON.stringify(webp);
  const parts = partsOf({ ...file, variants });
  const content = await Promise.all(parts.map(({ name }) => readPart(deps, file, name)));
  const row = newRow(deps, file, 'public', {
    ...{ type, bytes, width, height, placeholder, ground, crop, source, search, variants },
    ...focusColumns(focus),
    avif: 'pending',
  });
  return stage(deps, row, (uuid) =>
    parts.map((part, at) =>
      deps.store.put('public', keyOf(uuid, part.name), content[at] ?? Buffer.alloc(0), part.type),
    ),
  );
}

async function readPart(deps: FileDeps, file: FileRow, name: string): Promise<Buffer> {
  const part = partsOf(file).find((one) => one.name === name);
  const stored = part && (await openPart(deps, file, part));
  if (!stored) throw new Failure('unavailable', STORE_AWAY, { retryAfter: 5 });
  return buffer(stored.stream);
}

/** Stores one picture that was drawn here, staged. */
export async function storeDrawn(
  deps: FileDeps,
  received: Pick<ReceivedFile, 'kind' | 'name'>,
  { type, width, height, data }: Encoded<string>,
  area: Area,
): Promise<FileRow> {
  const row = newRow(deps, received, area, { type, width, height, bytes: data.length });
  return stage(deps, row, (uuid) => [deps.store.put(area, keyOf(uuid, mainName(row)), data, type)]);
}

/** Stores a received file as it is, staged. */
export async function storeFile(deps: FileDeps, received: ReceivedFile, area: Area): Promise<FileRow> {
  const { type, bytes, video } = received;
  const row = newRow(deps, received, area, {
    type,
    bytes,
    ...(video && { video_format: JSON.stringify(video) }),
  });
  return stage(deps, row, (uuid) => [putReceived(deps, received, area, keyOf(uuid, mainName(row)))]);
}

async function putReceived({ store }: FileDeps, received: ReceivedFile, area: Area, key: string) {
  // Open before the store is asked: a store that refuses at once would leave a stream that opens a file which is
  // gone by then, and an error that nobody hears ends the process.
  await withFile(received.path, { flags: 'r' }, async (file) => {
    // Read from its beginning each time that the store asks for it again.
    const reopen = () => file.createReadStream({ start: 0, autoClose: false });
    await store.put(area, key, reopen, received.type);
  });
}

function newRow(
  { clock }: Pick<Deps, 'clock'>,
  { kind, name, standIn }: Pick<ReceivedFile, 'kind' | 'name' | 'standIn'>,
  area: Area,
  content: Pick<FileRow, 'type' | 'bytes'> & Partial<FileRow>,
): Insertable<FileTable> {
  const now = isoAt(clock.now());
  return {
    uuid: standIn?.uuid ?? randomUUID(),
    created_at: now,
    updated_at: now,
    state: 'staged',
    area,
    kind,
    name,
    ...content,
  };
}

/**
 * The row comes first: bytes without one could not be told from rubbish. Every write is waited for, so that none
 * ends after its file was discarded.
 */
async function stage(
  deps: FileDeps,
  row: Insertable<FileTable>,
  putAll: (uuid: string) => Promise<void>[],
): Promise<FileRow> {
  if (deps.standIns) return deps.standIns.add(row);
  const staged = await deps.write(
    null,
    ({ trx }) => trx.insertInto('files').values(row).returningAll().executeTakeFirstOrThrow(),
    { content: false },
  );
  discardLater(staged.id, () =>
    discardStaged(deps, staged).catch((error: unknown) => {
      // The sweep takes it later.
      deps.log.warn({ err: error, file: staged.uuid }, 'staged file not discarded');
    }),
  );
  const failed = (await Promise.allSettled(putAll(row.uuid))).find((put) => put.status === 'rejected');
  if (!failed) return staged;
  await discardStaged(deps, staged);
  if (keepsFromWriting(failed.reason)) throw failed.reason;
  throw new Failure('unavailable', STORE_AWAY, { cause: failed.reason, retryAfter: 5 });
}

/**
 * Takes a staged file for a record that uses it by the end of the transaction: served from the commit on, gone at
 * once when the transaction fails, and for that the first thing in it.
 */
export async function claimFile(
  deps: FileDeps,
  work: Work,
  file: FileRow,
  state: 'live' | 'hidden' = 'live',
): Promise<void> {
  work.afterCommit(() => keepStaged(file.id));
  work.onRollback(() => discardStaged(deps, file));
  const { numUpdatedRows } = await work.trx
    .updateTable('files')
    .set({ state, updated_at: work.now, user_name: work.actor?.name ?? null })
    .where('id', '=', file.id)
    .where('state', '=', 'staged')
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Error(`File ${file.uuid} is not staged`);
  if (file.avif === 'pending') await askForAvif(deps, work, file);
}

/** Uses a picture that others use too, or did, by the end of the transaction. */
export async function takeStored(
  deps: FileDeps,
  work: Work,
  file: FileRow,
  field = 'image_from',
): Promise<void> {
  const row = await work.trx
    .updateTable('files')
    .set({ state: 'live', updated_at: work.now })
    .where('id', '=', file.id)
    .where('state', 'in', ['live', 'hidden'])
    .returningAll()
    .executeTakeFirst();
  if (!row) throw invalidField(field, PICTURE_GONE);
  if (row.avif === 'pending' || row.avif === 'failed') await askForAvif(deps, work, row);
}

/** The same for a change that waits: nobody sees it yet. */
export const holdFile = (deps: FileDeps, work: Work, file: FileRow): Promise<void> =>
  shownWith(['record_versions'], () => claimFile(deps, work, file, 'hidden'));

const IDS_AT_ONCE = 500;

export async function filesById(db: DbOrTransaction, ids: (number | null)[]): Promise<Map<number, FileRow>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  const found = new Map<number, FileRow>();
  for (let at = 0; at < wanted.length; at += IDS_AT_ONCE) {
    const rows = await db
      .selectFrom('files')
      .selectAll()
      .where('id', 'in', wanted.slice(at, at + IDS_AT_ONCE))
      .execute();
    for (const row of rows) found.set(row.id, row);
  }
  return found;
}

/** The pictures of `ids`, read at once: asked one by one, each is presented with its own text. */
export async function imageReader(
  deps: Pick<Deps, 'db' | 'mediaUrl'>,
  ids: (number | null)[],
): Promise<(id: number | null, alt: string | null) => ImageFile | null> {
  const files = await filesById(deps.db, ids);
  return (id, alt) => {
    const file = id === null ? undefined : files.get(id);
    return file ? presentImage(deps, file, alt) : null;
  };
}

export function presentImage(deps: Pick<Deps, 'mediaUrl'>, file: FileRow, alt: string | null): ImageFile {
  const { focus } = frameOf(file);
  return {
    url_s3: fileUrl(deps, file),
    width: file.width,
    height: file.height,
    alt,
    variants: variantsOf(file).map((variant) => ({
      url: fileUrl(deps, file, variantName(variant)),
      width: variant.width,
      type: variant.type,
    })),
    placeholder: file.placeholder,
    ...(focus && { focus }),
  };
}

export const presentDocument = (deps: Pick<Deps, 'mediaUrl'>, file: FileRow): DocumentFile => ({
  url_s3: fileUrl(deps, file),
  name: file.name,
  type: file.type,
  bytes: file.bytes,
});

/** The stored file `id` that is no picture. */
export async function findDocument(
  deps: Pick<Deps, 'db' | 'mediaUrl'>,
  id: number,
): Promise<DocumentFile | null> {
  const file = (await filesById(deps.db, [id])).get(id);
  return file ? presentDocument(deps, file) : null;
}
