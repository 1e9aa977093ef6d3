import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { alone } from './lock.mjs';
import { machinePath, pinnedNode, root, run, say } from './project.mjs';

const lockfile = path.join(root, 'package-lock.json');
const installed = path.join(root, 'node_modules/.package-lock.json');
const mark = path.join(root, 'node_modules/.vitrine-lock');

/** Packages as package-lock.json has them: nothing to do when they are there already. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  await alone(async () => {
    if (isInstalled()) return;
    say('instalando dependências…');
    const args = ['ci', '--include=dev', '--include=optional', '--no-fund', '--no-audit', '--loglevel=error'];
    const code = await run('npm', args, { ...process.env, PATH: machinePath() });
    if (code !== 0) throw new Error('a instalação das dependências falhou (npm ci).');
    if (!existsSync(pinnedNode)) {
      throw new Error(`não há Node.js empacotado para esta máquina (${process.platform} ${process.arch}).`);
    }
    writeFileSync(mark, lockHash());
  });
}

function isInstalled() {
  if (!existsSync(pinnedNode)) return false;
  const hash = lockHash();
  if (existsSync(mark) && readFileSync(mark, 'utf8') === hash) return true;
  if (!matchesLockfile()) return false;
  writeFileSync(mark, hash);
  return true;
}

/** Whether what npm says it installed (by hand, perhaps) is what the lock file asks for. */
function matchesLockfile() {
  if (!existsSync(installed)) return false;
  const wanted = packagesOf(lockfile);
  const present = packagesOf(installed);
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

function lockHash() {
  return createHash('sha256').update(readFileSync(lockfile)).digest('hex');
}
