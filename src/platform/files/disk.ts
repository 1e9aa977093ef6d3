import { randomUUID } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { constants } from 'node:fs';
import { access, mkdir, readdir, rename, rm, rmdir, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { openForStream, withFile } from './handles.ts';
import { type Area, type FileStore, fileKey, type Listed, type StoredRange } from './store.ts';
import { temporaryFolders } from './temporary.ts';

const isCode = (error: unknown, ...codes: string[]) =>
  codes.includes((error as NodeJS.ErrnoException).code ?? '');

/** Files by their keys, below one folder. */
export interface Folder {
  put(key: string, body: Readable | Buffer): Promise<void>;
  read(key: string, range?: { start: number; end: number }): Promise<StoredRange | null>;
  size(key: string): Promise<number | null>;
  remove(key: string): Promise<void>;
  list(under?: string): AsyncIterable<Listed>;
}

/** Files under `DATA_DIR/files`; those that are being written have names that begin with `prefix`. */
export function createDiskStore(dataDir: string, prefix = ''): FileStore {
  const base = join(dataDir, 'files');
  const roots: Record<Area, string> = { public: join(base, 'public'), private: join(base, 'private') };
  const { unfinished } = temporaryFolders(dataDir);
  const folders: Record<Area, Folder> = {
    public: createFolder(roots.public, unfinished, prefix),
    private: createFolder(roots.private, unfinished, prefix),
  };
  return {
    put: (area, key, body) => folders[area].put(key, typeof body === 'function' ? body() : body),
    read: (area, key, range) => folders[area].read(key, range),
    size: (area, key) => folders[area].size(key),
    remove: (area, key) => folders[area].remove(key),
    list: (area, under) => folders[area].list(under),
    dropUnfinished: (before) => dropUnfinished(unfinished, before),
    async check() {
      for (const directory of [...Object.values(roots), unfinished]) {
        await mkdir(directory, { recursive: true });
        await access(directory, constants.R_OK | constants.W_OK);
      }
    },
  };
}

/** Removes what interrupted writes left in `unfinished` before `before` (milliseconds); answers how many. */
export async function dropUnfinished(unfinished: string, before: number): Promise<number> {
  let dropped = 0;
  for (const { name } of await entriesOf(unfinished)) {
    const path = join(unfinished, name);
    const found = await stat(path).catch(() => null);
    if (!found || found.mtimeMs >= before) continue;
    await rm(path, { force: true });
    dropped += 1;
  }
  return dropped;
}

/**
 * A file is written under another name in `unfinished`, synced and renamed, and the directory is synced too: what can
 * be read is whole, and what was acknowledged survives a power cut.
 */
export function createFolder(root: string, unfinished: string, prefix = ''): Folder {
  const pathOf = (key: string) => join(root, ...fileKey(key).split('/'));

  /** Makes `directory` and its parents, each synced into the one above it. */
  const makeDirectory = async (directory: string): Promise<void> => {
    const first = await mkdir(directory, { recursive: true });
    if (!first) return;
    for (let made = directory; made.length >= first.length; made = dirname(made))
      await syncDirectory(dirname(made));
  };

  /** A concurrent removal may take the directory away between the two steps. */
  const moveInto = async (temporary: string, path: string, tries = 3): Promise<void> => {
    await makeDirectory(dirname(path));
    try {
      await rename(temporary, path);
    } catch (error) {
      if (!isCode(error, 'ENOENT') || tries <= 1) throw error;
      return moveInto(temporary, path, tries - 1);
    }
  };

  return {
    async put(key, body) {
      const path = pathOf(key);
      await makeDirectory(unfinished);
      const temporary = join(unfinished, prefix + randomUUID());
      try {
        await withFile(temporary, { flags: 'wx' }, async (file) => {
          await file.writeFile(body);
          await file.sync();
        });
        await moveInto(temporary, path);
        await syncDirectory(dirname(path));
      } catch (error) {
        if (body instanceof Readable) body.destroy();
        await rm(temporary, { force: true });
        throw error;
      }
    },

    async read(key, range) {
      try {
        return await openForStream(pathOf(key), range);
      } catch (error) {
        if (isCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR')) return null;
        throw error;
      }
    },

    async size(key) {
      try {
        const found = await stat(pathOf(key));
        return found.isFile() ? found.size : null;
      } catch (error) {
        if (isCode(error, 'ENOENT', 'ENOTDIR')) return null;
        throw error;
      }
    },

    async remove(key) {
      const path = pathOf(key);
      try {
        await unlink(path);
        await rmdir(dirname(path));
      } catch (error) {
        if (!isCode(error, 'ENOENT', 'ENOTDIR', 'ENOTEMPTY', 'EEXIST')) throw error;
      }
    },

    async *list(under = '') {
      for await (const key of walk(root, under)) {
        const found = await stat(join(root, ...key.split('/'))).catch(() => null);
        if (found) yield { key, modified: found.mtimeMs, bytes: found.size };
      }
    },
  };
}

async function entriesOf(directory: string): Promise<Dirent[]> {
  try {
    return await readdir(directory, { withFileTypes: true });
  } catch (error) {
    if (isCode(error, 'ENOENT')) return [];
    throw error;
  }
}

/** The keys below `directory` that begin with `under`; folders in which there can be none are not opened. */
async function* walk(directory: string, under: string, prefix = ''): AsyncGenerator<string> {
  for (const entry of await entriesOf(directory)) {
    const key = `${prefix}${entry.name}`;
    if (entry.isDirectory()) {
      if (`${key}/`.startsWith(under) || under.startsWith(`${key}/`))
        yield* walk(join(directory, entry.name), under, `${key}/`);
    } else if (entry.isFile() && key.startsWith(under)) yield key;
  }
}

async function syncDirectory(directory: string): Promise<void> {
  // Windows cannot open a directory; its file system journals the rename itself.
  if (process.platform === 'win32') return;
  await withFile(directory, { flags: 'r' }, (handle) => handle.sync());
}
