import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

// A temporary file is named after a lock that its process holds, and which the system releases however the
// process ends. The next start removes the files of every lock that is free.

/** Temporary files of this process. */
export interface TemporaryFiles {
  prefix: string;
  /** Releases the lock. Remaining files are removed at the next start. */
  release(): void;
}

/** Temporary files without a lock: only their age shows that they are abandoned. */
export const UNOWNED_FILES: TemporaryFiles = { prefix: '', release: () => {} };

/** Format of the names of locks, as `randomUUID` creates them. */
const NAME = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

export const temporaryFolders = (dataDir: string) => ({
  received: join(dataDir, 'tmp'),
  unfinished: join(dataDir, 'files', 'unfinished'),
});

/** Removes the temporary files of processes that have ended, and takes a lock for those of this process. */
export async function claimTemporaryFiles(dataDir: string): Promise<TemporaryFiles> {
  const locks = join(dataDir, 'tmp.locks');
  await mkdir(locks, { recursive: true });
  await removeAbandoned(locks, Object.values(temporaryFolders(dataDir)));
  const name = randomUUID();
  const file = join(locks, name);
  const lock = takeLock(file);
  return {
    prefix: `${name}.`,
    release() {
      if (!lock?.isOpen) return;
      lock.close();
      rmSync(file, { force: true });
    },
  };
}

async function removeAbandoned(locks: string, folders: string[]): Promise<void> {
  for (const name of (await readdir(locks)).filter((one) => NAME.test(one))) {
    const file = join(locks, name);
    const lock = takeLock(file);
    if (!lock) continue;
    try {
      for (const folder of folders) await removeOf(folder, `${name}.`);
      await rm(file, { force: true });
    } finally {
      lock.close();
    }
  }
}

async function removeOf(folder: string, prefix: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => one.startsWith(prefix)))
    await rm(join(folder, name), { force: true });
}

/** Returns the lock, or null while another process, on this machine or another, holds it. */
function takeLock(file: string): DatabaseSync | null {
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive');
    return lock;
  } catch {
    lock.close();
    return null;
  }
}
