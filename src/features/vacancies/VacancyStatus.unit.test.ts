import { expect, test } from 'vitest';
import { isOpenAt } from './VacancyStatus.tsx';

test('keeps a vacancy open until the end of its last day in São Paulo', () => {
  const last = { open_until: '2026-11-21' };
  expect(isOpenAt(last, new Date('2026-11-22T02:59:59Z'))).toBe(true);
  expect(isOpenAt(last, new Date('2026-11-22T03:00:00Z'))).toBe(false);
  expect(isOpenAt({ open_until: null }, new Date())).toBe(true);
});
