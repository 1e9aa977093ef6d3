import { expect, test } from 'vitest';
import { inFullTime } from '../../test/evenTime.ts';
import { evenTime } from './evenTime.ts';

/** Keeps the event loop, as a statement of SQLite does. */
function work(milliseconds: number) {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

test('an answer leaves at its time and not before, however much was done last', async () => {
  inFullTime();
  const early: number[] = [];
  for (const milliseconds of [0, 0.3, 0.9, 2, 4, 9.9, 12]) {
    const start = performance.now();
    work(milliseconds);
    await evenTime(start, 10);
    const took = performance.now() - start;
    if (took < (milliseconds > 10 ? 20 : 10)) early.push(milliseconds);
  }
  expect(early).toEqual([]);
});
