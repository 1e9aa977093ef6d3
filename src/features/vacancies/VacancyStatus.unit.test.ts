import { expect, test } from 'vitest';
import { isOpen } from './VacancyStatus.tsx';

test('a vacancy is open through its last day in São Paulo', () => {
  const last = { open_until: '2026-11-21' };
  expect(isOpen(last, new Date('2026-11-22T02:59:59Z'))).toBe(true);
  expect(isOpen(last, new Date('2026-11-22T03:00:00Z'))).toBe(false);
  expect(isOpen({ open_until: null }, new Date())).toBe(true);
});
