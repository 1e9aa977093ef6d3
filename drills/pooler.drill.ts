import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterEach, expect, test } from 'vitest';
import { newDataDir, type RunningProduct, removeDataDir, root, startProduct } from '../bench/product.ts';
import { tokenOf } from '../bench/upload.ts';
import { findProgram } from '../scripts/lib/programs.mjs';
import { openDatabase } from '../src/platform/database/database.ts';
import { freePort } from '../test/port.ts';
import { createTestDatabase } from '../test/postgres.ts';
import { ordinaryUser } from '../test/postgresCluster.ts';
import { until } from '../test/proxies.ts';

const pgbouncer = findProgram(['pgbouncer'], ['/usr/sbin/pgbouncer']);
if (!pgbouncer)
  console.warn('pgbouncer is missing (apt-get install pgbouncer): NOTHING WAS CHECKED BEHIND IT');

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

/** Starts a PgBouncer with its package's defaults except `mode`, before a database of its own. */
async function startPooler(mode: string): Promise<string> {
  const own = await createTestDatabase();
  undo.push(() => own.drop());
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-pgbouncer-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const behind = new URL(own.url);
  const port = await freePort();
  const conf = join(folder, 'pgbouncer.ini');
  await writeFile(
    conf,
    `[databases]
vitrine = host=${behind.hostname} port=${behind.port} dbname=${behind.pathname.slice(1)} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
auth_type = any
unix_socket_dir =
pool_mode = ${mode}
default_pool_size = 40
`,
  );
  const user = ordinaryUser();
  if (user) for (const path of [folder, conf]) await chown(path, user.uid, user.gid);
  const child = spawn(pgbouncer as string, ['-q', conf], { cwd: folder, stdio: 'ignore', ...user });
  const ended = once(child, 'exit');
  undo.push(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const url = `postgres://postgres@127.0.0.1:${port}/vitrine`;
  await until(async () => {
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.end();
    return true;
  });
  return url;
}

async function folderOf(): Promise<string> {
  const dataDir = await newDataDir();
  undo.push(() => removeDataDir(dataDir));
  return dataDir;
}

test.runIf(pgbouncer).each(['transaction', 'statement'])(
  'refuses to start behind a PgBouncer with pool_mode = %s, and says why',
  async (mode) => {
    const url = await startPooler(mode);
    const child = spawn(process.execPath, ['build/server/main.js'], {
      cwd: root,
      env: { DATA_DIR: await folderOf(), DATABASE_URL: url, PORT: '0' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const ended = once(child, 'exit');
    expect(await text(child.stderr)).toMatch(
      /^DATABASE_URL leva a um PgBouncer .* pool_mode = session .*\n$/,
    );
    expect(await ended).toEqual([1, null]);
  },
);

test.runIf(pgbouncer)('works behind a PgBouncer with pool_mode = session', async () => {
  const url = await startPooler('session');
  const dataDir = await folderOf();
  const products: RunningProduct[] = [];
  for (const _ of [1, 2]) {
    const product = await startProduct(dataDir, undefined, { DATABASE_URL: url, DEMO_CONTENT: '1' });
    undo.push(() => product.stop());
    products.push(product);
  }
  const [here, there] = products as [RunningProduct, RunningProduct];
  for (const product of products)
    await expect
      .poll(async () => (await fetch(`${product.url}/readyz`)).json(), { timeout: 20_000 })
      .toMatchObject({ status: 'ok', changes: 'ok' });
  const token = await tokenOf(here);
  const phones = async () => (await fetch(`${there.url}/api/site/phones`)).text();
  expect(await phones()).not.toContain('Peixaria');
  const changes = await fetch(`${there.url}/api/admin/changes`, {
    headers: { accept: 'text/event-stream', authorization: `Bearer ${token}` },
  });
  const heard: string[] = [];
  void (async () => {
    for await (const part of changes.body ?? []) heard.push(Buffer.from(part).toString());
  })().catch(() => {});
  const saved = await fetch(`${here.url}/api/admin/phones/store`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ contact: 'Peixaria', ddi: '55', ddd: '85', number: '30001000', type: 1 }),
  });
  expect(saved.status).toBe(201);
  const { data } = (await saved.json()) as { data: { uuid: string } };
  await expect.poll(phones, { timeout: 5000 }).toContain('Peixaria');
  await expect.poll(() => heard.join(''), { timeout: 5000 }).toContain(data.uuid);
  // The statement timeout applies, although PgBouncer drops it from the connection's startup message.
  const limited = await openDatabase({ url, dataDir, pool: { connections: 1, statementMs: 4321 } });
  undo.push(() => limited.close());
  const { rows } = await sql`show statement_timeout`.execute(limited.db);
  expect(rows).toEqual([{ statement_timeout: '4321ms' }]);
});
