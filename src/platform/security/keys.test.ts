import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { ConfigError } from '../config/config.ts';
import { loadKeys, rotateKey } from './keys.ts';
import { fingerprintOfKey } from './secrets.ts';

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
afterEach(() => app.remove());

const folder = () => mkdtemp(join(app.dataDir, 'machine-'));
const open = (settings: Parameters<typeof loadKeys>[0]) => loadKeys(settings, app.deps.db);
const forgetKey = () =>
  app.deps.db.updateTable('installation').set({ key_mark: null }).where('id', '=', 1).execute();
const refusal = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ConfigError);
  return (error as Error).message;
};

test('creates the key once, readable by its owner only, and reuses it at every start', async () => {
  const { current } = app.deps.keys;
  expect(current).toHaveLength(32);
  const file = join(app.dataDir, 'secret.key');
  expect(await readFile(file)).toEqual(current);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await open(app.deps.config)).toEqual({ current, previous: null });
});

test("refuses to start without the database's key or with another one, and creates none", async () => {
  const DATA_DIR = await folder();
  expect(await refusal(open({ DATA_DIR }))).toMatch(/^Este banco já tem uma chave.*não está nesta máquina/);
  expect(await readdir(DATA_DIR)).toEqual([]);
  await writeFile(join(DATA_DIR, 'secret.key'), randomBytes(32));
  const words = await refusal(open({ DATA_DIR }));
  expect(words).toContain(`Copie ${join(DATA_DIR, 'secret.key')} de uma das outras máquinas`);
  expect(words).toContain(fingerprintOfKey(app.deps.keys.current));
  expect(words).toContain('rotate-key --lost');
  expect(await refusal(open({ DATA_DIR, SECRET_KEY: randomBytes(32) }))).toContain('em SECRET_KEY');
});

test.each([
  ['as bytes', (key: Buffer) => key],
  ['in base64', (key: Buffer) => `${key.toString('base64')}\n`],
])('reads the key %s from a file named by SECRET_KEY_FILE', async (_, written) => {
  const { current } = app.deps.keys;
  const DATA_DIR = await folder();
  const SECRET_KEY_FILE = join(DATA_DIR, 'segredo');
  await writeFile(SECRET_KEY_FILE, written(current));
  expect((await open({ DATA_DIR, SECRET_KEY_FILE })).current).toEqual(current);
  expect((await open({ DATA_DIR, SECRET_KEY: current })).current).toEqual(current);
  await writeFile(SECRET_KEY_FILE, 'curta');
  expect(await refusal(open({ DATA_DIR, SECRET_KEY_FILE }))).toContain(`${SECRET_KEY_FILE} não contém`);
});

test('refuses to start if the file named by SECRET_KEY_FILE is missing, and does not create it', async () => {
  await forgetKey();
  const SECRET_KEY_FILE = join(app.dataDir, 'nenhum');
  expect(await refusal(open({ DATA_DIR: app.dataDir, SECRET_KEY_FILE }))).toContain('openssl rand');
});

test('machines that start together on a new database end up with a single key', async () => {
  await forgetKey();
  const machines = await Promise.all([0, 1, 2, 3].map(folder));
  const opened = await Promise.allSettled(machines.map((DATA_DIR) => open({ DATA_DIR })));
  expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const keyFiles = await Promise.all(machines.map((machine) => readdir(machine)));
  expect(keyFiles.flat()).toEqual(['secret.key']);
});

test('a rotation takes effect at its commit, keeps the previous key, and is completed after a kill', async () => {
  const { current: former } = app.deps.keys;
  const settings = app.deps.config;
  const { key } = await rotateKey(settings, app.deps.db, false, async (_trx, from, to) => {
    expect(from).toEqual(former);
    expect(to).not.toEqual(former);
  });
  expect(await open(settings)).toEqual({ current: key, previous: former });
  expect((await stat(join(app.dataDir, 'secret.key.before'))).mode & 0o777).toBe(0o600);

  // State after a kill between the commit and the renaming of the file.
  const file = join(app.dataDir, 'secret.key');
  await rename(file, `${file}.${fingerprintOfKey(key)}`);
  await writeFile(file, former);
  expect(await open(settings)).toEqual({ current: key, previous: former });
  expect(await readFile(file)).toEqual(key);
});

test('a rotation that fails changes nothing', async () => {
  const work = rotateKey(app.deps.config, app.deps.db, false, async () => {
    throw new Error('cut off');
  });
  await expect(work).rejects.toThrow('cut off');
  expect((await open(app.deps.config)).current).toEqual(app.deps.keys.current);
  expect((await readdir(app.dataDir)).filter((name) => name.startsWith('secret.key')).sort()).toEqual([
    'secret.key',
    'secret.key.before',
  ]);
});

test('replaces a lost key only if told that it is lost', async () => {
  const DATA_DIR = await folder();
  await refusal(rotateKey({ DATA_DIR }, app.deps.db, false, async () => {}));
  const { key } = await rotateKey({ DATA_DIR }, app.deps.db, true, async (_trx, from) => {
    expect(from).toBeNull();
  });
  expect(await open({ DATA_DIR })).toEqual({ current: key, previous: null });
  await rm(DATA_DIR, { recursive: true });
});
