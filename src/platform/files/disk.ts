import { randomUUID } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { constants } from 'node:fs';
import { access, mkdir, open, readdir, rename, rm, rmdir, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { type Area, type FileStore, fileKey } from './store.ts';

const isCode = (error: unknown, ...codes: string[]) =>
  codes.includes((error as NodeJS.ErrnoException).code ?? '');

/**
 * Files under `DATA_DIR/files`. A file is written under another name, synced and renamed, and the directory is
 * synced too: what can be read is whole, and what was acknowledged survives a power cut.
 */
export function createDiskStore(dataDir: string): FileStore {
  const base = join(dataDir, 'files');
  const roots: Record<Area, string> = { public: join(base, 'public'), private: join(base, 'private') };
  const unfinished = join(base, 'unfinished');

  const pathOf = (area: Area, key: string) => join(roots[area], ...fileKey(key).split('/'));

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
    async put(area, key, body) {
      const path = pathOf(area, key);
      await makeDirectory(unfinished);
      const temporary = join(unfinished, randomUUID());
      try {
        const handle = await open(temporary, 'wx');
        try {
          await handle.writeFile(body);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await moveInto(temporary, path);
        await syncDirectory(dirname(path));
      } catch (error) {
        if (body instanceof Readable) body.destroy();
        await rm(temporary, { force: true });
        throw error;
      }
    },

    async read(area, key, range) {
      const handle = await open(pathOf(area, key)).catch((error: unknown) => {
        if (isCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR')) return null;
        throw error;
      });
      if (!handle) return null;
      const found = await handle.stat();
      if (!found.isFile()) {
        await handle.close();
        return null;
      }
      return { stream: handle.createReadStream({ ...range }), bytes: found.size };
    },

    async size(area, key) {
      try {
        const found = await stat(pathOf(area, key));
        return found.isFile() ? found.size : null;
      } catch (error) {
        if (isCode(error, 'ENOENT', 'ENOTDIR')) return null;
        throw error;
      }
    },

    async remove(area, key) {
      const path = pathOf(area, key);
      try {
        await unlink(path);
        await rmdir(dirname(path));
      } catch (error) {
        if (!isCode(error, 'ENOENT', 'ENOTDIR', 'ENOTEMPTY', 'EEXIST')) throw error;
      }
    },

    async *list(area) {
      for await (const key of walk(roots[area])) {
        const found = await stat(join(roots[area], ...key.split('/'))).catch(() => null);
        if (found) yield { key, modified: found.mtimeMs };
      }
    },

    async dropUnfinished(before) {
      let dropped = 0;
      for (const { name } of await entriesOf(unfinished)) {
        const path = join(unfinished, name);
        const found = await stat(path).catch(() => null);
        if (!found || found.mtimeMs >= before) continue;
        await rm(path, { force: true });
        dropped += 1;
      }
      return dropped;
    },

    async check() {
      for (const directory of [...Object.values(roots), unfinished]) {
        await mkdir(directory, { recursive: true });
        await access(directory, constants.R_OK | constants.W_OK);
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

async function* walk(directory: string, prefix = ''): AsyncGenerator<string> {
  for (const entry of await entriesOf(directory)) {
    if (entry.isDirectory()) yield* walk(join(directory, entry.name), `${prefix}${entry.name}/`);
    else if (entry.isFile()) yield `${prefix}${entry.name}`;
  }
}

async function syncDirectory(directory: string): Promise<void> {
  // Windows cannot open a directory; its file system journals the rename itself.
  if (process.platform === 'win32') return;
  const handle = await open(directory);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
