import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root, say } from './project.mjs';

const file = path.join(root, '.cache/prepare.lock');
const heartbeat = 1_000;
const deadAfter = 6_000;

/**
 * Runs `work` while holding a lock, so that one process at a time installs and builds. The holder rewrites
 * the lock file every second. A file that is not rewritten belongs to a killed process, whatever its process
 * id.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(work) {
  mkdirSync(path.dirname(file), { recursive: true });
  for (let waited = false; !take(); waited = true) {
    if (!waited) say('outro processo está instalando ou construindo; esperando…');
    if (silence() > deadAfter) rmSync(file, { force: true });
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const beating = setInterval(() => writeFileSync(file, String(process.pid)), heartbeat);
  try {
    return await work();
  } finally {
    clearInterval(beating);
    rmSync(file, { force: true });
  }
}

function take() {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
}

function silence() {
  return Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
}
