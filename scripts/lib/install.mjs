import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withLock } from './lock.mjs';
import { machinePath, pinnedNode, root, run, say } from './project.mjs';

/**
 * Installs the packages of `package-lock.json` unless they are there.
 * @param {{ pruned?: boolean }} [options] `pruned`: packages for production are enough (`npm prune --omit=dev`)
 */
export async function ensureInstalled({ pruned = false } = {}) {
  await installed(root, () => existsSync(pinnedNode), pruned);
  if (!existsSync(pinnedNode)) {
    throw new Error(`não há Node.js empacotado para esta máquina (${process.platform} ${process.arch}).`);
  }
}

/**
 * Installs the packages of a tool with its own `package.json`.
 * @param {string} folder relative to the project
 */
export async function ensureToolInstalled(folder) {
  await installed(path.join(root, folder));
}

/** @param {string} folder @param {() => boolean} isWhole @param {boolean} pruned */
async function installed(folder, isWhole = () => true, pruned = false) {
  const isThere = () => isWhole() && (isInstalled(folder) || (pruned && matchesLockfile(folder, true)));
  if (isThere()) return;
  await withLock(async () => {
    if (isThere()) return;
    say('instalando dependências…');
    const args = ['ci', '--include=dev', '--include=optional', '--no-fund', '--no-audit', '--loglevel=error'];
    const target = ['--prefix', folder];
    const code = await run('npm', [...args, ...target], { ...process.env, PATH: machinePath() });
    if (code !== 0) throw new Error('a instalação das dependências falhou (npm ci).');
    writeFileSync(stampOf(folder), lockHash(folder));
  });
}

/** @param {string} folder */
const stampOf = (folder) => path.join(folder, 'node_modules/.vitrine-lock');

/** @param {string} folder */
const npmsOwn = (folder) => path.join(folder, 'node_modules/.package-lock.json');

/** @param {string} folder */
function isInstalled(folder) {
  const hash = lockHash(folder);
  const mark = stampOf(folder);
  if (existsSync(mark) && !changedSince(folder, mark) && readFileSync(mark, 'utf8') === hash) return true;
  if (!matchesLockfile(folder)) return false;
  writeFileSync(mark, hash);
  return true;
}

/** Returns whether npm has added or removed packages since. @param {string} folder @param {string} mark */
function changedSince(folder, mark) {
  const latest = statSync(npmsOwn(folder), { throwIfNoEntry: false });
  return latest !== undefined && latest.mtimeMs > statSync(mark).mtimeMs;
}

/**
 * Returns whether the installed packages, possibly installed by hand, match the lock file.
 * @param {string} folder
 * @param {boolean} [pruned] development packages may be missing
 */
function matchesLockfile(folder, pruned = false) {
  const installedLock = npmsOwn(folder);
  if (!existsSync(installedLock)) return false;
  const wanted = packagesOf(path.join(folder, 'package-lock.json'));
  const present = packagesOf(installedLock);
  return Object.entries(wanted).every(
    ([name, { version, optional, dev }]) =>
      name === '' || ((optional || (pruned && dev)) && !present[name]) || present[name]?.version === version,
  );
}

/**
 * @param {string} file
 * @returns {Record<string, { version: string, optional?: boolean, dev?: boolean }>}
 */
function packagesOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}

/** @param {string} folder */
function lockHash(folder) {
  return createHash('sha256')
    .update(readFileSync(path.join(folder, 'package-lock.json')))
    .digest('hex');
}
