import { expect, test } from 'vitest';
import { useProductionTiming } from '../../../test/productionTiming.ts';
import { waitForConstantTime } from './constantTime.ts';

/** Blocks the event loop, as a SQLite statement does. */
function work(milliseconds: number) {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

test('a response leaves on a multiple of the step, never earlier, however long the work before it blocked', async () => {
  useProductionTiming();
  const early: number[] = [];
  for (const milliseconds of [0, 0.3, 0.9, 2, 4, 9.9, 12]) {
    const start = performance.now();
    work(milliseconds);
    await waitForConstantTime(start, 10);
    const took = performance.now() - start;
    if (took < (milliseconds > 10 ? 20 : 10)) early.push(milliseconds);
  }
  expect(early).toEqual([]);
});
