import { randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Packed } from './tar.ts';

export interface Spool {
  add(name: string, bytes: Buffer): Promise<void>;
  parts(): AsyncIterable<Packed>;
  close(): Promise<void>;
}

/** Holds what is to be written later, in a file below `directory` that goes with the process. */
export async function createSpool(directory: string): Promise<Spool> {
  await mkdir(directory, { recursive: true });
  const path = join(directory, randomUUID());
  const file = await open(path, 'wx+', 0o600);
  // Open, it stays until it is closed; Windows keeps its name as long, and the sweep takes what a crash left.
  await rm(path).catch(() => {});
  const kept: { name: string; at: number; bytes: number }[] = [];
  let end = 0;
  return {
    async add(name, bytes) {
      await file.write(bytes, 0, bytes.length, end);
      kept.push({ name, at: end, bytes: bytes.length });
      end += bytes.length;
    },
    async *parts() {
      for (const { name, at, bytes } of kept) {
        const part = Buffer.alloc(bytes);
        await file.read(part, 0, bytes, at);
        yield { name, bytes, body: one(part) };
      }
    },
    async close() {
      await file.close();
      await rm(path, { force: true });
    },
  };
}

export async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
