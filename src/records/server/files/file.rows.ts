import type { Generated, Selectable } from 'kysely';
import { rowName } from '../../../platform/affectedRows.ts';
import type { DbOrTransaction } from '../../../platform/database/database.ts';
import { visibleOnlyWith } from '../../../platform/database/dependencyTracking.ts';
import type { RecordColumns } from '../../../platform/database/tables.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { ReceivedFile } from '../../../platform/files/receive.ts';
import { keepStaged } from '../../../platform/files/staged.ts';
import type { StoreArea, StoredRange } from '../../../platform/files/store.ts';
import type { Job } from '../../../platform/jobs/jobKind.ts';
import { parseStored } from '../../../shared/storedJson.ts';
import type { VideoFormat } from '../../../shared/video/videoFormat.ts';

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    files: FileTable;
  }
}

export interface FileTable extends RecordColumns {
  area: StoreArea;
  /**
   * `staged`: written, not yet used by a record. `live`: used by a published version, and served. `hidden`:
   * used only by other versions or by deleted records; kept, but not served to shoppers.
   */
  state: 'staged' | 'live' | 'hidden';
  kind: ReceivedFile['kind'];
  type: string;
  /** Name of the uploaded file. */
  name: string;
  bytes: number;
  width: number | null;
  height: number | null;
  /** JSON of `Variant[]`, ascending by width within a format. */
  variants: string | null;
  placeholder: string | null;
  /** Luminance map (`encodeLuminanceMap`): empty if it cannot be computed, null if it was not computed yet. */
  ground: string | null;
  /**
   * Name of the user who uploaded it. Stored here as well as in the audit log, because staff recognize
   * pictures by it.
   */
  user_name: string | null;
  /** Focal point in percent; null for the centre. */
  focus_x: number | null;
  focus_y: number | null;
  /** JSON of the crop: the part of `source` that this picture is, in percent. */
  crop: string | null;
  /** JSON of `PictureSource`: the whole picture, which only staff may get. */
  source: string | null;
  /** Folded file name of a picture. */
  search: Generated<string>;
  /** JSON of `VideoFormat`; null for other files and for videos that were not examined. */
  video_format: Generated<string | null>;
  /** State of its AVIF variants; null for files without them. */
  avif: 'pending' | 'done' | 'failed' | null;
  /** `WIDTHS_VERSION` of its variants; 0 for those of earlier releases. */
  sized_with: Generated<number>;
}

export type FileRow = Selectable<FileTable>;

/** The whole picture from which another was cropped. */
export interface PictureSource {
  type: string;
  bytes: number;
}

export interface PictureVariant {
  type: 'image/webp' | 'image/avif';
  width: number;
  bytes: number;
}

/** Dependencies of functions that work with files. */
export type FileDeps = Pick<
  Deps,
  'db' | 'write' | 'store' | 'clock' | 'log' | 'jobs' | 'config' | 'standIns'
>;

const EXTENSIONS: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'application/pdf': 'pdf',
  'video/quicktime': 'mov',
  'video/x-matroska': 'mkv',
  'video/matroska': 'mkv',
  'video/x-m4v': 'm4v',
  'video/3gpp': '3gp',
  'video/vnd.avi': 'avi',
  'video/x-ms-asf': 'wmv',
  'video/x-flv': 'flv',
};

function extensionOf(type: string): string {
  return EXTENSIONS[type] ?? (/^video\/([a-z0-9]+)$/.exec(type)?.[1] || 'bin');
}

/** Returns the stored name of the file itself, beside its variants. */
export const mainName = (file: Pick<FileRow, 'type'>) => `original.${extensionOf(file.type)}`;

const SOURCE = 'source.';
/** Returns the stored name of the whole picture of a crop. */
export const sourceName = ({ type }: Pick<PictureSource, 'type'>) => SOURCE + extensionOf(type);
/** Returns whether a part of a file is for staff only. */
export const isStaffOnly = ({ name }: Pick<FilePart, 'name'>) => name.startsWith(SOURCE);

export const sourceOf = (file: Pick<FileRow, 'source'>) =>
  parseStored<PictureSource | null>(file.source, null);

export const variantName = ({ width, type }: Pick<PictureVariant, 'width' | 'type'>) =>
  `${width}.${extensionOf(type)}`;

const totalBytes = (variants: { bytes: number }[]) => variants.reduce((sum, { bytes }) => sum + bytes, 0);

/**
 * Returns whether AVIF is smaller than WebP. Browsers take the first format that they support, so a larger
 * one must not be offered.
 */
export const isSmaller = (avif: { bytes: number }[], webp: { bytes: number }[]) =>
  totalBytes(avif) < totalBytes(webp);

export const variantOf = ({
  type,
  width,
  data,
}: {
  type: PictureVariant['type'];
  width: number;
  data: Buffer;
}): PictureVariant => ({
  type,
  width,
  bytes: data.length,
});

/** Sorts variants as `files.variants` has them: by format, WebP first, then ascending by width. */
export const sortVariants = (variants: PictureVariant[]): PictureVariant[] =>
  variants.sort((a, b) => b.type.localeCompare(a.type) || a.width - b.width);

export const variantsOf = (file: Pick<FileRow, 'variants'>) =>
  parseStored<PictureVariant[]>(file.variants, []);

