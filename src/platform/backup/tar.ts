import { DamagedBackupError } from './errors.ts';

// A backup is a tar archive, so that any machine can open it. It has its own reader because every byte is
// verified: a reader that ignores an altered header or garbage in the padding would accept a damaged backup.

export type Bytes = AsyncIterable<Uint8Array>;

export async function* singleChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

const BLOCK = 512;
const NAME_BYTES = 100;
/** Offset of the size in a header. It is octal; a size of more digits is written in binary. */
const SIZE_AT = 124;
const MAX_OCTAL = 8 ** 11;

function headerOf(name: string, bytes: number): Buffer {
  if (Buffer.byteLength(name) > NAME_BYTES) throw new Error(`Name too long for an archive: ${name}`);
  const header = Buffer.alloc(BLOCK);
  const text = (at: number, value: string) => header.write(value, at, 'latin1');
  text(0, name);
  text(100, '0000600\0');
  text(108, '0000000\0');
  text(116, '0000000\0');
  if (bytes < MAX_OCTAL) text(SIZE_AT, `${bytes.toString(8).padStart(11, '0')}\0`);
  else {
    header[SIZE_AT] = 0x80;
    header.writeBigUInt64BE(BigInt(bytes), SIZE_AT + 4);
  }
  text(136, '00000000000\0');
  text(148, ' '.repeat(8));
  text(156, '0');
  text(257, 'ustar\0');
  text(263, '00');
  const sum = header.reduce((total, byte) => total + byte, 0);
  text(148, `${sum.toString(8).padStart(6, '0')}\0 `);
  return header;
}

const paddingOf = (bytes: number) => (BLOCK - (bytes % BLOCK)) % BLOCK;

/** Yields one entry of an archive. Throws if `body` has another size. */
export async function* packEntry(name: string, bytes: number, body: Bytes): AsyncGenerator<Uint8Array> {
  yield headerOf(name, bytes);
  let remaining = bytes;
  for await (const chunk of body) {
    remaining -= chunk.length;
    if (remaining < 0) break;
    yield chunk;
  }
  if (remaining !== 0) throw new Error(`${name} does not have ${bytes} bytes`);
  if (paddingOf(bytes) > 0) yield Buffer.alloc(paddingOf(bytes));
}

/** End of every archive. */
export const TAR_END = Buffer.alloc(2 * BLOCK);

export interface TarEntry {
  name: string;
  bytes: number;
  /** Must be read before the next entry is requested. */
  body: Bytes;
}

/** Yields the entries of an archive that `packEntry` wrote. Throws `DamagedBackupError` for any other. */
export async function* unpackEntries(source: Bytes): AsyncGenerator<TarEntry> {
  const reader = new Reader(source);
  try {
    for (;;) {
      const header = await reader.whole(BLOCK);
      if (header.every((byte) => byte === 0)) break;
      const name = header.toString('latin1', 0, header.indexOf(0));
      const bytes =
        header[SIZE_AT] === 0x80
          ? Number(header.readBigUInt64BE(SIZE_AT + 4))
          : Number.parseInt(header.toString('latin1', SIZE_AT, SIZE_AT + 11), 8);
      if (!name || !Number.isSafeInteger(bytes) || !headerOf(name, bytes).equals(header))
        throw new DamagedBackupError();
      yield { name, bytes, body: reader.begin(bytes) };
      await reader.skipRest();
      if ((await reader.whole(paddingOf(bytes))).some((byte) => byte !== 0)) throw new DamagedBackupError();
    }
    if (!(await reader.whole(BLOCK)).equals(TAR_END.subarray(BLOCK)) || !(await reader.isOver()))
      throw new DamagedBackupError();
  } finally {
    await reader.close();
  }
}

class Reader {
  readonly #source: AsyncIterator<Uint8Array>;
  #held: Buffer = Buffer.alloc(0);
  #left = 0;

  constructor(source: Bytes) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async #next(): Promise<boolean> {
    while (this.#held.length === 0) {
      const { done, value } = await this.#source.next();
      if (done) return false;
      this.#held = Buffer.from(value.buffer, value.byteOffset, value.length);
    }
    return true;
  }

  async #take(maxBytes: number): Promise<Buffer> {
    if (!(await this.#next())) throw new DamagedBackupError();
    const taken = this.#held.subarray(0, maxBytes);
    this.#held = this.#held.subarray(taken.length);
    return taken;
  }

  async whole(bytes: number): Promise<Buffer> {
    const taken: Buffer[] = [];
    for (let left = bytes; left > 0; ) {
      const chunk = await this.#take(left);
      taken.push(chunk);
      left -= chunk.length;
    }
    return Buffer.concat(taken);
  }

  /** Starts the body of an entry. `skipRest` discards the unread rest. */
  begin(bytes: number): AsyncGenerator<Uint8Array> {
    this.#left = bytes;
    return this.#some();
  }

  async *#some(): AsyncGenerator<Uint8Array> {
    while (this.#left > 0) {
      const chunk = await this.#take(this.#left);
      this.#left -= chunk.length;
      yield chunk;
    }
  }

  async skipRest(): Promise<void> {
    while (this.#left > 0) this.#left -= (await this.#take(this.#left)).length;
  }

  async isOver(): Promise<boolean> {
    return !(await this.#next());
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }
}
