import type { Readable } from 'node:stream';

/** Public files may be read by anyone at their address; private ones only through the application. */
export const AREAS = ['public', 'private'] as const;
export type Area = (typeof AREAS)[number];

export interface StoredRange {
  stream: Readable;
  /** Size of the whole file. */
  bytes: number;
}

export interface Listed {
  key: string;
  modified: number;
  bytes: number;
}

/** Segments of letters, digits, dashes and inner dots: nothing that could climb out or be hidden. */
const KEY = /^[a-z0-9][\w-]*(\.[\w-]+)*(\/[a-z0-9][\w-]*(\.[\w-]+)*)*$/i;

export const isFileKey = (key: string) => KEY.test(key);

/** `key`, if it is one. */
export function fileKey(key: string): string {
  if (!isFileKey(key)) throw new Error(`Not a file key: ${JSON.stringify(key)}`);
  return key;
}

/** The bytes of a file; what can be read anew (a buffer, or a way to open it) is tried again where a store pauses. */
export type FileBody = Buffer | Readable | (() => Readable);

/**
 * Where files rest: a disk or an object store. Keys are made by the application (`ab/uuid/960.webp`), never
 * from what somebody typed. Everything is streamed.
 */
export interface FileStore {
  /** Stores all of `body` or nothing; durable when it answers. */
  put(area: Area, key: string, body: FileBody, type: string): Promise<void>;
  /** Null when there is no such file. `range` is inclusive, in bytes. */
  read(area: Area, key: string, range?: { start: number; end: number }): Promise<StoredRange | null>;
  /** Size in bytes; null when there is no such file. */
  size(area: Area, key: string): Promise<number | null>;
  /** Removes one file; one that is not there is no error. */
  remove(area: Area, key: string): Promise<void>;
  /** Every key in an area, or those that begin with `under`. */
  list(area: Area, under?: string): AsyncIterable<Listed>;
  /** Removes what interrupted writes left before `before` (milliseconds); answers how many. */
  dropUnfinished(before: number): Promise<number>;
  /** Throws when the store cannot be reached. */
  check(): Promise<void>;
}
