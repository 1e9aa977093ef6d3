import { type FileHandle, open } from 'node:fs/promises';
import type { Readable } from 'node:stream';

// Node ends the process when it collects an unclosed FileHandle, so only this module opens them.

/** Opens the file at `path`, passes it to `use`, and always closes it. */
export async function withFile<T>(
  path: string,
  { flags, mode }: { flags: 'r' | 'wx'; mode?: number },
  use: (file: FileHandle) => Promise<T>,
): Promise<T> {
  const file = await open(path, flags, mode);
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}

/** Handles that a stream will close, referenced until it does. */
const streaming = new Set<FileHandle>();

/**
 * Opens the file at `path`. Returns a stream, which closes it at its end or when destroyed, and the size of
 * the whole file in bytes. Returns null if the path is not a file.
 */
export async function openForStream(
  path: string,
  range: { start?: number; end?: number } = {},
): Promise<{ stream: Readable; bytes: number } | null> {
  const file = await open(path);
  try {
    const found = await file.stat();
    if (found.isFile()) {
      const stream = file.createReadStream({ ...range });
      streaming.add(file);
      stream.once('close', () => streaming.delete(file));
      return { stream, bytes: found.size };
    }
  } catch (error) {
    await file.close();
    throw error;
  }
  await file.close();
  return null;
}
