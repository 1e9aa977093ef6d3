import { expect, test } from 'vitest';
import { createConcurrencyLimit } from './concurrencyLimit.ts';

const create = (limits = {}) =>
  createConcurrencyLimit({ max: 1, maxQueued: 1, queueFullError: () => new Error('full'), ...limits });

/** Acquires a slot, records the caller in `order`, and releases the slot at once. */
const passing =
  (take: ReturnType<typeof createConcurrencyLimit>, order: string[]) => async (caller: string) => {
    const release = await take(caller);
    order.push(caller);
    release();
  };

test('a concurrency limit serves its queue in order and refuses a caller when the queue is full', async () => {
  const take = create();
  const first = await take('a');
  const second = take('a');
  await expect(take('b')).rejects.toThrow('full');
  first();
  first();
  const release = await second;
  const third = take('a');
  release();
  (await third)();
  (await take('a'))();
});

test('a concurrency limit removes an aborted caller from the queue', async () => {
  const take = create();
  const release = await take('a');
  const leaving = new AbortController();
  const left = take('a', leaving.signal);
  leaving.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  const next = take('a');
  release();
  (await next)();
  await expect(take('a', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
});

test('a concurrency limit keeps its queue consistent when a caller aborts just after it got a slot', async () => {
  const take = create({ maxQueued: 3 });
  const release = await take('a');
  const leaving = new AbortController();
  const acquired = take('a', leaving.signal);
  const next = take('b');
  release();
  leaving.abort(new Error('gone'));
  (await acquired)();
  (await next)();
});

test('a concurrency limit gives its slots to callers in round robin', async () => {
  const take = create({ maxQueued: 100 });
  const order: string[] = [];
  const pass = passing(take, order);
  const release = await take('crowd');
  const all = [...Array.from({ length: 4 }, () => pass('crowd')), pass('one'), pass('other'), pass('one')];
  release();
  await Promise.all(all);
  expect(order).toEqual(['crowd', 'one', 'other', 'crowd', 'one', 'crowd', 'crowd']);
});

test('a concurrency limit bounds the slots and the queue of one caller', async () => {
  const take = create({ max: 3, maxPerCaller: 2, maxQueued: 10, maxQueuedPerCaller: 1 });
  const first = await take('crowd');
  await take('crowd');
  const third = take('crowd');
  await expect(take('crowd')).rejects.toThrow('full');
  const other = await take('other');
  first();
  await third;
  other();
});
