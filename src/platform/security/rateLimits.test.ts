import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import type { RateLimits } from './rateLimits.ts';

const rule = { points: 3, seconds: 60 };

let app: TestApp;
let limits: RateLimits;
beforeAll(async () => {
  app = await createTestApp();
  limits = app.deps.limits;
});
afterAll(() => app.remove());

test('concurrent uses are counted separately and refused past the limit', async () => {
  const uses = Array.from({ length: 8 }, () => limits.consume('door', 'ana', rule));
  const results = await Promise.allSettled(uses);
  const refused = results.filter((result) => result.status === 'rejected');
  expect(refused).toHaveLength(5);
  expect(refused[0]?.reason).toMatchObject({
    code: 'too_many',
    retryAfter: 60,
    message: expect.stringContaining('1 minuto'),
  });
  await limits.consume('door', 'bia', rule);
  await limits.consume('window', 'ana', rule);
});

test('a window ends by itself after its duration', async () => {
  await limits.consume('timed', 'ana', rule);
  app.clock.advance(59_000);
  expect(await limits.count('timed', 'ana', rule)).toBe(2);
  app.clock.advance(1000);
  expect(await limits.used('timed', 'ana')).toBe(0);
  expect(await limits.count('timed', 'ana', rule)).toBe(1);
});

test('a lockout that began while the clock was ahead lasts at most one window after the clock is corrected', async () => {
  app.clock.setWithoutElapsing(2 * 86_400_000);
  for (let round = 0; round < 3; round++) await limits.consume('ahead', 'ana', rule);
  app.clock.setWithoutElapsing(-2 * 86_400_000);
  await expect(limits.consume('ahead', 'ana', rule)).rejects.toMatchObject({ retryAfter: 60 });
  app.clock.advance(60_000);
  await limits.consume('ahead', 'ana', rule);
});

test('uses are taken back and reset', async () => {
  for (let round = 0; round < 3; round++) await limits.consume('back', 'ana', rule);
  await limits.giveBack('back', 'ana');
  expect(await limits.used('back', 'ana')).toBe(2);
  await limits.reset('back', 'ana');
  await limits.giveBack('back', 'ana');
  expect(await limits.used('back', 'ana')).toBe(0);
});

test('a use counted while a transaction is open survives its rollback', async () => {
  const counted: Promise<number>[] = [];
  const failing = app.deps.write(
    null,
    async () => {
      counted.push(limits.count('apart', 'ana', rule));
      throw new Error('roll back');
    },
    { content: false },
  );
  await expect(failing).rejects.toThrow('roll back');
  expect(await Promise.all(counted)).toEqual([1]);
  expect(await limits.used('apart', 'ana')).toBe(1);
});

test('the table stores no plain keys and no expired windows', async () => {
  await limits.count('private', 'ana@hiperaurora.example', rule);
  app.clock.advance(11 * 60_000);
  await limits.count('private', 'bia@hiperaurora.example', rule);
  const rows = await app.deps.db.selectFrom('rate_limits').select('key').execute();
  expect(rows).toHaveLength(1);
  expect(rows[0]?.key).not.toContain('bia');
});

test('a flood of uses is written in few transactions and still counted separately', async () => {
  const transactions = vi.spyOn(app.deps.db, 'transaction');
  const keys = Array.from({ length: 200 }, (_, index) => `caller ${index % 50}`);
  const counts = await Promise.all(keys.map((key) => limits.count('flood', key, rule)));
  expect(transactions.mock.calls.length).toBeLessThanOrEqual(3);
  expect(counts.toSorted((one, other) => one - other)).toEqual(
    [1, 2, 3, 4].flatMap((count) => Array(50).fill(count)),
  );
});
