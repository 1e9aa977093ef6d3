import { chownSync, existsSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, expect, inject, test, vi } from 'vitest';
import { type RunningProduct, startProduct } from '../bench/product.ts';
import { tokenOf } from '../bench/upload.ts';
import { jpeg } from '../test/images.ts';
import { createTestDatabase } from '../test/postgres.ts';
import { canMount, createDisk } from '../test/smallDisk.ts';

const MB = 1024 ** 2;

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

async function caller(product: RunningProduct) {
  const token = await tokenOf(product);
  const statuses: number[] = [];
  const send = async (method: string, path: string, body?: object | FormData) => {
    const answer = await fetch(product.url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && !(body instanceof FormData) && { 'content-type': 'application/json' }),
      },
      ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    statuses.push(answer.status);
    const text = await answer.text();
    return { status: answer.status, text, retryAfter: answer.headers.get('retry-after') };
  };
  const picture = await jpeg({ width: 800, height: 400 });
  const pictured = () => {
    const form = new FormData();
    form.set('title', 'Faixa');
    form.set('image', new Blob([picture as Uint8Array<ArrayBuffer>], { type: 'image/jpeg' }), 'a.jpg');
    return form;
  };
  const phone = { contact: 'Central', ddi: '55', ddd: '85', number: '00000002', type: 1 };
  const login = { email: product.admin.email, password: product.admin.password };
  return {
    send,
    statuses,
    upload: () => send('POST', '/api/admin/banners/store', pictured()),
    save: () => send('POST', '/api/admin/phones/store', phone),
    signIn: () => send('POST', '/api/auth/login', login),
    ready: async () => JSON.parse((await send('GET', '/readyz')).text) as Record<string, string>,
    uuidOf: ({ text }: { text: string }) => (JSON.parse(text) as { data: { uuid: string } }).data.uuid,
  };
}

test.runIf(canMount).each(['sqlite', 'postgres'])(
  'refuses with a message on a full disk under %s, loses nothing and recovers when there is space',
  { timeout: 240_000 },
  async (engine) => {
    const own = engine === 'postgres' ? await createTestDatabase() : null;
    if (own) undo.push(() => own.drop());
    const data = createDisk((step) => undo.push(step), 200);
    const env = { DEMO_CONTENT: '0', DISK_RESERVE_MB: '64', ...(own && { DATABASE_URL: own.url }) };
    const product = await startProduct(data.path, undefined, env);
    undo.push(() => product.stop());
    const { send, statuses, upload, save, signIn, ready, uuidOf } = await caller(product);

    const [remaining, deleted] = [uuidOf(await upload()), uuidOf(await upload())];
    expect(await ready()).toMatchObject({ status: 'ok', disk: 'ok' });
    expect(existsSync(join(data.path, 'reserve'))).toBe(!own);
    const moved = () => new Promise((wait) => setTimeout(wait, 1100));

    data.fillUntil(40 * MB);
    await moved();
    expect(await upload()).toMatchObject({ status: 503, retryAfter: '60' });
    expect((await save()).status).toBe(201);
    expect((await signIn()).status).toBe(200);
    expect(await ready()).toMatchObject({ status: 'ok', disk: 'low' });

    data.fillUntil(8 * MB);
    await moved();
    const refusal = { status: 503, retryAfter: '60', text: expect.stringContaining('espaço') };
    expect(await upload()).toMatchObject(refusal);
    if (own) expect([(await save()).status, (await signIn()).status]).toEqual([201, 200]);
    else for (const refused of [await save(), await signIn()]) expect(refused).toMatchObject(refusal);
    expect(await ready()).toMatchObject(own ? { status: 'ok' } : { status: 'unavailable', disk: 'full' });
    expect((await send('GET', '/')).status).toBe(200);

    data.fillUntil(0);
    await moved();
    expect(data.free()).toBe(0);
    for (const path of ['/', '/tips-and-recipes', '/api/site/phones?x=1', '/api/admin/banners', '/healthz'])
      expect([path, (await send('GET', path)).status]).toEqual([path, 200]);
    expect((await send('DELETE', `/api/admin/banners/destroy/${deleted}`)).status).toBe(200);
    expect((await save()).status).toBe(own ? 201 : 503);

    data.clear();
    await vi.waitFor(async () => expect(await ready()).toMatchObject({ status: 'ok', disk: 'ok' }), 10_000);
    for (const done of [await upload(), await save()]) expect(done.status).toBe(201);
    expect((await signIn()).status).toBe(200);
    await vi.waitFor(() => expect(existsSync(join(data.path, 'reserve'))).toBe(!own));
    const { text } = await send('GET', '/api/admin/banners');
    expect([text.includes(remaining), text.includes(deleted)]).toEqual([true, false]);
    expect(statuses.filter((status) => status >= 500 && status !== 503)).toEqual([]);
  },
);

test.runIf(canMount)(
  'reports a database server with a full disk, and erases nothing else',
  { timeout: 240_000 },
  async () => {
    const small = createDisk((step) => undo.push(step), 48);
    const admin = new Client({ connectionString: inject('postgres').adminUrl });
    await admin.connect();
    const { rows } = await admin.query<{ place: string }>(
      "select current_setting('data_directory') as place",
    );
    const { uid, gid } = statSync(rows[0]?.place ?? '/');
    chownSync(small.path, uid, gid);
    await admin.query(`create tablespace small location '${small.path}'`);
    undo.push(async () => {
      await admin.query('drop tablespace small');
      await admin.end();
    });
    const own = await createTestDatabase();
    undo.push(() => own.drop());
    await admin.query(`alter database "${new URL(own.url).pathname.slice(1)}" set tablespace small`);
    const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
    undo.push(() => rm(dataDir, { recursive: true, force: true }));
    const product = await startProduct(dataDir, undefined, { DEMO_CONTENT: '0', DATABASE_URL: own.url });
    undo.push(() => product.stop());
    const { send, statuses, upload, save, ready } = await caller(product);
    expect((await save()).status).toBe(201);

    small.fillUntil(0);
    let refused = await upload();
    for (let count = 0; refused.status === 201 && count < 200; count += 1) refused = await upload();
    expect(refused).toMatchObject({ status: 503, retryAfter: '60', text: expect.stringContaining('espaço') });
    for (const path of ['/', '/api/admin/banners', '/api/admin/phones'])
      expect([path, (await send('GET', path)).status]).toEqual([path, 200]);
    small.clear();
    expect((await save()).status).toBe(201);
    await vi.waitFor(async () => expect(await ready()).toMatchObject({ status: 'ok' }), 10_000);
    expect(statuses.filter((status) => status >= 500 && status !== 503)).toEqual([]);
  },
);
