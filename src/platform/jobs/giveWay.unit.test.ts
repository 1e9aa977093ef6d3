import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createGiveWay } from './giveWay.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

test('long work rests four times as long as it worked, and at most a second', async () => {
  const rests: (number | undefined)[] = [];
  const giveWay = createGiveWay(new AbortController().signal, async (ms, value) => {
    rests.push(ms);
    return value as never;
  });
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
