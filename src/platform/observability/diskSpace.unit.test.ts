import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createDiskSpace, type DiskLevel } from './diskSpace.ts';

const RESERVE = 1000;

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'vitrine-space-'));
});
afterAll(() => rm(directory, { recursive: true }));
// Clock of `performance.now`: a measurement is cached for one second.
let now = 0;
beforeEach(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});

function space() {
  const reported: DiskLevel[] = [];
  let left = 10 * RESERVE;
  const { free } = createDiskSpace({
    directory,
    reserve: RESERVE,
    holdsDatabase: true,
    changed: (fullness) => reported.push(fullness),
    freeNow: async () => left,
  });
  return {
    reported,
    async leave(bytes: number) {
      left = bytes;
      now += 2000;
      await free();
    },
  };
}

test('a disk that becomes low, becomes full and recovers is reported once each', async () => {
  const { reported, leave } = space();
  for (const bytes of [5000, 999, 900, 950]) await leave(bytes);
  expect(reported).toEqual(['low']);
  for (const bytes of [200, 100]) await leave(bytes);
  expect(reported).toEqual(['low', 'full']);
  for (const bytes of [5000, 6000]) await leave(bytes);
  expect(reported).toEqual(['low', 'full', 'ok']);
});

test('a disk that varies around a threshold is reported once', async () => {
  const { reported, leave } = space();
  for (const bytes of [999, 1001, 998, 1050, 997]) await leave(bytes);
  expect(reported).toEqual(['low']);
  await leave(1200);
  expect(reported).toEqual(['low', 'ok']);
});
