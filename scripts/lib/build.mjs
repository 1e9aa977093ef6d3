import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compressFolder } from './compress.mjs';
import { withLock } from './lock.mjs';
import { root, runNode, say } from './project.mjs';

/** Inputs of the build. Tests are excluded. */
const inputs = [
  'package-lock.json',
  'vite.config.ts',
  'vite.browser.ts',
  'react-router.config.ts',
  'public',
  'src',
];
const isTest = /\.test\.tsx?$/;
const results = ['build/client', 'build/server/index.js'].map((file) => path.join(root, file));
const stampFile = path.join(root, 'build/.stamp');

/** @typedef {{ size: number, modified: number, hash: string }} Seen */

/** Builds the site and the back office unless the last build has the same source. */
export async function ensureBuilt() {
  if (isBuilt()) return;
  await withLock(async () => {
    if (isBuilt()) return;
    say('construindo o site e a retaguarda…');
    await build();
  });
}

async function build() {
  // Remove the stamp first and write it last: an interrupted build has none, and files saved meanwhile
  // differ.
  rmSync(stampFile, { force: true });
  const source = look({});
  const command = ['node_modules/@react-router/dev/bin.cjs', 'build', '--logLevel', 'warn'];
  const code = await runNode(command, { NODE_ENV: 'production' });
  if (code !== 0) throw new Error('a construção falhou (react-router build).');
  compressFolder(path.join(root, 'build/client'));
  mkdirSync(path.dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, JSON.stringify(source));
}

/** Returns whether the existing build has the same source. */
export function isBuilt() {
  if (!existsSync(stampFile) || !results.every((file) => existsSync(file))) return false;
  const before = readStamp();
  const now = look(before);
  if (Object.keys(now).length !== Object.keys(before).length) return false;
  if (Object.entries(now).some(([file, seen]) => before[file]?.hash !== seen.hash)) return false;
  if (Object.entries(now).some(([file, seen]) => before[file]?.modified !== seen.modified)) remember(now);
  return true;
}

/** @returns {Record<string, Seen>} */
function readStamp() {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'));
  } catch {
    return {};
  }
}

/**
 * Stores new file times for unchanged content (a fresh checkout), so that the next start need not read the
 * files.
 * @param {Record<string, Seen>} seen
 */
function remember(seen) {
  try {
    writeFileSync(stampFile, JSON.stringify(seen));
  } catch {
    // Read-only tree: the next start reads the files again.
  }
}

/**
 * Returns size, time and hash of all inputs. A file with unchanged size and time keeps its hash.
 * @param {Record<string, Seen>} before
 */
function look(before) {
  /** @type {Record<string, Seen>} */
  const seen = {};
  for (const file of inputs.flatMap(filesIn)) {
    const { size, mtimeMs: modified } = statSync(path.join(root, file));
    const previous = before[file];
    const same = previous?.size === size && previous.modified === modified;
    seen[file] = { size, modified, hash: same ? previous.hash : hashOf(file) };
  }
  return seen;
}

/** @param {string} file */
function hashOf(file) {
  const content = readFileSync(path.join(root, file));
  return createHash('sha256').update(content).digest('hex');
}

/**
 * @param {string} file a file or a folder, relative to the project
 * @returns {string[]}
 */
function filesIn(file) {
  const stats = statSync(path.join(root, file), { throwIfNoEntry: false });
  if (!stats) return [];
  if (!stats.isDirectory()) return isTest.test(file) ? [] : [file];
  return readdirSync(path.join(root, file))
    .sort()
    .flatMap((name) => filesIn(`${file}/${name}`));
}
