import { expect, test } from 'vitest';
import {
  createConcurrencyLimit,
  createMutex,
  createSingleFlight,
  falseAfterGrace,
  forEachConcurrently,
  untilAborted,
  withTimeout,
} from './async.ts';

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

test('a mutex admits callers one at a time, in order of arrival', async () => {
  const acquire = createMutex();
  const order: string[] = [];
  const pass = async (caller: string) => {
    const release = await acquire();
    order.push(`${caller} in`);
    await Promise.resolve();
    order.push(`${caller} out`);
    release();
  };
  await Promise.all([pass('a'), pass('b')]);
  expect(order).toEqual(['a in', 'a out', 'b in', 'b out']);
});

test('concurrent work on a list stays below its limit and stops at the first failure', async () => {
  let running = 0;
  let peak = 0;
  const done: number[] = [];
  const work = async (item: number) => {
    running += 1;
    peak = Math.max(peak, running);
    await Promise.resolve();
    running -= 1;
    if (item === 3) throw new Error('third');
    done.push(item);
  };
  await expect(forEachConcurrently([1, 2, 3, 4, 5, 6, 7][Symbol.iterator](), 2, work)).rejects.toThrow(
    'third',
  );
  expect(peak).toBe(2);
  expect(done).not.toContain(7);
});

test('callers of a single flight share the run in progress, and the next call starts another one', async () => {
  const flight = createSingleFlight<number>();
  let runs = 0;
  const run = () =>
    flight.run(async () => {
      runs += 1;
      if (runs === 2) throw new Error('second');
      return runs;
    });
  expect(await Promise.all([run(), run()])).toEqual([1, 1]);
  expect(flight.current()).toBeUndefined();
  await expect(run()).rejects.toThrow('second');
  expect(await run()).toBe(3);
});

test('a timeout replaces the result of work that is late, and only of that', async () => {
  const never = new Promise<never>(() => {});
  const fail = () => {
    throw new Error('late');
  };
  expect(await withTimeout(Promise.resolve('done'), 1000, fail)).toBe('done');
  await expect(withTimeout(Promise.reject(new Error('failed')), 1000, fail)).rejects.toThrow('failed');
  await expect(withTimeout(never, 1, fail)).rejects.toThrow('late');
  expect(await withTimeout(never, 1, falseAfterGrace)).toBe(false);
  const duringGrace = new Promise((resolve) => setTimeout(resolve, 10, 'done'));
  expect(await withTimeout(duringGrace, 1, falseAfterGrace)).toBe('done');
});

test('an abort ends the wait for work that cannot be cancelled', async () => {
  const never = new Promise<never>(() => {});
  const control = new AbortController();
  expect(await untilAborted(Promise.resolve('done'), control.signal)).toBe('done');
  const waiting = untilAborted(never, control.signal);
  control.abort(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
  await expect(untilAborted(never, control.signal)).rejects.toThrow('gone');
});
