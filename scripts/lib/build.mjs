import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compressBelow } from './compress.mjs';
import { alone } from './lock.mjs';
import { root, runNode, say } from './project.mjs';

/** What the build is made from; a test is not part of it. */
const inputs = [
  'package-lock.json',
  'vite.config.ts',
  'vite.browser.ts',
  'react-router.config.ts',
  'public',
  'src',
];
const isTest = /\.(test|drill)\.tsx?$/;
const results = ['build/client', 'build/server/index.js'].map((file) => path.join(root, file));
const stampFile = path.join(root, 'build/.stamp');

/** @typedef {{ size: number, modified: number, hash: string }} Seen */

/** Builds the site and the back office unless the last build was made from this very source. */
export async function ensureBuilt() {
  if (isBuilt()) return;
  await alone(async () => {
    if (isBuilt()) return;
    say('construindo o site e a retaguarda…');
    await build();
  });
}

async function build() {
  // The stamp goes first and comes last: a build cut short has none, and what is saved meanwhile differs.
  rmSync(stampFile, { force: true });
  const source = look({});
  const command = ['node_modules/@react-router/dev/bin.cjs', 'build', '--logLevel', 'warn'];
  const code = await runNode(command, { NODE_ENV: 'production' });
  if (code !== 0) throw new Error('a construção falhou (react-router build).');
  compressBelow(path.join(root, 'build/client'));
  mkdirSync(path.dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, JSON.stringify(source));
}

/** Whether the build that is there was made from this very source. */
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
 * Same content, other times (a fresh checkout): noted, so that the next start need not read the files again.
 * @param {Record<string, Seen>} seen
 */
function remember(seen) {
  try {
    writeFileSync(stampFile, JSON.stringify(seen));
  } catch {
    // A read-only tree: it only costs the reading.
  }
}

/**
 * The source as it is now. A file whose size and time are as before is taken to have its content of before.
 * @param {Record<string, Seen>} before
 */
function look(before) {
  /** @type {Record<string, Seen>} */
  const seen = {};
  for (const file of inputs.flatMap(filesIn)) {
    const { size, mtimeMs: modified } = statSync(path.join(root, file));
    const known = before[file];
    const same = known?.size === size && known.modified === modified;
    seen[file] = { size, modified, hash: same ? known.hash : hashOf(file) };
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
