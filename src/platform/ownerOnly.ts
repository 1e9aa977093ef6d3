import type { Stats } from 'node:fs';
import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from './log.ts';

/** Everything of ours in `DATA_DIR`, by how its name begins. What else somebody keeps there is none of our business. */
const OURS = [
  'vitrine.db',
  'secret.key',
  'first-password',
  'files',
  'mail',
  'tmp',
  'reserve',
  'serving.lock',
];

const isShared = (found: Stats) => (found.mode & 0o077) !== 0;
const modeOf = (found: Stats) => (found.isDirectory() ? 0o700 : 0o600);

/**
 * Keeps `dataDir` from everybody but the account that this process runs under: what is made from now on, whatever
 * the umask was, and what an older version or a restore left there. Answers what remains to be done: below the
 * folders that are closed by then, so that nobody needs to wait for it.
 */
export async function keepToOwner(
  dataDir: string,
  log: Logger,
): Promise<(signal: AbortSignal) => Promise<void>> {
  // It has no such thing as a mode.
  if (process.platform === 'win32') return async () => {};
  process.umask(0o077);
  await mkdir(dataDir, { recursive: true });

  const close = async (path: string): Promise<Stats | null> => {
    const found = await stat(path).catch(() => null);
    if (!found || !isShared(found)) return found;
    await chmod(path, modeOf(found)).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
        log.warn({ err: error, path }, 'others may read what is kept here');
    });
    return found;
  };

  // A folder such as /tmp is everybody's: closing it would end more than our own work.
  if (((await stat(dataDir)).mode & 0o1000) === 0) await close(dataDir);
  const folders: string[] = [];
  for (const name of await readdir(dataDir)) {
    if (!OURS.some((own) => name.startsWith(own))) continue;
    const path = join(dataDir, name);
    if ((await close(path))?.isDirectory()) folders.push(path);
  }

  return async function below(signal) {
    for (let folder = folders.shift(); folder; folder = folders.shift()) {
      const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
      for (const entry of entries) {
        if (signal.aborted) return;
        const path = join(folder, entry.name);
        if (entry.isDirectory()) folders.push(path);
        if (entry.isDirectory() || entry.isFile()) await close(path);
      }
    }
  };
}
