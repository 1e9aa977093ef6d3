import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, engine, type TestApp } from '../../../test/app.ts';

describe.runIf(engine === 'sqlite')('SQLite’s write lock', () => {
  let app: TestApp;
  let other: DatabaseSync;
  beforeEach(async () => {
    app = await createTestApp();
    other = new DatabaseSync(join(app.deps.config.DATA_DIR, 'vitrine.db'), { timeout: 0 });
  });
  afterEach(async () => {
    other.close();
    await app.remove();
  });
  const json = { contact: 'Açougue', ddi: '55', ddd: '11', number: '40028922', type: 1 };

  it('leaves the event loop free while another program holds the write lock, and saves once it is released', async () => {
    const token = await app.signIn();
    other.exec('begin immediate');
    const save = app.request('POST', '/api/admin/phones/store', { token, json });
    const single = sql`update phones set ddd = ddd`.execute(app.deps.db);
    for (let turns = 0; turns < 50; turns += 1) await turn();
    expect((await app.request('GET', '/healthz')).statusCode).toBe(200);
    other.exec('rollback');
    const saved = await save;
    expect(saved.statusCode, saved.body).toBe(201);
    await single;
  });

  it('responds with 503 and Retry-After while another program keeps the write lock', async () => {
    const token = await app.signIn();
    other.exec('begin immediate');
    const refused = await app.request('POST', '/api/admin/phones/store', { token, json });
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5']);
    other.exec('rollback');
    const saved = await app.request('POST', '/api/admin/phones/store', { token, json });
    expect(saved.statusCode, saved.body).toBe(201);
  });
});
