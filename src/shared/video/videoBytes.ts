import type { VideoContainer } from './videoFormat.ts';

/** A file that is read in parts: on disk, in an object store, or chosen in a browser. */
export interface VideoSource {
  size: number;
  /** Returns up to `length` bytes from `start`; fewer only at the end of the file. */
  read(start: number, length: number): Promise<Uint8Array>;
}

export const BLOCK = 64 * 1024;

const CACHED_BLOCKS = 4;

/** 8 MB. A film of hours needs a few blocks, because its samples and its tables are skipped. */
const MAX_BLOCKS = 128;

const MAX_ELEMENTS = 10_000;

export const MAX_TRACKS = 64;

/** Thrown if a file would need more reads than any valid video. */
export class OutOfBudget extends Error {}

/** Removes unexpected characters from a codec's code, which comes from the file and is shown to users. */
export const plain = (code: string | null) =>
  code &&
  (code
    .replace(/[^\w./ -]/g, '')
    .trim()
    .slice(0, 24) ||
    'unreadable');

export interface Tracks {
  video: string | null;
  audio: string | null;
  profile?: number | undefined;
}

export interface Reader {
  isContainer(head: Bytes): boolean;
  containerOf(file: Cursor, head: Bytes): VideoContainer | Promise<VideoContainer>;
  readTracks(file: Cursor): Promise<Tracks>;
}

export const UNREADABLE: Tracks = { video: 'unreadable', audio: null };

/** Bytes that answer 0 beyond their end. */
export class Bytes {
  readonly array: Uint8Array;
  constructor(array: Uint8Array) {
    this.array = array;
  }
  get length() {
    return this.array.length;
  }
  u8(at: number): number {
    return this.array[at] ?? 0;
  }
  u16(at: number): number {
    return this.u8(at) * 256 + this.u8(at + 1);
  }
  u32(at: number): number {
    return this.u16(at) * 65_536 + this.u16(at + 2);
  }
  /** Inexact above 2^53, which no file reaches. */
  u64(at: number): number {
    return this.u32(at) * 2 ** 32 + this.u32(at + 4);
  }
  u16le(at: number): number {
    return this.u8(at) + this.u8(at + 1) * 256;
  }
  u32le(at: number): number {
    return this.u16le(at) + this.u16le(at + 2) * 65_536;
  }
  u64le(at: number): number {
    return this.u32le(at) + this.u32le(at + 4) * 2 ** 32;
  }
  text(at: number, length: number): string {
    return String.fromCharCode(...this.array.subarray(at, at + length));
  }
  hex(at: number, length: number): string {
    return Array.from(this.array.subarray(at, at + length), (byte) =>
      byte.toString(16).padStart(2, '0'),
    ).join('');
  }
  /** Returns the position of the ASCII `text`, or -1. */
  find(text: string, from = 0): number {
    for (let at = from; at + text.length <= this.length; at += 1)
      if (this.text(at, text.length) === text) return at;
    return -1;
  }
}

/** Reads a file in blocks, within the budget of one examination. */
export class Cursor {
  readonly size: number;
  readonly #source: VideoSource;
  readonly #blocks = new Map<number, Uint8Array>();
  #blocksRead = 0;
  #elements = 0;

  constructor(source: VideoSource) {
    this.size = source.size;
    this.#source = source;
  }

  /** Returns up to `length` bytes from `start`, at most a block. */
  async bytes(start: number, length: number): Promise<Bytes> {
    const end = Math.min(start + Math.min(length, BLOCK), this.size);
    if (!(start >= 0 && start < end)) return new Bytes(new Uint8Array(0));
    const joined = new Uint8Array(end - start);
    for (let index = Math.floor(start / BLOCK); index * BLOCK < end; index += 1) {
      const block = await this.#block(index);
      const from = Math.max(start - index * BLOCK, 0);
      joined.set(block.subarray(from, end - index * BLOCK), Math.max(index * BLOCK - start, 0));
    }
    return new Bytes(joined);
  }

  /** Counts a visited element against the budget. */
  count(): void {
    this.#elements += 1;
    if (this.#elements > MAX_ELEMENTS) throw new OutOfBudget();
  }

  async #block(index: number): Promise<Uint8Array> {
    const cached = this.#blocks.get(index);
    if (cached) return cached;
    this.#blocksRead += 1;
    if (this.#blocksRead > MAX_BLOCKS) throw new OutOfBudget();
    const start = index * BLOCK;
    const block = await this.#source.read(start, Math.min(BLOCK, this.size - start));
    if (this.#blocks.size === CACHED_BLOCKS) this.#blocks.delete(this.#blocks.keys().next().value as number);
    this.#blocks.set(index, block);
    return block;
  }
}

export interface Span {
  start: number;
  end: number;
}

/** Content of a box, of a chunk or of an element of EBML. */
export interface Part extends Span {
  id: string;
}

type Children = (file: Cursor, parent: Span) => AsyncGenerator<Part>;

export const whole = (file: Cursor) => ({ start: 0, end: file.size });

/** Returns the first element on the path of `ids` below `parent`. */
export async function find(
  file: Cursor,
  children: Children,
  parent: Span,
  ...ids: string[]
): Promise<Part | null> {
  const [id, ...rest] = ids;
  for await (const child of children(file, parent))
    if (child.id === id) return rest.length === 0 ? child : find(file, children, child, ...rest);
  return null;
}

export interface Track {
  kind: 'video' | 'audio';
  codec: string;
  isEnabled: boolean;
  profile?: number | undefined;
}

/** Chooses the tracks that browsers choose: the first enabled one of each kind. */
export function choose(tracks: Track[]): Tracks {
  if (tracks.length === 0) return UNREADABLE;
  const first = (kind: Track['kind']) => {
    const own = tracks.filter((track) => track.kind === kind);
    return own.find(({ isEnabled }) => isEnabled) ?? own[0];
  };
  const video = first('video');
  return { video: video?.codec ?? null, audio: first('audio')?.codec ?? null, profile: video?.profile };
}
