import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { alone } from './lock.mjs';
import { machinePath, pinnedNode, root, run, say } from './project.mjs';

/** Packages as package-lock.json has them: nothing to do when they are there already. */
export async function ensureInstalled() {
  await installed(root, () => existsSync(pinnedNode));
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

/** @param {string} folder @param {() => boolean} isWhole */
async function installed(folder, isWhole = () => true) {
  const isThere = () => isWhole() && isInstalled(folder);
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
function isInstalled(folder) {
  const hash = lockHash(folder);
  const mark = markOf(folder);
  if (existsSync(mark) && readFileSync(mark, 'utf8') === hash) return true;
  if (!matchesLockfile(folder)) return false;
  writeFileSync(mark, hash);
  return true;
}

/** Whether what npm says it installed (by hand, perhaps) is what the lock file asks for. @param {string} folder */
function matchesLockfile(folder) {
  const found = path.join(folder, 'node_modules/.package-lock.json');
  if (!existsSync(found)) return false;
  const wanted = packagesOf(path.join(folder, 'package-lock.json'));
  const present = packagesOf(found);
  return Object.entries(wanted).every(
    ([folder, { version, optional }]) =>
      folder === '' || (optional && !present[folder]) || present[folder]?.version === version,
  );
}

/**
 * @param {string} file
 * @returns {Record<string, { version: string, optional?: boolean }>}
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
