import type { Selectable } from 'kysely';
import type { RecordColumns } from '../../platform/database/tables.ts';
import type { Deps } from '../../platform/deps.ts';
import type { ReceivedFile } from '../../platform/files/receive.ts';
import type { Area } from '../../platform/files/store.ts';

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
  /** How far its AVIF variants are; null for files that get none. */
  avif: 'pending' | 'done' | 'failed' | null;
}

export type FileRow = Selectable<FileTable>;

export interface Variant {
  type: 'image/webp' | 'image/avif';
  width: number;
  bytes: number;
}

/** What working with files needs. */
export type FileDeps = Pick<Deps, 'db' | 'write' | 'store' | 'clock' | 'log' | 'jobs' | 'config'>;

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

export const variantsOf = (file: Pick<FileRow, 'variants'>) => JSON.parse(file.variants ?? '[]') as Variant[];

export const keyOf = (uuid: string, name: string) => `${uuid.slice(0, 2)}/${uuid}/${name}`;

export interface Part {
  name: string;
  key: string;
  type: string;
  bytes: number;
}

/** Everything that is stored for `file`. */
export function partsOf(file: Pick<FileRow, 'uuid' | 'type' | 'bytes' | 'variants'>): Part[] {
  const main = { name: mainName(file), type: file.type, bytes: file.bytes };
  const variants = variantsOf(file).map(({ type, width, bytes }) => ({
    name: variantName({ type, width }),
    type,
    bytes,
  }));
  return [main, ...variants].map((part) => ({ ...part, key: keyOf(file.uuid, part.name) }));
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

/** Where a file can be opened. */
export function fileUrl({ mediaUrl }: Pick<Deps, 'mediaUrl'>, file: FileRow, name = mainName(file)): string {
  return mediaUrl(file.uuid, name, file.state === 'hidden');
}

/** Removes a staged file altogether. One that a record has claimed meanwhile stays. */
export async function discardStaged(deps: FileDeps, file: FileRow): Promise<void> {
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
