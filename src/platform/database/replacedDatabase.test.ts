import { copyFile, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { createTestApp, engine, type TestApp } from '../../../test/app.ts';

// An administrator replaces the database by yesterday's backup while the process serves.

let app: TestApp;
let yesterday: TestApp;
const onReplaced = vi.fn();
beforeAll(async () => {
  app = await createTestApp({ onReplaced });
  yesterday = await createTestApp();
});
afterAll(async () => {
  await app?.remove({ rewritten: true });
  await yesterday?.remove({ rewritten: true });
});

const phone = (contact: string) => ({ contact, ddi: '55', ddd: '85', number: '30001000', type: 1 });

async function replaceFile() {
  const [file, from] = [app, yesterday].map(({ dataDir }) => join(dataDir, 'vitrine.db')) as [string, string];
  await sql`pragma wal_checkpoint(truncate)`.execute(yesterday.deps.db);
  await copyFile(from, `${file}.new`);
  await rename(`${file}.new`, file);
}

async function replaceDatabase() {
  const [old, from] = [app, yesterday].map(({ deps }) =>
    new URL(String(deps.config.DATABASE_URL)).pathname.slice(1),
  );
  await yesterday.close();
  const admin = new pg.Client({ connectionString: inject('postgres').adminUrl });
  await admin.connect();
  await admin.query(`drop database "${old}" with (force)`);
  await admin.query(`create database "${old}" template "${from}"`);
  await admin.end();
}

it.runIf(engine === 'postgres')(
  'invalidates cached responses when the content revision goes back',
  async () => {
    const token = await app.signIn();
    const json = phone('Da véspera');
    expect((await app.request('POST', '/api/admin/phones/store', { token, json })).statusCode).toBe(201);
    const shown = async () => (await app.request('GET', '/api/site/phones')).body;
    await expect.poll(async () => (await app.request('GET', '/readyz')).json().changes).toBe('ok');
    expect(await shown()).toContain('Da véspera');
    // Writes without the product, like another server.
    const { db } = app.deps;
    await db.updateTable('phones').set({ contact: 'De antes' }).execute();
    expect(await shown()).toContain('Da véspera');
    await db
      .updateTable('content_revision')
      .set((eb) => ({ revision: eb('revision', '-', 100) }))
      .execute();
    await expect.poll(shown).toContain('De antes');
    expect(onReplaced).not.toHaveBeenCalled();
  },
);

it('refuses saves after the database was replaced and reports the replacement', async () => {
  const token = await app.signIn();
  const save = (contact: string) =>
    app.request('POST', '/api/admin/phones/store', { token, json: phone(contact) });
  expect((await save('Hoje')).statusCode).toBe(201);
  // Wait for the first health check, so that the next one can detect a difference.
  if (engine === 'postgres')
    await expect.poll(async () => (await app.request('GET', '/readyz')).json().changes).toBe('ok');
  await (engine === 'postgres' ? replaceDatabase() : replaceFile());
  // Neither database acknowledges it: yesterday's does not know today's session.
  expect([401, 503]).toContain((await save('Depois')).statusCode);
  await expect.poll(() => onReplaced.mock.calls.length).toBeGreaterThan(0);
  expect([401, 503]).toContain((await save('Mais tarde')).statusCode);
});

it.runIf(engine === 'sqlite')(
  'sets the old write-ahead log aside, so that SQLite does not apply it to the new file',
  async () => {
    const names = await readdir(app.dataDir);
    expect(names).toContain('vitrine.db-wal.before');
    expect(names).not.toContain('vitrine.db-wal');
    for (const name of names.filter((one) => one.endsWith('.before'))) await rm(join(app.dataDir, name));
  },
);
