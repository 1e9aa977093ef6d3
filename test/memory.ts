import { spawn } from 'node:child_process';
import { mkdtemp, statfs } from 'node:fs/promises';
import path from 'node:path';

/** Where Linux keeps files in memory, and how much of it must be free: a run fills less than half of that. */
const MEMORY = '/dev/shm';
const ROOM = 2 * 1024 ** 3;

/** A folder whose files need not survive the machine, where there is one with room. */
export async function inMemory(): Promise<string | undefined> {
  try {
    const { bavail, bsize } = await statfs(MEMORY);
    return bavail * bsize > ROOM ? MEMORY : undefined;
  } catch {
    return undefined;
  }
}

/** Ends with whoever holds its standard input, be it by Ctrl-C, a crash or kill -9, and takes the folder along. */
const keeper = `
trap '' INT TERM HUP
cat >/dev/null
rm -rf "$0"
`;

/**
 * Before a run: what it keeps for a while is kept in memory. SQLite has the disk flush at each write, as it should
 * where something must survive; of a test of some thousand calls three quarters were waiting for that.
 */
export default async function setup() {
  const memory = await inMemory();
  if (!memory || process.env.TMPDIR?.startsWith(memory)) return;
  const folder = await mkdtemp(path.join(memory, 'vitrine-tests-'));
  process.env.TMPDIR = folder;
  spawn('sh', ['-c', keeper, folder], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] }).unref();
}
