import { expect, test } from 'vitest';
import { createPlaces } from './places.ts';

const create = (limits = {}) =>
  createPlaces({ most: 1, waiting: 1, full: () => new Error('full'), ...limits });

/** Notes in `order` who got a place, and gives it back at once. */
const passing = (take: ReturnType<typeof createPlaces>, order: string[]) => async (caller: string) => {
  const release = await take(caller);
  order.push(caller);
  release();
};

test('a concurrency limit serves its queue in order and refuses whoever finds the queue full', async () => {
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

test('a concurrency limit forgets whoever leaves the queue', async () => {
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

test('a concurrency limit keeps the queue whole when a caller leaves with the place that it just got', async () => {
  const take = create({ waiting: 3 });
  const release = await take('a');
  const leaving = new AbortController();
  const given = take('a', leaving.signal);
  const next = take('b');
  release();
  leaving.abort(new Error('gone'));
  (await given)();
  (await next)();
});

test('a concurrency limit gives its places to callers in turn', async () => {
  const take = create({ waiting: 100 });
  const order: string[] = [];
  const pass = passing(take, order);
  const release = await take('crowd');
  const all = [...Array.from({ length: 4 }, () => pass('crowd')), pass('one'), pass('other'), pass('one')];
  release();
  await Promise.all(all);
  expect(order).toEqual(['crowd', 'one', 'other', 'crowd', 'one', 'crowd', 'crowd']);
});

test('a concurrency limit bounds the places and the queue of one caller', async () => {
  const take = create({ most: 3, each: 2, waiting: 10, waitingEach: 1 });
  const first = await take('crowd');
  await take('crowd');
  const third = take('crowd');
  await expect(take('crowd')).rejects.toThrow('full');
  const other = await take('other');
  first();
  await third;
  other();
});
