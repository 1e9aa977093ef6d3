import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engine } from '../../test/app.ts';
import { createTestDatabase, type TestDatabase } from '../../test/postgres.ts';
import { readConfig } from '../platform/config/config.ts';
import { createApp } from './app.ts';
import { seedDemo } from './seed.ts';

const root = resolve(import.meta.dirname, '../..');

describe.runIf(engine === 'postgres')('two processes that start together on an empty database', () => {
  let dataDir: string;
  let database: TestDatabase;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'vitrine-first-start-'));
    database = await createTestDatabase();
  });
  afterAll(async () => {
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  /** Starts a process; `out` and `error` grow with its output. */
  function start() {
    const process = spawn(globalThis.process.execPath, ['src/server/main.ts'], {
      cwd: root,
      env: {
        DATA_DIR: dataDir,
        DATABASE_URL: database.url,
        PORT: '0',
        DEMO_CONTENT: '1',
        // Encoding AVIF takes minutes of processor time, and no statement here is about pictures.
        AVIF: '0',
        SERVE: 'api',
        CORS_ORIGINS: 'https://www.rede.example',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const started = { process, out: '', error: '' };
    process.stdout.setEncoding('utf8').on('data', (part) => (started.out += part));
    process.stderr.setEncoding('utf8').on('data', (part) => (started.error += part));
    return started;
  }

  async function stop(process: ChildProcess) {
    if (process.exitCode !== null || process.signalCode !== null) return;
    process.kill('SIGTERM');
    await once(process, 'exit');
  }

  test('both serve, one seeds the demo content and one prints the password', async () => {
    const both = [start(), start()];
    try {
      await expect
        .poll(
          () =>
            both.filter(({ out, process }) => / no ar: http/.test(out) || process.exitCode !== null).length,
          {
            timeout: 150_000,
            interval: 200,
          },
        )
        .toBe(2);
      expect(both.map(({ error }) => error)).toEqual(['', '']);
      expect(both.map(({ process }) => process.exitCode)).toEqual([null, null]);
      expect(both.filter(({ out }) => out.includes('e a senha '))).toHaveLength(1);
      const client = new Client({ connectionString: database.url });
      await client.connect();
      try {
        const count = async (query: string) => Number((await client.query(query)).rows[0].count);
        expect(await count('select count(*) from users')).toBe(1);
        expect(await count('select count(*) from company_information')).toBe(1);
        // Pages of the booklet are staged for a moment.
        const staged = () => count(`select count(*) from files where state = 'staged'`);
        await expect.poll(staged, { timeout: 60_000, interval: 200 }).toBe(0);
      } finally {
        await client.end();
      }
    } finally {
      await Promise.all(both.map(({ process }) => stop(process)));
    }
  }, 240_000);
});

test('removes staged files if the demo content cannot be stored', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-first-start-'));
  const database = engine === 'postgres' ? await createTestDatabase() : null;
  const config = readConfig({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    ...(database && { DATABASE_URL: database.url }),
  });
  const app = await createApp({ config });
  try {
    const { store, db } = app.deps;
    let left = 5;
    const failing = {
      ...store,
      put: async (...args: Parameters<typeof store.put>) => {
        left -= 1;
        if (left < 0) throw Object.assign(new Error('no answer'), { code: 'EIO' });
        return store.put(...args);
      },
    };
    await expect(seedDemo({ ...app.deps, store: failing })).rejects.toThrow();
    expect(await db.selectFrom('files').select('uuid').execute()).toEqual([]);
    for await (const { key } of store.list('public')) expect.unreachable(key);
  } finally {
    await app.close();
    await database?.drop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
