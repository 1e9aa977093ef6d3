import { readdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, engine, staff, type TestApp } from '../../../test/app.ts';
import { fileOf, jpeg } from '../../../test/images.ts';
import { collectLogLines } from '../../../test/logLines.ts';
import { formOf } from '../../../test/uploads.ts';
import { type App, createApp } from '../../server/app.ts';
import { DISK_FULL_MESSAGE, toFailure } from '../http/failures.ts';

/** A second process of the same installation, with a larger reserve. */
let app: TestApp;
let tight: App;
let lines: ReturnType<typeof collectLogLines>;
let token: string;
beforeAll(async () => {
  app = await createTestApp();
  token = await app.signIn();
});
afterAll(() => app.remove());

const MB = 1024 ** 2;

/** Sets the reserve so that the free space is `part` of it. */
async function leaveFree(part: number): Promise<void> {
  const { bavail, bsize } = await statfs(app.dataDir);
  const DISK_RESERVE_MB = (bavail * bsize) / MB / part;
  lines = collectLogLines();
  const config = { ...app.deps.config, DISK_RESERVE_MB, LOG_LEVEL: 'warn' as const };
  tight = await createApp({ config, clock: app.clock, logTo: lines.logTo });
  await tight.server.ready();
}

const ask = (method: 'GET' | 'POST' | 'DELETE', url: string, json?: object) =>
  tight.server.inject({
    method,
    url,
    headers: { authorization: `Bearer ${token}` },
    ...(json && { payload: json }),
  });
const credentials = { email: staff.email, password: staff.password };
const phone = (contact: string) => ({ contact, ddi: '55', ddd: '85', number: '00000002', type: 1 });
const storeBanner = async (server: App['server']) => {
  const form = formOf({ title: 'Faixa', image: fileOf(await jpeg(), 'a.jpg', 'image/jpeg') });
  const request = new Request('http://localhost', { method: 'POST', body: form });
  return server.inject({
    method: 'POST',
    url: '/api/admin/banners/store',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': request.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
};

test('refuses files below the disk reserve and serves all other requests', async () => {
  await leaveFree(0.5);
  const refused = await storeBanner(tight.server);
  expect(refused.statusCode).toBe(503);
  expect(refused.json().message).toMatch(/^O servidor está quase sem espaço e não recebe arquivos agora/);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(await readdir(join(app.dataDir, 'tmp')).catch(() => [])).toEqual([]);
  expect((await storeBanner(tight.server)).statusCode).toBe(503);
  expect(lines.withMessage('disk space low')).toMatchObject([{ disk: 'low', free: expect.any(Number) }]);
  expect((await ask('POST', '/api/admin/phones/store', phone('Central'))).statusCode).toBe(201);
  expect((await ask('POST', '/api/auth/login', credentials)).statusCode).toBe(200);
  const ready = await ask('GET', '/readyz');
  expect([ready.statusCode, ready.json().disk]).toEqual([200, 'low']);
  await tight.close();
});

test.runIf(engine === 'sqlite')(
  'refuses records and sign-ins on a full disk, but still reads, deletes and signs out',
  async () => {
    const stored = await app.request('POST', '/api/admin/phones/store', { token, json: phone('Loja') });
    const { uuid } = stored.json().data;
    await leaveFree(0.1);
    for (const [path, body] of [
      ['/api/admin/phones/store', phone('SAC')],
      ['/api/auth/login', credentials],
    ] as const) {
      const refused = await ask('POST', path, body);
      expect([refused.statusCode, refused.json().message]).toEqual([503, DISK_FULL_MESSAGE]);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    }
    const ready = await ask('GET', '/readyz');
    expect([ready.statusCode, ready.json()]).toEqual([
      503,
      { status: 'unavailable', database: 'ok', schedule: 'ok', files: 'ok', disk: 'full', changes: 'ok' },
    ]);
    expect((await ask('GET', '/healthz')).statusCode).toBe(200);
    expect((await ask('GET', '/api/site/phones')).json().data).toContainEqual(
      expect.objectContaining({ contact: 'Loja' }),
    );
    expect((await ask('DELETE', `/api/admin/phones/destroy/${uuid}`)).statusCode).toBe(200);
    const person = { email: 'ninguem@exemplo.example', confirmation: 'ninguem@exemplo.example' };
    const erasure = await ask('POST', '/api/admin/personal-data/erase', {
      ...person,
      current_password: credentials.password,
    });
    expect([erasure.statusCode, erasure.json().code]).toEqual([404, 'not_found']);
    expect((await ask('POST', '/api/auth/logout', { token })).statusCode).toBe(200);
    await tight.close();
    token = (await app.request('POST', '/api/auth/login', { json: credentials })).json().data.token
      .access_token;
  },
);

test.runIf(engine === 'postgres')('saves records in a remote database on a full local disk', async () => {
  await leaveFree(0.1);
  expect((await ask('POST', '/api/admin/phones/store', phone('SAC'))).statusCode).toBe(201);
  const ready = await ask('GET', '/readyz');
  expect([ready.statusCode, ready.json().disk]).toEqual([200, 'low']);
  expect((await storeBanner(tight.server)).statusCode).toBe(503);
  await tight.close();
});

test.runIf(engine === 'sqlite')(
  'a SQLite database that cannot grow refuses writes with 503 and stays intact',
  async () => {
    const { raw } = app.deps.database;
    if (!('sqlite' in raw)) throw new Error('not SQLite');
    raw.sqlite.exec('pragma max_page_count = 1');
    const save = () => app.request('POST', '/api/admin/phones/store', { token, json: phone('x'.repeat(60)) });
    let refused = await save();
    for (let count = 0; refused.statusCode === 201 && count < 300; count += 1) refused = await save();
    expect([refused.statusCode, refused.json().message]).toEqual([503, DISK_FULL_MESSAGE]);
    app.clock.advance(3600_000);
    expect((await app.request('GET', '/api/admin/phones', { token })).statusCode).toBe(200);
    raw.sqlite.exec('pragma max_page_count = 1000000');
    expect((await save()).statusCode).toBe(201);
  },
);

test.each([
  { code: 'ENOSPC' },
  { code: '53100' },
  { code: 'ERR_SQLITE_ERROR', errcode: 13 },
  { code: 'unavailable', cause: { code: 'EDQUOT' } },
])('%j is reported as a full disk', (error) => {
  expect(toFailure(error)).toMatchObject({ status: 503, message: DISK_FULL_MESSAGE, retryAfter: 60 });
});

test.runIf(engine === 'sqlite')(
  'a read-only SQLite database refuses writes with 503 and still serves reads',
  async () => {
    const { raw } = app.deps.database;
    if (!('sqlite' in raw)) throw new Error('not SQLite');
    raw.sqlite.exec('pragma query_only = 1');
    // After an hour, a request would update the session's last use.
    app.clock.advance(3600_000);
    expect((await app.request('GET', '/api/admin/phones', { token })).statusCode).toBe(200);
    const save = () => app.request('POST', '/api/admin/phones/store', { token, json: phone('x') });
    const refused = await save();
    expect(refused.statusCode).toBe(503);
    expect(refused.headers['retry-after']).toBe('60');
    expect(refused.json().message).toContain('não aceita gravações');
    raw.sqlite.exec('pragma query_only = 0');
    expect((await save()).statusCode).toBe(201);
  },
);
