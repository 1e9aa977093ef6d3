import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createGiveWay } from './giveWay.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => vi.useRealTimers());

const rests: number[] = [];
vi.mock('node:timers/promises', () => ({
  setTimeout: async (ms: number) => void rests.push(ms),
}));
beforeEach(() => void rests.splice(0));

test('long work rests four times as long as it worked, and at most a second', async () => {
  const giveWay = createGiveWay(new AbortController().signal);
  await giveWay();
  vi.advanceTimersByTime(9);
  await giveWay();
  expect(rests).toEqual([]);
  vi.advanceTimersByTime(6);
  await giveWay();
  await giveWay();
  vi.advanceTimersByTime(400);
  await giveWay();
  expect(rests).toEqual([60, 1000]);
});

test('work that was aborted does not go on', async () => {
  const aborting = new AbortController();
  aborting.abort(new Error('stopped'));
  await expect(createGiveWay(aborting.signal)()).rejects.toThrow('stopped');
});
