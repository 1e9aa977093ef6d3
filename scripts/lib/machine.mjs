import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findChromium } from './chromium.mjs';
import { findPostgres } from './postgres.mjs';
import { pinnedEnv, pinnedNode, run, say } from './project.mjs';
import { findSwift } from './s3.mjs';

// Installs programs that tests need and npm does not provide, if the machine lacks them and allows it.

/** @returns {Promise<boolean>} true if there is a browser now */
export async function ensureChromium() {
  if (findChromium()) return true;
  say('instalando um navegador para os testes…');
  // Ubuntu's package is a pointer to a snap, which containers cannot run.
  if (hasApt() && !isUbuntu()) await apt(['chromium', 'chromium-headless-shell']);
  if (!findChromium()) await downloadChromium();
  return findChromium() !== undefined;
}

/** @returns {Promise<boolean>} true if there is a PostgreSQL now, on the machine or at TEST_DATABASE_URL */
export async function ensurePostgres() {
  if (process.env.TEST_DATABASE_URL || findPostgres()) return true;
  if (hasApt()) {
    say('instalando o PostgreSQL para os testes…');
    await withoutSystemCluster(() => apt(['postgresql']));
  }
  return findPostgres() !== undefined;
}

/** @returns {Promise<boolean>} true if there is an S3 server now, on the machine or at TEST_S3_ENDPOINT */
export async function ensureS3() {
  if (process.env.TEST_S3_ENDPOINT || findSwift()) return true;
  if (hasApt()) {
    say('instalando um servidor S3 para os testes…');
    await apt(['python3-swift']);
  }
  return findSwift() !== undefined;
}

/**
 * Installs a program whose package has its name, if the machine lacks it.
 * @param {string} name
 */
export async function ensureProgram(name) {
  if (isOnPath(name)) return;
  if (hasApt()) {
    say(`instalando ${name}…`);
    await apt([name]);
  }
  if (!isOnPath(name)) throw new Error(`falta o programa ${name}. Instale-o e tente de novo.`);
}

/** @param {string} name */
const isOnPath = (name) =>
  (process.env.PATH ?? '').split(path.delimiter).some((folder) => existsSync(path.join(folder, name)));

function hasApt() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

function isUbuntu() {
  return existsSync('/etc/os-release') && /^ID=ubuntu$/m.test(readFileSync('/etc/os-release', 'utf8'));
}

/** @param {string[]} packages */
async function apt(packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await quietly('apt-get', ['update', '-qq'], env);
  await quietly('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], env);
}

/** Downloads Playwright's Chromium, with its system libraries if apt is available. */
async function downloadChromium() {
  const dependencies = hasApt() ? ['--with-deps'] : [];
  await quietly(
    pinnedNode,
    ['node_modules/@playwright/test/cli.js', 'install', ...dependencies, 'chromium'],
    pinnedEnv,
  );
}

/**
 * Installs without Debian's default cluster, which would start as a service. The tests start their own.
 * @param {() => Promise<void>} install
 */
async function withoutSystemCluster(install) {
  const folder = '/etc/postgresql-common/createcluster.d';
  const setting = `${folder}/vitrine-tests.conf`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(setting, 'create_main_cluster = false\n');
  try {
    await install();
  } finally {
    rmSync(setting, { force: true });
  }
}

/**
 * Runs a program without standard input, so that it cannot wait for an answer. Its exit code is ignored:
 * callers check for the program.
 * @param {string} program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
async function quietly(program, args, env) {
  await run(program, args, env, ['ignore', 'inherit', 'inherit']);
}
