import { createHash } from 'node:crypto';
import { z } from 'zod';
import { AREAS, type Area, isFileKey } from '../files/store.ts';
import { Damaged } from './damage.ts';
import { linesIn, parsed, type RowWatcher, readPart } from './dump.ts';
import type { KeptFile } from './fileIndex.ts';
import { type Bytes, END, one, type Packed, packed, unpacked } from './tar.ts';

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
  parts: AsyncIterable<Packed>,
  describe: (parts: Manifest['parts']) => Manifest,
): AsyncGenerator<Uint8Array> {
  const writtenParts: Manifest['parts'] = [];
  for await (const { name, bytes, body } of parts) {
    const hash = createHash('sha256');
    yield* packed(name, bytes, hashing(body, hash));
    // The checksums of files are in the list.
    if (!name.startsWith('files/')) writtenParts.push({ name, bytes, sha256: hash.digest('hex') });
  }
  const manifest = Buffer.from(`${JSON.stringify(describe(writtenParts), null, 1)}\n`);
  yield* packed(MANIFEST, manifest.length, one(manifest));
  const sumLine = Buffer.from(`${sha256(manifest)}  ${MANIFEST}\n`);
  yield* packed(SUM, sumLine.length, one(sumLine));
  yield END;
}

export async function* hashing(
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
  file?(file: { area: Area; key: string; bytes: number; body: Bytes }): Promise<void>;
  filesKey?(identity: string): void | Promise<void>;
  secretKey?(key: Buffer): void;
  listed?(file: KeptFile): void;
  rows?: RowWatcher;
}

/** Reads an archive to its end. Throws `Damaged` if anything in it was altered or is missing. */
export async function readArchive(source: Bytes, reader: ArchiveReader): Promise<Manifest> {
  const digests = new Map<string, string>();
  let manifest: Buffer | undefined;
  let expected: string | undefined;
  for await (const { name, bytes, body } of unpacked(source)) {
    if (expected !== undefined) throw new Damaged();
    const [folder, area, ...key] = name.split('/');
    if (folder === 'files' && key.length > 0) {
      if (!isArea(area) || !isFileKey(key.join('/'))) throw new Damaged();
      await reader.file?.({ area, key: key.join('/'), bytes, body });
    } else if (name === MANIFEST) manifest = await readAll(body);
    else if (name === SUM) expected = (await readAll(body)).toString();
    else {
      const hash = createHash('sha256');
      await readKnown(name, hashing(body, hash), reader);
      if (digests.has(name)) throw new Damaged();
      digests.set(name, hash.digest('hex'));
    }
  }
  if (!manifest || expected !== `${sha256(manifest)}  ${MANIFEST}\n`) throw new Damaged();
  const result = manifestSchema.safeParse(parsed(manifest.toString()));
  if (!result.success) throw new Damaged(undefined, { cause: result.error });
  const { parts } = result.data;
  if (parts.length !== digests.size || parts.some((part) => digests.get(part.name) !== part.sha256))
    throw new Damaged();
  return result.data;
}

/** Reads only the entries before the database: the list of files and the key that decrypts them. */
export async function readList(
  source: Bytes,
  reader: Pick<ArchiveReader, 'filesKey' | 'listed'>,
): Promise<void> {
  for await (const { name, body } of unpacked(source)) {
    if (name.startsWith('database/')) return;
    await readKnown(name, body, reader);
  }
}

const isArea = (name: string | undefined): name is Area => AREAS.some((area) => area === name);
const readAll = async (body: Bytes) => Buffer.concat(await Array.fromAsync(body));

async function readKnown(name: string, body: Bytes, reader: ArchiveReader): Promise<void> {
  const { filesKey, secretKey, listed, rows } = reader;
  if (filesKey && name === 'files.key') await filesKey((await readAll(body)).toString().trim());
  else if (secretKey && name === 'secret.key') secretKey(await readAll(body));
  else if (listed && name.startsWith('list/')) for (const line of await linesIn(body)) listed(fileIn(line));
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

export const lineOf = ({ area, key, type, bytes, sha256, stored }: KeptFile) =>
  `${JSON.stringify([area, key, type, bytes, sha256, stored])}\n`;

function fileIn(line: string): KeptFile {
  const result = listLine.safeParse(parsed(line));
  if (!result.success || !isFileKey(result.data[1])) throw new Damaged();
  const [area, key, type, bytes, sha256, stored] = result.data;
  return { area, key, type, bytes, sha256, stored };
}
