import type { Stats } from 'node:fs';
import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../observability/log.ts';

/** Prefixes of our files and folders in `DATA_DIR`. Other files there are not touched. */
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

const isShared = (stats: Stats) => (stats.mode & 0o077) !== 0;
const modeOf = (stats: Stats) => (stats.isDirectory() ? 0o700 : 0o600);

/**
 * Restricts `dataDir` to the account of this process: new files by the umask, and existing files that an
 * older version or a restore left open. Returns a function that fixes what lies below the top folders; these
 * are closed already, so no caller needs to wait for it.
 */
export async function restrictToOwner(
  dataDir: string,
  log: Logger,
): Promise<(signal: AbortSignal) => Promise<void>> {
  // Windows has no file modes.
  if (process.platform === 'win32') return async () => {};
  process.umask(0o077);
  await mkdir(dataDir, { recursive: true });

  const restrict = async (path: string): Promise<Stats | null> => {
    const stats = await stat(path).catch(() => null);
    if (!stats || !isShared(stats)) return stats;
    await chmod(path, modeOf(stats)).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
        log.warn({ err: error, path }, 'file permissions too open');
    });
    return stats;
  };

  // A sticky folder such as /tmp is shared: restricting it would break other programs.
  if (((await stat(dataDir)).mode & 0o1000) === 0) await restrict(dataDir);
  const folders: string[] = [];
  for (const name of await readdir(dataDir)) {
    if (!OURS.some((own) => name.startsWith(own))) continue;
    const path = join(dataDir, name);
    if ((await restrict(path))?.isDirectory()) folders.push(path);
  }

  return async function restrictBelow(signal) {
    for (let folder = folders.shift(); folder; folder = folders.shift()) {
      const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
      for (const entry of entries) {
        if (signal.aborted) return;
        const path = join(folder, entry.name);
        if (entry.isDirectory()) folders.push(path);
        if (entry.isDirectory() || entry.isFile()) await restrict(path);
      }
    }
  };
}
