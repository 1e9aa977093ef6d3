import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import { type SqlBool, sql } from 'kysely';
import type { DbOrTransaction } from '../../../platform/database/database.ts';
import { visibleOnlyWith } from '../../../platform/database/dependencyTracking.ts';
import type { Actor, Work } from '../../../platform/database/write.ts';
import type { Deps } from '../../../platform/deps.ts';
import { withFile } from '../../../platform/files/handles.ts';
import type { ReceivedFile } from '../../../platform/files/receive.ts';
import { keepStaged } from '../../../platform/files/staged.ts';
import type { StoreArea } from '../../../platform/files/store.ts';
import { Failure, invalidField } from '../../../shared/failure.ts';
import type { DocumentFile } from '../../../shared/files/document.ts';
import { type ImageFile, type PictureFrame, roundFocus } from '../../../shared/files/image.ts';
import { WIDTHS_VERSION } from '../../../shared/files/pictureWidths.ts';
import { parseStored } from '../../../shared/storedJson.ts';
import { searchText } from '../lists/list.ts';
import { declareFoldedColumns } from '../lists/refold.ts';
import { isReadablePicture } from './file.access.ts';
import { ImageError, imageProblemText } from './file.images.problem.ts';
import { processInChild } from './file.images.process.ts';
import type { Crop, EncodedImage } from './file.images.ts';
import { enqueueAvif } from './file.jobs.ts';
import {
  discardStaged,
  type FileDeps,
  type FileRow,
  fileParts,
  fileUrl,
  mainName,
  openPart,
  sourceName,
  sourceOf,
  storageKey,
  variantName,
  variantOf,
  variantsOf,
} from './file.rows.ts';
import { type FileToStore, newRow, STORE_UNAVAILABLE, stage, stageAll } from './file.staging.ts';

export { eraseFiles, removeFiles } from './file.removal.ts';
export { type FileDeps, type FileRow, fileUrl, videoFormatOf } from './file.rows.ts';
export { sweep } from './file.sweep.ts';

/** Condition for pictures of the library: no pages of booklets and no staged files. */
export const isLibraryPicture = sql<SqlBool>`
  files.kind = 'image' and files.area = 'public' and files.state <> 'staged'
  and not exists (
    select 1 from file_uses where file_uses.file_id = files.id and file_uses.entity = 'fortnightly_booklets'
  )
`;

export const PICTURE_GONE = 'Esta imagem não está mais na biblioteca. Escolha outra.';

/** Returns the picture `uuid`; undefined if there is none that `actor` may see. */
export const findPicture = (db: DbOrTransaction, uuid: string, actor: Actor): Promise<FileRow | undefined> =>
  db
    .selectFrom('files')
    .selectAll()
    .where('uuid', '=', uuid)
    .where(isLibraryPicture)
    .where(isReadablePicture(actor))
    .executeTakeFirst();

// The searchable file name is stored in folded form only.
declareFoldedColumns('files', { derive: ({ search }) => ({ search: searchText(search) }) });

/** A processed upload with its stored forms. Without `avifs`, a job creates them later. */
export type ProcessedPicture = Awaited<ReturnType<typeof processInChild>> & {
  avifs?: EncodedImage<'image/avif'>[];
};

/** Re-encodes an uploaded picture into its widths. Throws a 422 at its field if it cannot be read. */
export async function processPicture(
  received: ReceivedFile,
  crop: Crop | null = null,
): Promise<ProcessedPicture> {
  if (received.standIn) {
    received.standIn.crop = crop;
    return emptyPicture(received.standIn, crop);
  }
  try {
    return await processInChild(received.path, crop);
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    throw invalidField(received.field, imageProblemText(error.problem, received.type));
  }
}

/** Returns an empty picture of the given size, for previews. */
function emptyPicture(
  { width, height }: { width: number; height: number },
  crop: Crop | null,
): ProcessedPicture {
  const share = (side: number, percent = 100) => Math.max(1, Math.round((side * percent) / 100));
  const size = { width: share(width, crop?.width), height: share(height, crop?.height) };
  const main = { type: 'image/jpeg' as const, data: Buffer.alloc(0), ...size };
  return { main, variants: [], avifs: [], placeholder: '', ground: null };
}

type PictureSource = Pick<ReceivedFile, 'kind' | 'name' | 'standIn'>;

/** Stores a picture with its widths, staged: no record has it until `claimFile`. */
export const storeProcessedPicture = (
  deps: FileDeps,
  received: PictureSource,
  picture: ProcessedPicture,
  frame?: Partial<PictureFrame>,
  content?: Partial<FileRow>,
): Promise<FileRow> => stage(deps, pictureToStore(deps, received, picture, frame, content));

/** Stores several pictures as `storeProcessedPicture` does, with one transaction for all. */
export const storeProcessedPictures = (
  deps: FileDeps,
  pictures: readonly { received: PictureSource; picture: ProcessedPicture }[],
): Promise<FileRow[]> =>
  stageAll(
    deps,
    pictures.map(({ received, picture }) => pictureToStore(deps, received, picture)),
  );