export const videoFormatOf = (file: Pick<FileRow, 'video_format'>) =>
  parseStored<VideoFormat | null>(file.video_format, null);

export const storageKey = (uuid: string, name: string) => `${uuid.slice(0, 2)}/${uuid}/${name}`;

export interface FilePart {
  name: string;
  key: string;
  type: string;
  bytes: number;
}

/** Returns all stored parts of `file`. */
export function fileParts(
  file: Pick<FileRow, 'uuid' | 'type' | 'bytes' | 'variants' | 'source'>,
): FilePart[] {
  const main = { name: mainName(file), type: file.type, bytes: file.bytes };
  const variants = variantsOf(file).map(({ type, width, bytes }) => ({
    name: variantName({ type, width }),
    type,
    bytes,
  }));
  const source = sourceOf(file);
  const whole = source ? [{ name: sourceName(source), type: source.type, bytes: source.bytes }] : [];
  return [main, ...variants, ...whole].map((part) => ({ ...part, key: storageKey(file.uuid, part.name) }));
}

/**
 * Opens a stored part of `file`. Returns null and logs a warning if it is missing or its length differs from
 * the row: a client would wait for the rest of a truncated response.
 */
export async function openPart(
  { store, log }: Pick<Deps, 'store' | 'log'>,
  file: Pick<FileRow, 'uuid' | 'area'>,
  part: Pick<FilePart, 'name' | 'key' | 'bytes'>,
  range?: { start: number; end: number },
): Promise<StoredRange | null> {
  const stored = await store.read(file.area, part.key, range);
  if (stored?.bytes === part.bytes) return stored;
  stored?.stream.destroy();
  const [name, there] = [part.name, stored?.bytes];
  log.warn(
    { file: file.uuid, name, ...(stored && { bytes: part.bytes, there }) },
    stored ? 'stored file size mismatch' : 'stored file is missing',
  );
  return null;
}

/**
 * Returns the parts that must exist for a row of `files` in a backup. Staged files are excluded: they may be
 * discarded at any moment.
 */
export function backupParts(row: Record<string, unknown>): (Omit<FilePart, 'name'> & { area: StoreArea })[] {
  const file = row as FileRow;
  if (file.state === 'staged') return [];
  return fileParts(file).map(({ key, type, bytes }) => ({ area: file.area, key, type, bytes }));
}

/** Returns the names of the tables and the records that use a file, for `visibleOnlyWith`. */
export async function usersOf(db: DbOrTransaction, file: Pick<FileRow, 'id'>): Promise<string[]> {
  const uses = await db
    .selectFrom('file_uses')
    .select(['entity', 'uuid'])
    .distinct()
    .where('file_id', '=', file.id)
    .execute();
  return uses.flatMap(({ entity, uuid }) => [entity, rowName(entity, uuid)]);
}

/**
 * Saves what a job made of the picture `file` and finishes the job. Returns false if the file was deleted
 * meanwhile. Throws if another job changed its variants meanwhile, so that a retry starts from those.
 */
export function saveVariants(
  deps: Pick<Deps, 'write'>,
  job: Pick<Job, 'finish'>,
  file: FileRow,
  values: Partial<Pick<FileRow, 'avif' | 'variants' | 'sized_with'>>,
): Promise<boolean> {
  return deps.write(
    null,
    async ({ trx }) => {
      const { numUpdatedRows } = await visibleOnlyWith(await usersOf(trx, file), () =>
        trx
          .updateTable('files')
          .set(values)
          .where('id', '=', file.id)
          .where('variants', 'is not distinct from', file.variants)
          .executeTakeFirst(),
      );
      const isSaved = numUpdatedRows > 0n;
      if (!isSaved && (await exists(trx, file))) throw new Error(`File ${file.uuid} has other variants now`);
      await job.finish(trx);
      return isSaved;
    },
    { content: values.variants !== undefined },
  );
}

async function exists(db: DbOrTransaction, { id }: Pick<FileRow, 'id'>): Promise<boolean> {
  const row = await db.selectFrom('files').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** Returns the address of a file. */
export function fileUrl(
  { mediaUrl }: Pick<Deps, 'mediaUrl'>,
  file: Pick<FileRow, 'uuid' | 'type' | 'state'>,
  name = mainName(file),
): string {
  return mediaUrl(file.uuid, name, file.state === 'hidden');
}

/** Deletes a staged file with its bytes, unless a record has claimed it meanwhile. */
export async function discardStaged(deps: FileDeps, file: FileRow): Promise<void> {
  keepStaged(file.id);
  const { numDeletedRows } = await deps.write(
    null,
    ({ trx }) =>
      trx.deleteFrom('files').where('id', '=', file.id).where('state', '=', 'staged').executeTakeFirst(),
    { content: false },
  );
  if (numDeletedRows > 0n) await removeBytes(deps, file);
}

/** Removes the bytes of `file`. The sweep retries what fails. */
export async function removeBytes(
  { store, log }: Pick<Deps, 'store' | 'log'>,
  file: Parameters<typeof fileParts>[0] & Pick<FileRow, 'area'>,
): Promise<void> {
  await Promise.all(
    fileParts(file).map(({ key }) =>
      store.remove(file.area, key).catch((error: unknown) => {
        log.warn({ err: error, file: file.uuid }, 'stored file not removed');
      }),
    ),
  );
}
