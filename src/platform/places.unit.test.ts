import { expect, test } from 'vitest';
import { createPlaces } from './places.ts';

const create = () => createPlaces(1, 1, () => new Error('full'));

test('a concurrency limit serves its queue in order and refuses whoever finds the queue full', async () => {
  const take = create();
  const first = await take();
  const second = take();
  await expect(take()).rejects.toThrow('full');
  first();
  first();
  const release = await second;
  const third = take();
  release();
  (await third)();
  (await take())();
});

test('a concurrency limit forgets whoever leaves the queue', async () => {
  const take = create();
  const release = await take();
  const leaving = new AbortController();
  const left = take(leaving.signal);
  leaving.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  const next = take();
  release();
  (await next)();
  await expect(take(AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
});