function pictureToStore(
  deps: FileDeps,
  received: PictureSource,
  { main, placeholder, ground, source, ...picture }: ProcessedPicture,
  { crop = null, focus = null }: Partial<PictureFrame> = {},
  content: Partial<FileRow> = {},
): FileToStore {
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
    sized_with: WIDTHS_VERSION,
    ...content,
  });
  const putAll = (uuid: string) =>
    parts.map(({ name, data, type }) => deps.store.put('public', storageKey(uuid, name), data, type));
  return { row, putAll };
}

/** Processes and stores an uploaded picture. Nothing of it remains after a failure. */
export async function storeImage(
  deps: FileDeps,
  received: ReceivedFile,
  wanted?: PictureFrame | null,
): Promise<FileRow> {
  return storeProcessedPicture(deps, received, await processPicture(received, wanted?.crop), wanted ?? {});
}

const focusColumns = (focus: PictureFrame['focus']) => ({
  focus_x: focus && roundFocus(focus.x),
  focus_y: focus && roundFocus(focus.y),
});

/** Returns the crop and focal point of a picture. */
export const frameOf = (file: FileRow): PictureFrame => ({
  crop: parseStored<PictureFrame['crop']>(file.crop, null),
  focus: focusOf(file),
});

const focusOf = ({ focus_x, focus_y }: Pick<FileRow, 'focus_x' | 'focus_y'>): PictureFrame['focus'] =>
  focus_x === null || focus_y === null ? null : { x: focus_x, y: focus_y };

/**
 * Stores the same picture with another crop or focal point, staged: content at an address never changes.
 * Returns null if both are equal.
 */
export async function recropPicture(
  deps: FileDeps,
  file: FileRow,
  wanted: PictureFrame,
): Promise<FileRow | null> {
  const now = frameOf(file);
  const focus = wanted.focus && { x: roundFocus(wanted.focus.x), y: roundFocus(wanted.focus.y) };
  const isSameCrop = isDeepStrictEqual(now.crop, wanted.crop);
  if (isSameCrop && isDeepStrictEqual(now.focus, focus)) return null;
  if (deps.standIns) return standInFor(deps, deps.standIns, file, wanted, isSameCrop);
  if (isSameCrop) return copyPicture(deps, file, focus);
  const source = sourceOf(file);
  const whole = await readPart(deps, file, source ? sourceName(source) : mainName(file));
  const picture = await processInChild(whole, wanted.crop);
  // Keeps the original bytes instead of encoding them again.
  if (picture.source) picture.source = { ...picture.source, data: whole };
  return storeProcessedPicture(deps, file, picture, wanted);
}

/** Creates the stand-in of a picture in a preview, which neither reads nor crops files. */
async function standInFor(
  deps: FileDeps,
  standIns: NonNullable<FileDeps['standIns']>,
  file: FileRow,
  wanted: PictureFrame,
  isSameCrop: boolean,
): Promise<FileRow> {
  const { crop } = frameOf(file);
  const source = sourceOf(file);
  const whole = (side: number | null, percent = 100) => ((side ?? 1) * 100) / percent;
  const size = isSameCrop
    ? { width: file.width ?? 1, height: file.height ?? 1 }
    : { width: whole(file.width, crop?.width), height: whole(file.height, crop?.height) };
  const standIn = { uuid: randomUUID(), ...size };
  const picture = emptyPicture(standIn, isSameCrop ? null : wanted.crop);
  if (isSameCrop) picture.placeholder = file.placeholder ?? '';
  standIns.recrop(
    standIn.uuid,
    { uuid: file.uuid, whole: source ? sourceName(source) : mainName(file) },
    isSameCrop ? 'alike' : wanted.crop,
  );
  const { kind, name, type, variants } = file;
  return storeProcessedPicture(
    deps,
    { kind, name, standIn },
    picture,
    wanted,
    isSameCrop ? { type, variants } : {},
  );
}

async function copyPicture(deps: FileDeps, file: FileRow, focus: PictureFrame['focus']): Promise<FileRow> {
  const { type, bytes, width, height, placeholder, ground, crop, source, search, sized_with } = file;
  const webp = variantsOf(file).filter((variant) => variant.type === 'image/webp');
  const variants = JSON.stringify(webp);
  const parts = fileParts({ ...file, variants });
  const content = await Promise.all(parts.map(({ name }) => readPart(deps, file, name)));
  const row = newRow(deps, file, 'public', {
    ...{ type, bytes, width, height, placeholder, ground, crop, source, search, variants, sized_with },
    ...focusColumns(focus),
    avif: 'pending',
  });
  const putAll = (uuid: string) =>
    parts.map((part, at) =>
      deps.store.put('public', storageKey(uuid, part.name), content[at] ?? Buffer.alloc(0), part.type),
    );
  return stage(deps, { row, putAll });
}

