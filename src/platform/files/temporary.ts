import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

// A temporary file carries the name of the process that writes it. The process holds a lock of that name, which the
// system lets go of however the process ends. The next start removes the files of every lock that nobody holds.

/** The prefix of temporary files of this process. */
export interface TemporaryFiles {
  prefix: string;
  /** Lets the lock go. Files that are left are removed at the next start. */
  release(): void;
}

/** Temporary files without an owner: only their age tells that nobody writes them any more. */
export const WITHOUT_OWNER: TemporaryFiles = { prefix: '', release: () => {} };

/** Names of locks, as `randomUUID` makes them. */
const NAME = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

export const temporaryFolders = (dataDir: string) => ({
  received: join(dataDir, 'tmp'),
  unfinished: join(dataDir, 'files', 'unfinished'),
});

/** Removes temporary files of processes that are gone, and takes a lock for those of this process. */
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
