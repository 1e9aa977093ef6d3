import { expect, test } from 'vitest';
import { isVacancyOpenAt } from './VacancyStatus.tsx';

test('keeps a vacancy open until the end of its last day in São Paulo', () => {
  const last = { open_until: '2026-11-21' };
  expect(isVacancyOpenAt(last, new Date('2026-11-22T02:59:59Z'))).toBe(true);
  expect(isVacancyOpenAt(last, new Date('2026-11-22T03:00:00Z'))).toBe(false);
  expect(isVacancyOpenAt({ open_until: null }, new Date())).toBe(true);
});
