import { createHash } from 'node:crypto';
import { z } from 'zod';
import { AREAS, isFileKey, type StoreArea } from '../files/store.ts';
import { linesOfPart, parseJson, type RowWatcher, readPart } from './dump.ts';
import { DamagedBackupError } from './errors.ts';
import type { BackedUpFile } from './fileIndex.ts';
import { type Bytes, packEntry, singleChunk, TAR_END, type TarEntry, unpackEntries } from './tar.ts';

// Entries of an archive, in this order:
//   files/AREA/KEY                 the files, if they are not stored beside the archive
//   files.key                      if they are, and encrypted: the age identity that decrypts them
//   secret.key                     the installation's own key
//   list/00001.ndjson.zst …        each file with its type, size and SHA-256
//   database/00001.ndjson.zst …    each table and its rows
//   manifest.json                  summary, with the SHA-256 of each part
//   manifest.json.sha256           in the format of sha256sum

const sum = z.object({ rows: z.number(), sha256: z.string(), last: z.number().nullable() });

const manifestSchema = z.object({
  format: z.literal(1),
  release: z.string(),
  taken_at: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
  migrations: z.array(z.string()),
  tables: z.record(z.string(), sum),
  files: z.object({
    /** Folder beside the archive that holds the files; null if they are in the archive. */
    folder: z.string().nullable(),
    count: z.number(),
    bytes: z.number(),
    /** Files that the database names and the store did not have. */
    missing: z.array(z.string()),
  }),
  parts: z.array(z.object({ name: z.string(), bytes: z.number(), sha256: z.string() })),
});

export type Manifest = z.output<typeof manifestSchema>;

const MANIFEST = 'manifest.json';
const SUM = `${MANIFEST}.sha256`;
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Yields an archive of `parts`. `describe` creates the manifest once they are written. */
export async function* archiveOf(
  parts: AsyncIterable<TarEntry>,
  describe: (parts: Manifest['parts']) => Manifest,
): AsyncGenerator<Uint8Array> {
  const writtenParts: Manifest['parts'] = [];
  for await (const { name, bytes, body } of parts) {
    const hash = createHash('sha256');
    yield* packEntry(name, bytes, withHash(body, hash));
    // The checksums of files are in the list.
    if (!name.startsWith('files/')) writtenParts.push({ name, bytes, sha256: hash.digest('hex') });
  }
  const manifest = Buffer.from(`${JSON.stringify(describe(writtenParts), null, 1)}\n`);
  yield* packEntry(MANIFEST, manifest.length, singleChunk(manifest));
  const sumLine = Buffer.from(`${sha256(manifest)}  ${MANIFEST}\n`);
  yield* packEntry(SUM, sumLine.length, singleChunk(sumLine));
  yield TAR_END;
}

export async function* withHash(
  body: Bytes,
  hash: { update(bytes: Uint8Array): unknown },
): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    hash.update(chunk);
    yield chunk;
  }
}

/** Callbacks for the entries of an archive. Entries without a callback are skipped. */
export interface ArchiveReader {
  file?(file: { area: StoreArea; key: string; bytes: number; body: Bytes }): Promise<void>;
  filesKey?(identity: string): void | Promise<void>;
  secretKey?(key: Buffer): void;
  listed?(file: BackedUpFile): void;
  rows?: RowWatcher;
}

/** Reads an archive to its end. Throws `DamagedBackupError` if anything in it was altered or is missing. */
export async function readArchive(source: Bytes, reader: ArchiveReader): Promise<Manifest> {
  const digests = new Map<string, string>();
  let manifest: Buffer | undefined;
  let expected: string | undefined;
  for await (const { name, bytes, body } of unpackEntries(source)) {
    if (expected !== undefined) throw new DamagedBackupError();
    const [folder, area, ...key] = name.split('/');
    if (folder === 'files' && key.length > 0) {
      if (!isArea(area) || !isFileKey(key.join('/'))) throw new DamagedBackupError();
      await reader.file?.({ area, key: key.join('/'), bytes, body });
    } else if (name === MANIFEST) manifest = await readAll(body);
    else if (name === SUM) expected = (await readAll(body)).toString();
    else {
      const hash = createHash('sha256');
      await readKnown(name, withHash(body, hash), reader);
      if (digests.has(name)) throw new DamagedBackupError();
      digests.set(name, hash.digest('hex'));
    }
  }
  if (!manifest || expected !== `${sha256(manifest)}  ${MANIFEST}\n`) throw new DamagedBackupError();
  const result = manifestSchema.safeParse(parseJson(manifest.toString()));
  if (!result.success) throw new DamagedBackupError(undefined, { cause: result.error });
  const { parts } = result.data;
  if (parts.length !== digests.size || parts.some((part) => digests.get(part.name) !== part.sha256))
    throw new DamagedBackupError();
  return result.data;
}

/** Reads only the entries before the database: the list of files and the key that decrypts them. */
export async function readFileList(
  source: Bytes,
  reader: Pick<ArchiveReader, 'filesKey' | 'listed'>,
): Promise<void> {
  for await (const { name, body } of unpackEntries(source)) {
    if (name.startsWith('database/')) return;
    await readKnown(name, body, reader);
  }
}

const isArea = (name: string | undefined): name is StoreArea => AREAS.some((area) => area === name);
const readAll = async (body: Bytes) => Buffer.concat(await Array.fromAsync(body));

async function readKnown(name: string, body: Bytes, reader: ArchiveReader): Promise<void> {
  const { filesKey, secretKey, listed, rows } = reader;
  if (filesKey && name === 'files.key') await filesKey((await readAll(body)).toString().trim());
  else if (secretKey && name === 'secret.key') secretKey(await readAll(body));
  else if (listed && name.startsWith('list/'))
    for (const line of await linesOfPart(body)) listed(fileIn(line));
  else if (rows && name.startsWith('database/')) await readPart(body, rows);
  else for await (const _ of body);
}

const listLine = z.tuple([
  z.enum(['public', 'private']),
  z.string(),
  z.string(),
  z.number(),
  z.string(),
  z.number(),
]);

export const fileListLine = ({ area, key, type, bytes, sha256, stored }: BackedUpFile) =>
  `${JSON.stringify([area, key, type, bytes, sha256, stored])}\n`;

function fileIn(line: string): BackedUpFile {
  const result = listLine.safeParse(parseJson(line));
  if (!result.success || !isFileKey(result.data[1])) throw new DamagedBackupError();
  const [area, key, type, bytes, sha256, stored] = result.data;
  return { area, key, type, bytes, sha256, stored };
}
