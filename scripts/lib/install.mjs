import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { alone } from './lock.mjs';
import { machinePath, pinnedNode, root, run, say } from './project.mjs';

/**
 * Packages as package-lock.json has them: nothing to do when they are there already.
 * @param {{ pruned?: boolean }} [options] `pruned`: what runs in production is enough (`npm prune --omit=dev`)
 */
export async function ensureInstalled({ pruned = false } = {}) {
  await installed(root, () => existsSync(pinnedNode), pruned);
  if (!existsSync(pinnedNode)) {
    throw new Error(`não há Node.js empacotado para esta máquina (${process.platform} ${process.arch}).`);
  }
}

/**
 * The packages of a tool that few need, which has a package.json of its own.
 * @param {string} folder from the project's
 */
export async function ensureToolInstalled(folder) {
  await installed(path.join(root, folder));
}

/** @param {string} folder @param {() => boolean} isWhole @param {boolean} pruned */
async function installed(folder, isWhole = () => true, pruned = false) {
  const isThere = () => isWhole() && (isInstalled(folder) || (pruned && matchesLockfile(folder, true)));
  if (isThere()) return;
  await alone(async () => {
    if (isThere()) return;
    say('instalando dependências…');
    const args = ['ci', '--include=dev', '--include=optional', '--no-fund', '--no-audit', '--loglevel=error'];
    const where = ['--prefix', folder];
    const code = await run('npm', [...args, ...where], { ...process.env, PATH: machinePath() });
    if (code !== 0) throw new Error('a instalação das dependências falhou (npm ci).');
    writeFileSync(markOf(folder), lockHash(folder));
  });
}

/** @param {string} folder */
const markOf = (folder) => path.join(folder, 'node_modules/.vitrine-lock');

/** @param {string} folder */
const npmsOwn = (folder) => path.join(folder, 'node_modules/.package-lock.json');

/** @param {string} folder */
function isInstalled(folder) {
  const hash = lockHash(folder);
  const mark = markOf(folder);
  if (existsSync(mark) && !changedSince(folder, mark) && readFileSync(mark, 'utf8') === hash) return true;
  if (!matchesLockfile(folder)) return false;
  writeFileSync(mark, hash);
  return true;
}

/** Whether npm has put something in or taken something out since. @param {string} folder @param {string} mark */
function changedSince(folder, mark) {
  const latest = statSync(npmsOwn(folder), { throwIfNoEntry: false });
  return latest !== undefined && latest.mtimeMs > statSync(mark).mtimeMs;
}

/**
 * Whether what npm says it installed (by hand, perhaps) is what the lock file asks for.
 * @param {string} folder
 * @param {boolean} [pruned] what development alone needs may be missing
 */
function matchesLockfile(folder, pruned = false) {
  const found = npmsOwn(folder);
  if (!existsSync(found)) return false;
  const wanted = packagesOf(path.join(folder, 'package-lock.json'));
  const present = packagesOf(found);
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
