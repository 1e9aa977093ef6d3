import { spawn } from 'node:child_process';
import { mkdtemp, statfs } from 'node:fs/promises';
import path from 'node:path';

/**
 * Linux's file system in memory, and the bytes that must be free there: a run fills less than half of them.
 */
const MEMORY = '/dev/shm';
const ROOM = 2 * 1024 ** 3;

/** Returns a folder in memory, or undefined if there is none with enough room. */
export async function memoryFolder(): Promise<string | undefined> {
  try {
    const { bavail, bsize } = await statfs(MEMORY);
    return bavail * bsize > ROOM ? MEMORY : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Ends when the process that holds its standard input ends (Ctrl-C, crash or kill -9), and deletes the
 * folder.
 */
const keeper = `
trap '' INT TERM HUP
cat >/dev/null
rm -rf "$0"
`;

/**
 * Puts temporary files of a run in memory. SQLite flushes the disk on each write, which took three quarters
 * of the time of a test of some thousand calls.
 */
export default async function setup() {
  const memory = await memoryFolder();
  if (!memory || process.env.TMPDIR?.startsWith(memory)) return;
  const folder = await mkdtemp(path.join(memory, 'vitrine-tests-'));
  process.env.TMPDIR = folder;
  spawn('sh', ['-c', keeper, folder], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] }).unref();
}
