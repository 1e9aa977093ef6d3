import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestApp, engine, type TestApp } from '../../../test/app.ts';
import { createApp } from '../../server/app.ts';
import { ConfigError } from '../config/config.ts';
import { migrate } from './migrate.ts';

const MIGRATIONS = resolve(import.meta.dirname, '../../../migrations');

let app: TestApp;
let laterFolder: string;
beforeEach(async () => {
  app = await createTestApp();
  laterFolder = await mkdtemp(join(tmpdir(), 'vitrine-migrations-'));
  for (const name of await readdir(MIGRATIONS))
    await symlink(join(MIGRATIONS, name), join(laterFolder, name));
});
afterEach(async () => {
  await app.remove();
  await rm(laterFolder, { recursive: true });
});

/** Simulates a release with one more migration; relative imports of the folder still resolve. */
async function release(name: string, body: string) {
  await writeFile(
    join(laterFolder, `${name}.ts`),
    `export async function up(db: any): Promise<void> {\n${body}\n}\n`,
  );
  return migrate(app.deps.db, pathToFileURL(`${laterFolder}/`));
}

const start = async () => {
  const again = await createApp({ config: app.deps.config, clock: app.clock });
  const answer = await again.server.inject('/api/site/phones');
  await again.close();
  return answer.statusCode;
};

test('a release works on a schema that a newer release has extended', async () => {
  await release('9001_more', `await db.schema.createTable('more').addColumn('id', 'integer').execute();`);
  expect(await start()).toBe(200);
});

test('a release refuses to start on a schema that no longer supports it, and names the reason', async () => {
  const body = `await db.updateTable('installation').set({ oldest_release: '9002_less' }).where('id', '=', 1).execute();`;
  await release('9002_less', body);
  const refused = start();
  await expect(refused).rejects.toBeInstanceOf(ConfigError);
  await expect(refused).rejects.toThrow(/versão mais nova \(até 9002_less\).*Instale a mais nova/);
});

test('a failed migration reports its name, rolls back and leaves the previous release working', async () => {
  const body = `await db.schema.createTable('half').addColumn('id', 'integer').execute();\nawait db.schema.dropTable('nothing').execute();`;
  await expect(release('9003_broken', body)).rejects.toThrow(
    /parou em 9003_broken, e nada mudou nele: .*nothing.*\nA versão anterior continua/s,
  );
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(app.deps.db);
  expect(rows.map(({ name }) => name)).not.toContain('9003_broken');
  expect((await app.deps.db.introspection.getTables()).map(({ name }) => name)).not.toContain('half');
  expect(await start()).toBe(200);
});

/** Releases before this migration cannot check `oldest_release`. */
const BEFORE = '0012_installation';

test('every migration that removes something declares the oldest release that it supports', async () => {
  const names = (await readdir(MIGRATIONS)).filter((name) => /^\d{4}_/.test(name) && name > `${BEFORE}.ts`);
  for (const name of names) {
    const text = await readFile(join(MIGRATIONS, name), 'utf8');
    const takes = /drop\s*column|drop\s*table|rename|alter\s*column|set not null/i.test(text);
    expect(!takes || text.includes('oldestRelease('), name).toBe(true);
  }
});

test.runIf(engine === 'postgres')(
  'an update waits for concurrent writers in any lock order and aborts none of them',
  async () => {
    const { promise: begun, resolve: signalBegun } = Promise.withResolvers<void>();
    const writing = app.deps.db.transaction().execute(async (trx) => {
      await trx.updateTable('vacancies').set({ version: 1 }).where('id', '=', 0).execute();
      signalBegun();
      // The update has then locked one table and waits for the other.
      await setTimeout(300);
      await trx.updateTable('phones').set({ version: 1 }).where('id', '=', 0).execute();
      await setTimeout(900);
    });
    await begun;
    const add = (table: string) =>
      `await db.schema.alterTable('${table}').addColumn('more', 'integer').execute();`;
    // PostgreSQL's deadlock detection would end the transaction that has waited longest.
    const pause = 'const { sql } = await import("kysely"); await sql`select pg_sleep(0.6)`.execute(db);';
    const update = release('9004_both', `${add('phones')}\n${pause}\n${add('vacancies')}`);
    await expect(writing).resolves.toBeUndefined();
    expect(await update).toEqual(['9004_both']);
  },
);

test.runIf(engine === 'postgres')(
  'a long update aborts no concurrent reader, however often they read',
  { timeout: 60_000 },
  async () => {
    let isDone = false;
    const read = async () => {
      while (!isDone) {
        await app.deps.db.transaction().execute(async (trx) => {
          await trx.selectFrom('vacancies').select('id').execute();
          await setTimeout(20);
          await trx.selectFrom('phones').select('id').execute();
        });
        await setTimeout(30);
      }
    };
    const readers = Promise.all([read(), read()]);
    const add = (table: string) =>
      `await db.schema.alterTable('${table}').addColumn('more', 'integer').execute();`;
    // The readers of the first table wait long enough for deadlock detection to end a transaction.
    const pause = 'const { sql } = await import("kysely"); await sql`select pg_sleep(0.95)`.execute(db);';
    const update = release('9005_long', `${add('phones')}\n${pause}\n${add('vacancies')}`).finally(() => {
      isDone = true;
    });
    await expect(readers).resolves.toBeDefined();
    expect(await update).toEqual(['9005_long']);
  },
);
