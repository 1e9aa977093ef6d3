import { randomUUID } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { constants } from 'node:fs';
import { access, mkdir, readdir, rename, rm, rmdir, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { openForStream, withFile } from './handles.ts';
import { type FileStore, fileKey, type StoreArea, type StoredFileInfo, type StoredRange } from './store.ts';
import { temporaryFolders } from './temporary.ts';

const isCode = (error: unknown, ...codes: string[]) =>
  codes.includes((error as NodeJS.ErrnoException).code ?? '');

/** Files in one folder, by key. */
export interface Folder {
  put(key: string, body: Readable | Buffer): Promise<void>;
  read(key: string, range?: { start: number; end: number }): Promise<StoredRange | null>;
  size(key: string): Promise<number | null>;
  remove(key: string): Promise<void>;
  list(under?: string): AsyncIterable<StoredFileInfo>;
}

/** Creates a store under `DATA_DIR/files`. Names of files being written begin with `prefix`. */
export function createDiskStore(dataDir: string, prefix = ''): FileStore {
  const base = join(dataDir, 'files');
  const roots: Record<StoreArea, string> = { public: join(base, 'public'), private: join(base, 'private') };
  const { unfinished } = temporaryFolders(dataDir);
  const folders: Record<StoreArea, Folder> = {
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

/** Removes what interrupted writes left in `unfinished` before `before` (ms). Returns the number of files. */
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
 * Creates a folder of files with atomic, durable writes: a file is written to `unfinished`, synced, renamed,
 * and the directory is synced too. Readers see whole files only, and an acknowledged file survives a power
 * cut.
 */
export function createFolder(root: string, unfinished: string, prefix = ''): Folder {
  const pathOf = (key: string) => join(root, ...fileKey(key).split('/'));
  const sync = createDirectorySync();
  const beingMade = new Map<string, Promise<void>>();

  /**
   * Creates `directory` and its parents, and syncs the entry of each. Concurrent callers, such as the files of
   * one picture, share the work.
   */
  const makeDirectory = (directory: string): Promise<void> =>
    beingMade.getOrInsertComputed(directory, async () => {
      try {
        const first = await mkdir(directory, { recursive: true });
        if (!first) return;
        for (let created = directory; created.length >= first.length; created = dirname(created))
          await sync(dirname(created));
      } finally {
        beingMade.delete(directory);
      }
    });

  /** A concurrent removal may have deleted the directory. */
  const moveInto = async (temporary: string, path: string, tries = 3): Promise<void> => {
    try {
      await rename(temporary, path);
    } catch (error) {
      if (!isCode(error, 'ENOENT') || tries <= 1) throw error;
      await makeDirectory(dirname(path));
      return moveInto(temporary, path, tries - 1);
    }
  };

  return {
    async put(key, body) {
      const path = pathOf(key);
      const temporary = join(unfinished, prefix + randomUUID());
      try {
        await Promise.all([makeDirectory(unfinished), makeDirectory(dirname(path))]);
        await withFile(temporary, { flags: 'wx' }, async (file) => {
          await file.writeFile(body);
          await file.sync();
        });
        await moveInto(temporary, path);
        await sync(dirname(path));
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
      // A write that failed leaves a folder without its file.
      for (const step of [() => unlink(path), () => rmdir(dirname(path))])
        await step().catch((error) => {
          if (!isCode(error, 'ENOENT', 'ENOTDIR', 'ENOTEMPTY', 'EEXIST')) throw error;
        });
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

/** Yields the keys below `directory` that begin with `under`; skips folders that cannot contain any. */
async function* walk(directory: string, under: string, prefix = ''): AsyncGenerator<string> {
  for (const entry of await entriesOf(directory)) {
    const key = `${prefix}${entry.name}`;
    if (entry.isDirectory()) {
      if (`${key}/`.startsWith(under) || under.startsWith(`${key}/`))
        yield* walk(join(directory, entry.name), under, `${key}/`);
    } else if (entry.isFile() && key.startsWith(under)) yield key;
  }
}

/**
 * Creates a function that syncs a directory. Concurrent callers share the first sync that begins after they
 * called, so that a batch of files costs a few syncs of its directory.
 */
function createDirectorySync(): (directory: string) => Promise<void> {
  const running = new Map<string, Promise<void>>();
  const next = new Map<string, Promise<void>>();
  return (directory) =>
    next.getOrInsertComputed(directory, async () => {
      await running.get(directory)?.catch(() => {});
      next.delete(directory);
      const current = syncDirectory(directory);
      running.set(directory, current);
      try {
        await current;
      } finally {
        if (running.get(directory) === current) running.delete(directory);
      }
    });
}

async function syncDirectory(directory: string): Promise<void> {
  // Windows cannot open a directory; its file system journals the rename itself.
  if (process.platform === 'win32') return;
  await withFile(directory, { flags: 'r' }, (handle) => handle.sync());
}
