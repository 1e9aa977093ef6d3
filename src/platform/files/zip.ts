import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';

// Writes ZIP archives without compression (APPNOTE 6.3.3), for files that are compressed already: pictures and
// PDFs. Each file is read when its turn comes, so an archive takes no more memory than a buffer.

export interface ZipEntry {
  /** Name without folders. */
  name: string;
  bytes: number;
  open(): Promise<Readable>;
}

/** Limits of the format without its 64-bit extension. */
const MAX_BYTES = 0xffff_ffff;
const MAX_ENTRIES = 0xffff;

/** Sizes follow the data (bit 3), and names are UTF-8 (bit 11). */
const FLAGS = 0x0808;
const VERSION = 20;
/** Day 1 of month 1 of 1980, the earliest of the format: an archive says nothing about the time. */
const DAY = 0x21;

const [LOCAL, DESCRIPTOR, CENTRAL, END] = [0x04034b50, 0x08074b50, 0x02014b50, 0x06054b50];
const [LOCAL_BYTES, DESCRIPTOR_BYTES, CENTRAL_BYTES, END_BYTES] = [30, 16, 46, 22];

const nameBytes = ({ name }: ZipEntry) => Buffer.byteLength(name);

/** Returns the exact size of an archive, in bytes. */
export function zipSize(entries: readonly ZipEntry[]): number {
  return entries.reduce(
    (sum, entry) => sum + LOCAL_BYTES + DESCRIPTOR_BYTES + CENTRAL_BYTES + 2 * nameBytes(entry) + entry.bytes,
    END_BYTES,
  );
}

/** Writes an archive. Throws if it exceeds the format, or if a file differs from its stated size. */
export async function* zip(entries: readonly ZipEntry[]): AsyncGenerator<Buffer> {
  if (entries.length > MAX_ENTRIES || zipSize(entries) > MAX_BYTES) throw new Error('too much for a ZIP');
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    yield record(
      LOCAL_BYTES,
      [LOCAL, 4],
      [VERSION, 2],
      [FLAGS, 2],
      [0, 4],
      [DAY, 2],
      [0, 12],
      [name.length, 2],
    );
    yield name;
    let [crc, bytes] = [0, 0];
    for await (const chunk of await entry.open()) {
      crc = crc32(chunk as Buffer, crc);
      bytes += (chunk as Buffer).length;
      yield chunk as Buffer;
    }
    if (bytes !== entry.bytes) throw new Error(`${bytes} bytes of a file with ${entry.bytes}`);
    yield record(DESCRIPTOR_BYTES, [DESCRIPTOR, 4], [crc, 4], [bytes, 4], [bytes, 4]);
    directory.push(
      record(
        CENTRAL_BYTES,
        ...([
          [CENTRAL, 4],
          [VERSION, 2],
          [VERSION, 2],
          [FLAGS, 2],
          [0, 4],
          [DAY, 2],
        ] as const),
        ...([
          [crc, 4],
          [bytes, 4],
          [bytes, 4],
          [name.length, 2],
          [0, 12],
          [offset, 4],
        ] as const),
      ),
      name,
    );
    offset += LOCAL_BYTES + name.length + bytes + DESCRIPTOR_BYTES;
  }
  yield* directory;
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const count = entries.length;
  yield record(END_BYTES, [END, 4], [0, 4], [count, 2], [count, 2], [size, 4], [offset, 4]);
}

/** Returns a record of numbers in little-endian order, each with its length; zeros may be longer than 4 bytes. */
function record(length: number, ...fields: (readonly [value: number, bytes: number])[]): Buffer {
  const buffer = Buffer.alloc(length);
  let at = 0;
  for (const [value, bytes] of fields) {
    if (value > 0) buffer.writeUIntLE(value, at, bytes);
    at += bytes;
  }
  return buffer;
}
