import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../bench/product.ts';
import { freePort } from '../test/port.ts';
import { until } from '../test/proxies.ts';

// Installs as `docs/operations.md` says: packages for build and tests are removed again.

let tree: string;
beforeAll(async () => {
  tree = await mkdtemp(join(tmpdir(), 'vitrine-pruned-'));
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root });
  execFileSync('xargs', ['-0', 'cp', '-a', '--parents', '-t', tree], { cwd: root, input: files });
  execFileSync('cp', ['-a', 'node_modules', 'build', tree], { cwd: root });
  execFileSync('npm', ['prune', '--omit=dev'], { cwd: tree, stdio: 'ignore' });
}, 120_000);
afterAll(() => rm(tree, { recursive: true, force: true }));

const isPruned = () =>
  ['vite', 'typescript', '@playwright/test'].every((name) => !existsSync(join(tree, 'node_modules', name)));

test('starts, runs commands and downloads nothing without development packages', {
  timeout: 120_000,
}, async () => {
  expect(isPruned()).toBe(true);
  const port = await freePort();
  const settings = [
    `DATA_DIR=${join(tree, 'data')}`,
    `PORT=${port}`,
    'DEMO_CONTENT=0',
    'ADMIN_PASSWORD=senha da prova podada',
  ];
  const child = spawn('env', [...settings, 'npm', 'start'], {
    cwd: tree,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise((done) => child.once('exit', done));
  try {
    await until(async () => (await fetch(`http://127.0.0.1:${port}/`)).ok);
    const command = ['npm', 'run', '--silent', 'vitrine', '--', 'user', 'list'];
    const listed = execFileSync('env', [...settings, ...command], { cwd: tree, encoding: 'utf8' });
    expect(listed).toContain('admin@hiperaurora.example');
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
  expect(isPruned()).toBe(true);
});
