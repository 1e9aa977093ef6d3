import type { Readable } from 'node:stream';

/**
 * Areas of a store. Public files are readable by anyone at their address, private ones only through the
 * application.
 */
export const AREAS = ['public', 'private'] as const;
export type StoreArea = (typeof AREAS)[number];

export interface StoredRange {
  stream: Readable;
  /** Size of the whole file. */
  bytes: number;
}

export interface StoredFileInfo {
  key: string;
  modified: number;
  bytes: number;
}

/** Segments of letters, digits, dashes and inner dots: no path traversal, no hidden files. */
const KEY = /^[a-z0-9][\w-]*(\.[\w-]+)*(\/[a-z0-9][\w-]*(\.[\w-]+)*)*$/i;

export const isFileKey = (key: string) => KEY.test(key);

/** Returns `key`. Throws if it is not a valid one. */
export function fileKey(key: string): string {
  if (!isFileKey(key)) throw new Error(`Not a file key: ${JSON.stringify(key)}`);
  return key;
}

/** Content of a file. A buffer, or a function that opens a stream, can be sent again if the store pauses. */
export type FileBody = Buffer | Readable | (() => Readable);

/**
 * Storage of files: a disk or an object store. Keys are generated (`ab/uuid/960.webp`), never user input.
 * Content is always streamed.
 */
export interface FileStore {
  /** Stores all of `body` or nothing; durable once it resolves. */
  put(area: StoreArea, key: string, body: FileBody, type: string): Promise<void>;
  /** Returns null if there is no such file. `range` is inclusive, in bytes. */
  read(area: StoreArea, key: string, range?: { start: number; end: number }): Promise<StoredRange | null>;
  /** Returns the size in bytes; null if there is no such file. */
  size(area: StoreArea, key: string): Promise<number | null>;
  /** Removes one file. A missing file is not an error. */
  remove(area: StoreArea, key: string): Promise<void>;
  /** Yields the files of an area, or those whose keys begin with `under`. */
  list(area: StoreArea, under?: string): AsyncIterable<StoredFileInfo>;
  /** Removes what interrupted writes left before `before` (ms). Returns the number of files. */
  dropUnfinished(before: number): Promise<number>;
  /** Throws if the store is unavailable. */
  check(): Promise<void>;
}
