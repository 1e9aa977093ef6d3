import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createLine, type Line } from '../../../test/line.ts';
import { createTestBuckets, type TestBuckets } from '../../../test/s3.ts';
import { createS3Store } from './s3.ts';
import type { FileStore } from './store.ts';

// What only an object store does: be far away.

const IDLE = 1000;
const MB = 1024 * 1024;
/** Its own deadlines come first. */
const NEVER_SILENT = { suspicious: 60_000, answer: 60_000, again: 60_000, pause: 1000 };
/** More than a stream holds before it is read. */
const LARGE = 300_000;
let buckets: TestBuckets;

beforeAll(async () => {
  buckets = await createTestBuckets();
  await createS3Store(buckets.settings).put('public', 'large', Buffer.alloc(LARGE, 'x'), 'text/plain');
});
afterAll(() => buckets.drop());

/** The store at the end of a line of its own; one that is soon out of patience, if so wished. */
async function faraway(
  finished: typeof onTestFinished,
  { hasty = false } = {},
): Promise<{ store: FileStore; line: Line }> {
  const line = await createLine(buckets.settings.endpoint ?? '');
  finished(() => line.cut());
  const patience = { connect: 1000, question: 1500, part: 1000, idle: IDLE, ...NEVER_SILENT };
  const settings = { ...buckets.settings, endpoint: line.url };
  return { line, store: createS3Store(settings, hasty ? { patience } : {}) };
}

const outage = { code: 'unavailable', retryAfter: 5, message: expect.stringContaining('Tente de novo') };
const questions: ((store: FileStore) => Promise<unknown>)[] = [
  (store) => store.read('public', 'large', { start: 0, end: 9 }),
  (store) => store.size('public', 'large'),
  (store) => store.remove('public', 'none'),
  (store) => Array.fromAsync(store.list('public')),
  (store) => store.dropUnfinished(0),
  (store) => store.check(),
];
const calls: typeof questions = [
  ...questions,
  (store) => store.put('public', 'small', Buffer.from('x'), 'text/plain'),
  (store) => store.put('public', 'small', Readable.from([Buffer.alloc(7 * MB)]), 'text/plain'),
];

describe('an object store', () => {
  it('that was stopped fails every call as an outage, and is there again by itself', async () => {
    const { line, store } = await faraway(onTestFinished, { hasty: true });
    await line.cut();
    await Promise.all(calls.map((call) => expect(call(store)).rejects.toMatchObject(outage)));
    await line.mend();
    await Promise.all(calls.map((call) => call(store)));
  });

  it('answers others while many take their time', async () => {
    const { store } = await faraway(onTestFinished);
    const readers = await Promise.all(Array.from({ length: 60 }, () => store.read('public', 'large')));
    expect(await store.size('public', 'large')).toBe(LARGE);
    for (const reader of readers) reader?.stream.destroy();
  });

  it('leaves no part of an upload that broke off with the line', async () => {
    const { line, store } = await faraway(onTestFinished);
    const source = Readable.from(
      (async function* () {
        yield Buffer.alloc(6 * MB);
        await line.cut();
        yield Buffer.alloc(6 * MB);
      })(),
    );
    await expect(store.put('public', 'half', source, 'text/plain')).rejects.toMatchObject(outage);
    expect(source.destroyed).toBe(true);
    await line.mend();
    expect(await store.size('public', 'half')).toBeNull();
    // What could not be taken back then is what the sweep is for.
    await store.dropUnfinished(Date.now() + 60_000);
    expect(await store.dropUnfinished(Date.now() + 60_000)).toBe(0);
  });
});

describe.concurrent('an object store with patience', () => {
  it('that hangs fails questions and those who ask after, and is back by itself', async ({
    expect,
    onTestFinished,
  }) => {
    const { line, store } = await faraway(onTestFinished);
    const fails = (call: (typeof questions)[number]) => expect(call(store)).rejects.toMatchObject(outage);
    await store.check();
    line.hang();
    await Promise.all(questions.map(fails));
    await Promise.all(questions.map(fails));
    await line.mend();
    await expect
      .poll(
        () =>
          store.check().then(
            () => true,
            () => false,
          ),
        { timeout: 4000 },
      )
      .toBe(true);
    await Promise.all(calls.map((call) => call(store)));
  });

  it('that pauses takes what is uploaded once it is back, from a buffer and from a file that is opened again', async ({
    expect,
    onTestFinished,
  }) => {
    const { line, store } = await faraway(onTestFinished);
    await store.check();
    await line.cut();
    const bytes = Buffer.alloc(7 * MB, 'y');
    const uploads = [
      store.put('public', 'paused-small', Buffer.from('x'), 'text/plain'),
      store.put('public', 'paused-large', () => Readable.from([bytes]), 'text/plain'),
    ];
    await expect(store.size('public', 'large')).rejects.toMatchObject(outage);
    await line.mend();
    await Promise.all(uploads);
    expect(await store.size('public', 'paused-small')).toBe(1);
    expect(await store.size('public', 'paused-large')).toBe(bytes.length);
  });

  it('that takes its time with one call and answers others is waited for', async ({
    expect,
    onTestFinished,
  }) => {
    const { store } = await faraway(onTestFinished);
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

  it('that hangs fails every call as an outage in time', async ({ expect, onTestFinished }) => {
    const { line, store } = await faraway(onTestFinished, { hasty: true });
    line.hang();
    await Promise.all(calls.map((call) => expect(call(store)).rejects.toMatchObject(outage)));
  });

  it('that falls silent in the middle of a file ends the reading', async ({ expect, onTestFinished }) => {
    const { line, store } = await faraway(onTestFinished, { hasty: true });
    line.hang(LARGE / 2);
    const found = await store.read('public', 'large');
    await expect(found && buffer(found.stream)).rejects.toThrow('went silent');
  });

  it('waits for a reader that takes its time', async ({ expect, onTestFinished }) => {
    const { store } = await faraway(onTestFinished, { hasty: true });
    const found = await store.read('public', 'large');
    await setTimeout(2.2 * IDLE);
    expect(found && (await buffer(found.stream)).length).toBe(LARGE);
  });

  it.for([
    ['with wrong keys', { secretAccessKey: 'errado' }],
    ['without its buckets', { buckets: { public: 'vitrine-none', private: 'vitrine-none-private' } }],
  ] as const)('%s is away', async ([, wrong], { expect }) => {
    const refused = createS3Store({ ...buckets.settings, ...wrong });
    await expect(refused.check()).rejects.toMatchObject(outage);
    await expect(refused.read('public', 'large')).rejects.toMatchObject(outage);
    await expect(refused.put('public', 'a', Buffer.from('x'), 'text/plain')).rejects.toMatchObject(outage);
  });
});
