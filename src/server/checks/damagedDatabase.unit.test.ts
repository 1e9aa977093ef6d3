import { mkdir, mkdtemp, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../platform/config/config.ts';
import { createApp } from '../app.ts';

// Tests damaged SQLite files: the product reports the damage and never starts a new database over them.

let dataDir: string;
const start = () =>
  createApp({ config: readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', DEMO_CONTENT: '0' }) });
const file = () => join(dataDir, 'vitrine.db');

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-torn-'));
  await (await start()).close();
  // A reading thread may end a little later and keep the log, from which the whole file would be recovered.
  const database = new DatabaseSync(file());
  database.exec('pragma wal_checkpoint(truncate)');
  database.close();
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const refusal = async () => {
  const error = await start().then(
    async (app) => void (await app.close()),
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(ConfigError);
  return (error as Error).message;
};

it.each<[string, () => Promise<void>]>([
  ['broke off', async () => truncate(file(), Math.floor((await stat(file())).size / 2))],
  ['is another kind of file', () => writeFile(file(), 'lixo '.repeat(2000))],
])('refuses a database that %s, with a message', async (_, damage) => {
  await damage();
  expect(await refusal()).toMatch(/vitrine\.db está danificado \(.*\)\. .*npm run vitrine -- restore/);
});

it('refuses to start empty beside files of an installation, which it would delete', async () => {
  const uuid = '0b1c2d3e-0000-4000-8000-000000000000';
  const stored = join(dataDir, 'files/public/0b', uuid, 'original.jpg');
  await mkdir(dirname(stored), { recursive: true });
  await writeFile(stored, 'x');
  await (await start()).close();
  await truncate(file(), 0);
  expect(await refusal()).toMatch(/^O banco está vazio, mas há arquivos de uma instalação em .*files\./);
});
