import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import path from 'node:path';
import { brandName } from './brand.mjs';
import { pinnedEnv, pinnedNode, root, say } from './project.mjs';

/** Matches files that the server runs itself. Vite reloads all others without a restart. */
const isServerFile = (/** @type {string} */ file) =>
  file.endsWith('.ts') &&
  !/\.(browser|test)\.ts$/.test(file) &&
  !/^src[\\/](ui|site|office|records[\\/]office)[\\/]/.test(file);

const SETTLE_MS = 150;

/**
 * Runs the development server and restarts it after each edit of its files. Node's `--watch` does not work:
 * Vite's plugins import a file that they write at each start, which counts as an edit.
 * @param {string[]} args
 */
export async function runDevelopment(args) {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child;
  let stopping = false;
  const start = () => {
    child = spawn(pinnedNode, [`--conditions=${brandName}`, 'src/server/main.ts', ...args], {
      cwd: root,
      env: { ...pinnedEnv, NODE_ENV: 'development' },
      stdio: 'inherit',
    });
    child.once('exit', () => {
      child = undefined;
    });
  };
  const restart = () => {
    if (!child) return start();
    child.once('exit', () => !stopping && start());
    child.kill('SIGTERM');
  };

  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const watchers = ['src', 'migrations', 'demo'].map((folder) =>
    watch(path.join(root, folder), { recursive: true }, (_event, name) => {
      if (!name || !isServerFile(path.join(folder, name))) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        say(`${name} mudou, recomeçando…`);
        restart();
      }, SETTLE_MS);
    }),
  );

  start();
  await new Promise((resolve) => {
    const stop = () => {
      stopping = true;
      for (const watcher of watchers) watcher.close();
      if (!child) return resolve(undefined);
      child.once('exit', resolve);
      child.kill('SIGTERM');
    };
    process.once('SIGINT', stop).once('SIGTERM', stop);
  });
}