async function readPart(deps: FileDeps, file: FileRow, name: string): Promise<Buffer> {
  const part = fileParts(file).find((one) => one.name === name);
  const stored = part && (await openPart(deps, file, part));
  if (!stored) throw new Failure('unavailable', STORE_UNAVAILABLE, { retryAfter: 5 });
  return buffer(stored.stream);
}

/** Stores a picture that was rendered here, staged. */
export async function storeRendered(
  deps: FileDeps,
  received: Pick<ReceivedFile, 'kind' | 'name'>,
  { type, width, height, data }: EncodedImage<string>,
  area: StoreArea,
): Promise<FileRow> {
  const row = newRow(deps, received, area, { type, width, height, bytes: data.length });
  const putAll = (uuid: string) => [deps.store.put(area, storageKey(uuid, mainName(row)), data, type)];
  return stage(deps, { row, putAll });
}

/** Stores an uploaded file unchanged, staged. */
export async function storeFile(deps: FileDeps, received: ReceivedFile, area: StoreArea): Promise<FileRow> {
  const { type, bytes, video } = received;
  const row = newRow(deps, received, area, {
    type,
    bytes,
    ...(video && { video_format: JSON.stringify(video) }),
  });
  const putAll = (uuid: string) => [putReceived(deps, received, area, storageKey(uuid, mainName(row)))];
  return stage(deps, { row, putAll });
}

async function putReceived({ store }: FileDeps, received: ReceivedFile, area: StoreArea, key: string) {
  // Opened before the store is called. If the store fails at once, an unopened stream would later open a
  // deleted file; its unhandled error would end the process.
  await withFile(received.path, { flags: 'r' }, async (file) => {
    // The store may read the file again from the beginning, for a retry.
    const reopen = () => file.createReadStream({ start: 0, autoClose: false });
    await store.put(area, key, reopen, received.type);
  });
}

/**
 * Claims a staged file for a record that uses it by the end of the transaction. It is served from the commit
 * on and discarded on rollback, so this must be the first step of the transaction.
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
  if (file.avif === 'pending') await enqueueAvif(deps, work, file);
}

/** Reuses a stored picture in a record, by the end of the transaction. */
export async function reuseStoredFile(
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
  if (row.avif === 'pending' || row.avif === 'failed') await enqueueAvif(deps, work, row);
}

/** Claims a file for a pending change: shoppers do not see it yet. */
export const claimHiddenFile = (deps: FileDeps, work: Work, file: FileRow): Promise<void> =>
  visibleOnlyWith(['record_versions'], () => claimFile(deps, work, file, 'hidden'));

const IDS_AT_ONCE = 500;

/** Returns files by id. Those that are gone are missing. */
export const filesById = (db: DbOrTransaction, ids: (number | null)[]): Promise<Map<number, FileRow>> =>
  rowsById(ids, (some) => db.selectFrom('files').selectAll().where('id', 'in', some).execute());

async function rowsById<Row extends { id: number }>(
  ids: (number | null)[],
  read: (ids: number[]) => Promise<Row[]>,
): Promise<Map<number, Row>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  const found = new Map<number, Row>();
  for (let at = 0; at < wanted.length; at += IDS_AT_ONCE)
    for (const row of await read(wanted.slice(at, at + IDS_AT_ONCE))) found.set(row.id, row);
  return found;
}

/** Columns that `presentImage` reads. A page shows dozens of pictures, and the others are most of a row. */
const IMAGE_COLUMNS = [
  'id',
  'uuid',
  'state',
  'type',
  'width',
  'height',
  'variants',
  'placeholder',
  'focus_x',
  'focus_y',
] as const satisfies (keyof FileRow)[];
type ImageRow = Pick<FileRow, (typeof IMAGE_COLUMNS)[number]>;

/** Loads the pictures `ids` and returns a function that presents each with its own text. */
export async function loadImages(
  deps: Pick<Deps, 'db' | 'mediaUrl'>,
  ids: (number | null)[],
): Promise<(id: number | null, alt: string | null) => ImageFile | null> {
  const files = await rowsById(ids, (some) =>
    deps.db.selectFrom('files').select(IMAGE_COLUMNS).where('id', 'in', some).execute(),
  );
  return (id, alt) => {
    const file = id === null ? undefined : files.get(id);
    return file ? presentImage(deps, file, alt) : null;
  };
}

export function presentImage(deps: Pick<Deps, 'mediaUrl'>, file: ImageRow, alt: string | null): ImageFile {
  const focus = focusOf(file);
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

/** Returns the stored file `id`, which is no picture. */
export async function findDocument(
  deps: Pick<Deps, 'db' | 'mediaUrl'>,
  id: number,
): Promise<DocumentFile | null> {
  const file = (await filesById(deps.db, [id])).get(id);
  return file ? presentDocument(deps, file) : null;
}
