import { type FileHandle, open } from 'node:fs/promises';
import type { Readable } from 'node:stream';

// Node ends the process when it collects a FileHandle that nothing closed, so this is the only module that opens one.

/** Opens the file at `path`, hands it to `use`, and closes it whatever happens. */
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
 * Opens the file at `path` and returns its size in bytes and a stream, which closes it at its end or when it is
 * destroyed. Returns null where the path names something else than a file.
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
