import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createLine, type Line } from '../../../test/networkLine.ts';
import { createTestBuckets, type TestBuckets } from '../../../test/s3.ts';
import { createS3Store } from './s3.ts';
import type { FileStore } from './store.ts';

// Behaviour of a remote store only; store.unit.test.ts covers all stores.

const IDLE = 1000;
const MB = 1024 * 1024;
/** Disables stall detection, so that the other timeouts apply. */
const NEVER_SILENT = { suspicious: 60_000, answer: 60_000, again: 60_000, pause: 1000 };
/** More bytes than a stream buffers before it is read. */
const LARGE = 300_000;
let buckets: TestBuckets;

beforeAll(async () => {
  buckets = await createTestBuckets();
  await createS3Store(buckets.settings).put('public', 'large', Buffer.alloc(LARGE, 'x'), 'text/plain');
});
afterAll(() => buckets.drop());

/** Opens the store through a connection that the test can cut; `hasty` gives it short timeouts. */
async function throughLine(
  finished: typeof onTestFinished,
  { hasty = false } = {},
): Promise<{ store: FileStore; line: Line }> {
  const line = await createLine(buckets.settings.endpoint ?? '');
  finished(() => line.close());
  const patience = { connect: 1000, question: 1500, part: 1000, idle: IDLE, ...NEVER_SILENT };
  const settings = { ...buckets.settings, endpoint: line.url };
  return { line, store: createS3Store(settings, hasty ? { patience } : {}) };
}

const outage = { code: 'unavailable', retryAfter: 5, message: expect.stringContaining('Tente de novo') };
const requests: ((store: FileStore) => Promise<unknown>)[] = [
  (store) => store.read('public', 'large', { start: 0, end: 9 }),
  (store) => store.size('public', 'large'),
  (store) => store.remove('public', 'none'),
  (store) => Array.fromAsync(store.list('public')),
  (store) => store.dropUnfinished(0),
  (store) => store.check(),
];
const operations: typeof requests = [
  ...requests,
  (store) => store.put('public', 'small', Buffer.from('x'), 'text/plain'),
  (store) => store.put('public', 'small', Readable.from([Buffer.alloc(7 * MB)]), 'text/plain'),
];

describe('an object store', () => {
  it('a stopped store fails every operation as an outage and recovers by itself', async () => {
    const { line, store } = await throughLine(onTestFinished, { hasty: true });
    await line.close();
    await Promise.all(operations.map((call) => expect(call(store)).rejects.toMatchObject(outage)));
    await line.restore();
    await Promise.all(operations.map((call) => call(store)));
  });

  it('a store serves other requests while many slow readers hold connections', async () => {
    const { store } = await throughLine(onTestFinished);
    const readers = await Promise.all(Array.from({ length: 60 }, () => store.read('public', 'large')));
    expect(await store.size('public', 'large')).toBe(LARGE);
    for (const reader of readers) reader?.stream.destroy();
  });

  it('an upload cut off with the connection leaves no parts', async () => {
    const { line, store } = await throughLine(onTestFinished);
    const source = Readable.from(
      (async function* () {
        yield Buffer.alloc(6 * MB);
        await line.close();
        yield Buffer.alloc(6 * MB);
      })(),
    );
    await expect(store.put('public', 'half', source, 'text/plain')).rejects.toMatchObject(outage);
    expect(source.destroyed).toBe(true);
    await line.restore();
    expect(await store.size('public', 'half')).toBeNull();
    // Parts that could not be aborted during the outage are left to the sweep.
    await store.dropUnfinished(Date.now() + 60_000);
    expect(await store.dropUnfinished(Date.now() + 60_000)).toBe(0);
  });
});

describe.concurrent('an object store with stall detection', () => {
  it('a store that hangs fails all requests as an outage and recovers by itself', async ({
    expect,
    onTestFinished,
  }) => {
    const { line, store } = await throughLine(onTestFinished);
    const fails = (call: (typeof requests)[number]) => expect(call(store)).rejects.toMatchObject(outage);
    await store.check();
    line.hang();
    await Promise.all(requests.map(fails));
    await Promise.all(requests.map(fails));
    await line.restore();
    const isAvailable = () =>
      store.check().then(
        () => true,
        () => false,
      );
    await expect.poll(isAvailable).toBe(true);
    await Promise.all(operations.map((call) => call(store)));
  });

  it('a store that pauses receives a buffer and a reopened file once it is back', async ({
    expect,
    onTestFinished,
  }) => {
    const { line, store } = await throughLine(onTestFinished);
    await store.check();
    await line.close();
    const bytes = Buffer.alloc(7 * MB, 'y');
    const uploads = [
      store.put('public', 'paused-small', Buffer.from('x'), 'text/plain'),
      store.put('public', 'paused-large', () => Readable.from([bytes]), 'text/plain'),
    ];
    await expect(store.size('public', 'large')).rejects.toMatchObject(outage);
    await line.restore();
    await Promise.all(uploads);
    expect(await store.size('public', 'paused-small')).toBe(1);
    expect(await store.size('public', 'paused-large')).toBe(bytes.length);
  });

  it('a slow upload is not cut off while the store responds to others', async ({
    expect,
    onTestFinished,
  }) => {
    const { store } = await throughLine(onTestFinished);
    const slow = Readable.from(
      (async function* () {
        yield Buffer.alloc(6 * MB);
        await setTimeout(4000);
        yield Buffer.alloc(MB);
      })(),
    );
    await store.put('public', 'slow', slow, 'text/plain');
    expect(await store.size('public', 'slow')).toBe(7 * MB);
  });

  it('a store that hangs fails every operation as an outage within its timeout', async ({
    expect,
    onTestFinished,
  }) => {
    const { line, store } = await throughLine(onTestFinished, { hasty: true });
    line.hang();
    await Promise.all(operations.map((call) => expect(call(store)).rejects.toMatchObject(outage)));
  });

  it('a store that stalls in the middle of a file ends the read', async ({ expect, onTestFinished }) => {
    const { line, store } = await throughLine(onTestFinished, { hasty: true });
    line.hang(LARGE / 2);
    const found = await store.read('public', 'large');
    await expect(found && buffer(found.stream)).rejects.toThrow('stopped responding');
  });

  it('a store waits for a slow reader', async ({ expect, onTestFinished }) => {
    const { store } = await throughLine(onTestFinished, { hasty: true });
    const found = await store.read('public', 'large');
    await setTimeout(2.2 * IDLE);
    expect(found && (await buffer(found.stream)).length).toBe(LARGE);
  });

  it.for([
    ['with wrong keys', { secretAccessKey: 'errado' }],
    ['without its buckets', { buckets: { public: 'vitrine-none', private: 'vitrine-none-private' } }],
  ] as const)('a store %s is unavailable', async ([, wrong], { expect }) => {
    const refused = createS3Store({ ...buckets.settings, ...wrong });
    await expect(refused.check()).rejects.toMatchObject(outage);
    await expect(refused.read('public', 'large')).rejects.toMatchObject(outage);
    await expect(refused.put('public', 'a', Buffer.from('x'), 'text/plain')).rejects.toMatchObject(outage);
  });
});
