import { expect, test } from 'vitest';
import { isVacancyOpen } from './vacancy.state.ts';

test('keeps a vacancy open through its last day', () => {
  const last = { open_until: '2026-11-21' };
  expect(isVacancyOpen(last, '2026-11-20')).toBe(true);
  expect(isVacancyOpen(last, '2026-11-21')).toBe(true);
  expect(isVacancyOpen(last, '2026-11-22')).toBe(false);
  expect(isVacancyOpen({ open_until: null }, '2026-11-22')).toBe(true);
});
