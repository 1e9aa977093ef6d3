import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { Client } from 'pg';
import { afterEach, expect, inject, test } from 'vitest';
import { newDataDir, type RunningProduct, removeDataDir, startProduct } from '../bench/product.ts';
import { tokenOf } from '../bench/upload.ts';
import { jpeg } from '../test/images.ts';
import { createTestDatabase } from '../test/postgres.ts';
import { startS3Server } from '../test/s3Server.ts';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

/**
 * Stops and continues a process with its children. A stopped process accepts connections and never responds.
 */
function stoppable(pid: number) {
  const family = (parent: number): number[] => {
    let children = '';
    try {
      children = execFileSync('pgrep', ['-P', String(parent)], { encoding: 'utf8' });
    } catch {
      // No children.
    }
    return [parent, ...children.split('\n').filter(Boolean).map(Number).flatMap(family)];
  };
  const signalAll = (signal: NodeJS.Signals) => {
    for (const child of family(pid)) process.kill(child, signal);
  };
  undo.push(() => signalAll('SIGCONT'));
  return { stop: () => signalAll('SIGSTOP'), go: () => signalAll('SIGCONT') };
}

async function start(env: Record<string, string>): Promise<RunningProduct> {
  const dataDir = await newDataDir();
  undo.push(() => removeDataDir(dataDir));
  const product = await startProduct(dataDir, undefined, { DEMO_CONTENT: '1', AVIF: '0', ...env });
  undo.push(() => product.stop());
  return product;
}

/** Returns functions that send a request and return status and time. */
async function caller(product: RunningProduct) {
  const token = await tokenOf(product);
  const picture = await jpeg({ width: 800, height: 400 });
  let count = 0;
  const timed = async (path: string, body?: FormData) => {
    const began = performance.now();
    const answer = await fetch(product.url + path, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, connection: 'close' },
      ...(body && { body }),
    });
    const text = await answer.text();
    return { path, status: answer.status, text, ms: Math.round(performance.now() - began) };
  };
  const form = () => {
    const form = new FormData();
    form.set('title', 'Faixa');
    form.set('image', new Blob([picture as Uint8Array<ArrayBuffer>], { type: 'image/jpeg' }), 'a.jpg');
    return form;
  };
  return {
    cached: () => timed('/'),
    uncached: () => timed(`/api/site/revenues?search=bolo${count++}`),
    admin: () => timed('/api/admin/banners'),
    ready: () => timed('/readyz'),
    upload: () => timed('/api/admin/banners/store', form()),
  };
}

const log = (name: string, answers: { path: string; status: number; ms: number }[]) =>
  console.log(
    `${name}: ${answers.map(({ path, status, ms }) => `${path} ${status} in ${ms} ms`).join(', ')}`,
  );

test('a database that hangs does not block the rest of the product', { timeout: 120_000 }, async () => {
  const own = await createTestDatabase();
  undo.push(() => own.drop());
  const admin = new Client({ connectionString: inject('postgres').adminUrl });
  await admin.connect();
  const { rows } = await admin.query<{ place: string }>("select current_setting('data_directory') as place");
  await admin.end();
  const [pid] = readFileSync(join(rows[0]?.place ?? '', 'postmaster.pid'), 'utf8').split('\n');
  const product = await start({ DATABASE_URL: own.url, DEMO_CONTENT: '1' });
  const { cached, uncached, admin: list, ready } = await caller(product);
  // The pages of the demo booklet are still being rendered.
  await wait(8000);
  expect((await cached()).status).toBe(200);
  const server = stoppable(Number(pid));
  server.stop();
  const first = await Promise.all([uncached(), list(), ready(), cached()]);
  log('database, at once', first);
  for (const answer of first.slice(0, 3)) {
    expect(answer.status).toBe(503);
    expect(answer.ms).toBeLessThan(3000);
  }
  expect(first[3]?.status).toBe(200);
  expect(first[3]?.ms).toBeLessThan(500);
  await wait(15_000);
  const later = await Promise.all([uncached(), list(), ready(), cached()]);
  log('database, after 15 s', later);
  for (const answer of later.slice(0, 3)) {
    expect(answer.status).toBe(503);
    expect(answer.ms).toBeLessThan(500);
  }
  expect(later[3]).toMatchObject({ status: 200 });
  server.go();
  await expect.poll(async () => (await uncached()).status, { timeout: 5000 }).toBe(200);
});

test('an object store that hangs does not block the rest of the product', {
  timeout: 120_000,
}, async () => {
  const store = await startS3Server();
  undo.push(() => store.stop());
  const { endpoint, accessKeyId, secretAccessKey } = store;
  const client = new S3Client({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
  });
  for (const Bucket of ['publico', 'privado']) await client.send(new CreateBucketCommand({ Bucket }));
  const product = await start({
    DEMO_CONTENT: '0',
    S3_ENDPOINT: endpoint,
    S3_BUCKET: 'publico',
    S3_PRIVATE_BUCKET: 'privado',
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  });
  const { cached, uncached, admin, ready, upload } = await caller(product);
  expect((await upload()).status).toBe(201);
  const media = /\/media\/[^"]+/.exec((await admin()).text)?.[0] ?? '';
  expect((await fetch(product.url + media)).status).toBe(200);
  const server = stoppable(store.pid);
  server.stop();
  const first = await Promise.all([upload(), upload(), ready()]);
  log('object store, at once', first);
  for (const answer of first) expect(answer.status).toBe(503);
  // An upload waits for a store that pauses only briefly.
  expect(first[2]?.ms).toBeLessThan(3500);
  for (const { ms } of first.slice(0, 2)) expect(ms).toBeLessThan(30_000);
  await wait(15_000);
  const later = await Promise.all([upload(), ready(), cached(), uncached(), admin()]);
  log('object store, 15 s later', later);
  expect(later.map(({ status }) => status)).toEqual([503, 503, 200, 200, 200]);
  for (const { ms } of later) expect(ms).toBeLessThan(1500);
  server.go();
  await expect.poll(async () => (await upload()).status, { timeout: 10_000 }).toBe(201);
});
