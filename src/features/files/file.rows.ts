import type { Generated, Selectable } from 'kysely';
import { parseStored } from '../../contract/stored.ts';
import type { VideoFormat } from '../../contract/videoFormat.ts';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import type { RecordColumns } from '../../platform/database/tables.ts';
import type { Deps } from '../../platform/deps.ts';
import type { ReceivedFile } from '../../platform/files/receive.ts';
import { keepStaged } from '../../platform/files/staged.ts';
import type { Area, StoredRange } from '../../platform/files/store.ts';
import { rowOf } from '../../platform/touched.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    files: FileTable;
  }
}

export interface FileTable extends RecordColumns {
  area: Area;
  /**
   * `staged`: written, no record's yet. `live`: used by what a record is now, and served. `hidden`: used only by
   * what a record was, or by a deleted one; kept for as long as that is, not served.
   */
  state: 'staged' | 'live' | 'hidden';
  kind: ReceivedFile['kind'];
  type: string;
  /** As its sender called it. */
  name: string;
  bytes: number;
  width: number | null;
  height: number | null;
  /** JSON of `Variant[]`, ascending by width within a format. */
  variants: string | null;
  placeholder: string | null;
  /** See `measureGround`. Empty where it cannot be told, null where nobody has asked yet. */
  ground: string | null;
  /** Who sent it; kept beside the log, because pictures are told apart by it. */
  user_name: string | null;
  /** In percent; null for the middle. */
  focus_x: number | null;
  focus_y: number | null;
  /** JSON of the part of `source` that this is, in percent. */
  crop: string | null;
  /** JSON of `Source`: the whole picture, which nobody but staff gets. */
  source: string | null;
  /** The folded name of a picture. */
  search: Generated<string>;
  /** JSON of `VideoFormat`; null for other files and for videos that were not examined. */
  video_format: Generated<string | null>;
  /** How far its AVIF variants are; null for files that get none. */
  avif: 'pending' | 'done' | 'failed' | null;
}

export type FileRow = Selectable<FileTable>;

/** The whole picture that another was cut out of. */
export interface Source {
  type: string;
  bytes: number;
}

export interface Variant {
  type: 'image/webp' | 'image/avif';
  width: number;
  bytes: number;
}

/** What working with files needs. */
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

/** The stored name of the file itself, beside its variants. */
export const mainName = (file: Pick<FileRow, 'type'>) => `original.${extensionOf(file.type)}`;

const SOURCE = 'source.';
/** The stored name of what a picture was cut out of. */
export const sourceName = ({ type }: Pick<Source, 'type'>) => SOURCE + extensionOf(type);
/** Whether a part of a file is for staff only. */
export const isForStaff = ({ name }: Pick<Part, 'name'>) => name.startsWith(SOURCE);

export const sourceOf = (file: Pick<FileRow, 'source'>) => parseStored<Source | null>(file.source, null);

export const variantName = ({ width, type }: Pick<Variant, 'width' | 'type'>) =>
  `${width}.${extensionOf(type)}`;

const weightOf = (variants: { bytes: number }[]) => variants.reduce((sum, { bytes }) => sum + bytes, 0);

/** A browser takes the first format that it knows, so a format that is not smaller must not be there. */
export const earnsItsPlace = (avif: { bytes: number }[], webp: { bytes: number }[]) =>
  weightOf(avif) < weightOf(webp);

export const variantOf = ({
  type,
  width,
  data,
}: {
  type: Variant['type'];
  width: number;
  data: Buffer;
}): Variant => ({
  type,
  width,
  bytes: data.length,
});

export const variantsOf = (file: Pick<FileRow, 'variants'>) => parseStored<Variant[]>(file.variants, []);

export const videoFormatOf = (file: Pick<FileRow, 'video_format'>) =>
  parseStored<VideoFormat | null>(file.video_format, null);

export const keyOf = (uuid: string, name: string) => `${uuid.slice(0, 2)}/${uuid}/${name}`;

export interface Part {
  name: string;
  key: string;
  type: string;
  bytes: number;
}

/** Everything that is stored for `file`. */
export function partsOf(file: Pick<FileRow, 'uuid' | 'type' | 'bytes' | 'variants' | 'source'>): Part[] {
  const main = { name: mainName(file), type: file.type, bytes: file.bytes };
  const variants = variantsOf(file).map(({ type, width, bytes }) => ({
    name: variantName({ type, width }),
    type,
    bytes,
  }));
  const source = sourceOf(file);
  const whole = source ? [{ name: sourceName(source), type: source.type, bytes: source.bytes }] : [];
  return [main, ...variants, ...whole].map((part) => ({ ...part, key: keyOf(file.uuid, part.name) }));
}

/**
 * What is stored for `part` of `file`. Null, and a line in the log, where it is missing or not as long as its row says:
 * half of it under a length that is promised would keep whoever reads waiting for the rest.
 */
export async function openPart(
  { store, log }: Pick<Deps, 'store' | 'log'>,
  file: Pick<FileRow, 'uuid' | 'area'>,
  part: Pick<Part, 'name' | 'key' | 'bytes'>,
  range?: { start: number; end: number },
): Promise<StoredRange | null> {
  const stored = await store.read(file.area, part.key, range);
  if (stored?.bytes === part.bytes) return stored;
  stored?.stream.destroy();
  const [name, there] = [part.name, stored?.bytes];
  log.warn(
    { file: file.uuid, name, ...(stored && { bytes: part.bytes, there }) },
    stored ? 'stored file is not whole' : 'stored file is missing',
  );
  return null;
}

/**
 * What must be stored for a row of `files` as a backup has it: all that some version uses. What is only staged is
 * nobody's yet, and may be discarded at any moment.
 */
export function keptParts(row: Record<string, unknown>): (Omit<Part, 'name'> & { area: Area })[] {
  const file = row as unknown as FileRow;
  if (file.state === 'staged') return [];
  return partsOf(file).map(({ key, type, bytes }) => ({ area: file.area, key, type, bytes }));
}

/** Returns the names of the tables and the records that use a file, for `shownWith`. */
export async function usersOf(db: DbOrTransaction, file: Pick<FileRow, 'id'>): Promise<string[]> {
  const uses = await db
    .selectFrom('file_uses')
    .select(['entity', 'uuid'])
    .distinct()
    .where('file_id', '=', file.id)
    .execute();
  return uses.flatMap(({ entity, uuid }) => [entity, rowOf(entity, uuid)]);
}

/** Where a file can be opened. */
export function fileUrl({ mediaUrl }: Pick<Deps, 'mediaUrl'>, file: FileRow, name = mainName(file)): string {
  return mediaUrl(file.uuid, name, file.state === 'hidden');
}

/** Removes a staged file altogether. One that a record has claimed meanwhile stays. */
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

/** Removes what is stored for `file`; what cannot be removed now is left to the sweep. */
export async function removeBytes(
  { store, log }: Pick<Deps, 'store' | 'log'>,
  file: Parameters<typeof partsOf>[0] & Pick<FileRow, 'area'>,
): Promise<void> {
  await Promise.all(
    partsOf(file).map(({ key }) =>
      store.remove(file.area, key).catch((error: unknown) => {
        log.warn({ err: error, file: file.uuid }, 'stored file not removed');
      }),
    ),
  );
}
