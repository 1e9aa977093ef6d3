import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { brandFolder, brandName } from './brand.mjs';
import { withLock } from './lock.mjs';
import { root, runNode, say } from './project.mjs';

/** Inputs of the build. Tests are excluded. */
const inputs = [
  'brands',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'vite.brand.ts',
  'vite.browser.ts',
  'vite.server.ts',
  'react-router.config.ts',
  'scripts/lib/build.mjs',
  'scripts/lib/compress.mjs',
  'demo',
  'migrations',
  'src',
];
/** Tests, and the demo's pictures, which are read where they are. */
const isIgnored = /\.test\.tsx?$|^demo\/(art|assets)$/;
/** Files and folders of the brand that the server reads at run time (`brandPath`). Not each brand has a demo of its own. */
const brandAssets = ['logo.svg', 'posters', 'demo'];
/** Entry of the stamp for the brand of the build. */
const brandEntry = `BRAND=${brandName}`;
const results = ['build/client', 'build/server/main.js'].map((file) => path.join(root, file));
const stampFile = path.join(root, 'build/.stamp');

/**
 * Size and time of an input, and the hash of a file's content. A folder's time changes with the names in it.
 * @typedef {{ size: number, modified: number, hash?: string | undefined }} Seen
 */

/** Builds server, site and back office unless the last build has the same source. */
export async function ensureBuilt() {
  if (isBuilt()) return;
  await withLock(async () => {
    if (isBuilt()) return;
    say('construindo o servidor, o site e a retaguarda…');
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
  const { compressFolder } = await import('./compress.mjs');
  compressFolder(path.join(root, 'build/client'));
  for (const file of brandAssets.filter((name) => existsSync(path.join(brandFolder, name))))
    cpSync(path.join(brandFolder, file), path.join(root, 'build/server/brand', file), { recursive: true });
  mkdirSync(path.dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, JSON.stringify(source));
}

/** Returns whether the existing build has the same source. */
export function isBuilt() {
  if (!existsSync(stampFile) || !results.every((file) => existsSync(file))) return false;
  const before = readStamp();
  const entries = Object.entries(before);
  if (!before[brandEntry]) return false;
  if (entries.every(([file, seen]) => file === brandEntry || isSame(seen, statOf(file)))) return true;
  const now = look(before);
  if (Object.keys(now).length !== entries.length) return false;
  if (Object.entries(now).some(([file, { hash }]) => !before[file] || before[file].hash !== hash))
    return false;
  remember(now);
  return true;
}

/** @param {string} file */
const statOf = (file) => statSync(path.join(root, file), { throwIfNoEntry: false });

/** @param {Seen | undefined} seen @param {import('node:fs').Stats | undefined} stats */
const isSame = (seen, stats) => seen?.size === stats?.size && seen?.modified === stats?.mtimeMs;

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
 * Returns what is seen of all inputs. A file with unchanged size and time keeps its hash.
 * @param {Record<string, Seen>} before
 */
function look(before) {
  /** @type {Record<string, Seen>} */
  const seen = { [brandEntry]: { size: 0, modified: 0, hash: '' } };
  /** @param {string} file a file or a folder, relative to the project */
  const visit = (file) => {
    const stats = statOf(file);
    if (!stats || isIgnored.test(file)) return;
    const own = { size: stats.size, modified: stats.mtimeMs };
    if (stats.isDirectory()) {
      seen[file] = own;
      for (const name of readdirSync(path.join(root, file)).sort()) visit(`${file}/${name}`);
    } else seen[file] = { ...own, hash: isSame(before[file], stats) ? before[file]?.hash : hashOf(file) };
  };
  inputs.forEach(visit);
  return seen;
}

/** @param {string} file */
function hashOf(file) {
  const content = readFileSync(path.join(root, file));
  return createHash('sha256').update(content).digest('hex');
}
