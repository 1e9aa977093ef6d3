import { expect, test } from 'vitest';
import {
  completeDay,
  completeTime,
  formatDay,
  isDay,
  isDayWithin,
  maskDay,
  maskTime,
  parseDay,
} from './dayText.ts';

const NOVEMBER = Date.parse('2026-11-23T12:00:00-03:00');

test.each([
  ['2', '2'],
  ['24', '24'],
  ['24/', '24/'],
  ['241', '24/1'],
  ['24122026', '24/12/2026'],
  ['24/12/2026', '24/12/2026'],
  ['24.12.2026', '24/12/2026'],
  ['1/2/2026', '01/02/2026'],
  [' 24-12-2026 ', '24/12/2026'],
  ['2026-12-24', '24/12/2026'],
  ['2026-12-24T09:30', '24/12/2026'],
  ['2026-12', '2026-12'],
  ['abc', ''],
])('the day typed or pasted as «%s» is shown as «%s»', (typed, shown) => {
  expect(maskDay(typed)).toBe(shown);
});

test("a complete day has the contract's format, other text stays unchanged", () => {
  expect(parseDay('24/12/2026')).toBe('2026-12-24');
  expect(parseDay('31/02/2026')).toBe('31/02/2026');
  expect(parseDay('24/12')).toBe('24/12');
  expect([formatDay('2026-12-24'), formatDay('24/1'), formatDay('')]).toEqual(['24/12/2026', '24/1', '']);
});

test.each([
  ['24/12', '2026-12-24'],
  ['05/01', '2027-01-05'],
  ['24/12/', '2026-12-24'],
  ['24/12/27', '2027-12-24'],
  ['29/02', '29/02'],
  ['31/02', '31/02'],
  ['24', '24'],
])('the day «%s» becomes «%s» on blur', (typed, value) => {
  expect(completeDay(typed, NOVEMBER)).toBe(value);
});

test.each([
  ['8', '8', '08:00'],
  ['08', '08', '08:00'],
  ['083', '08:3', '08:3'],
  ['0830', '08:30', '08:30'],
  ['8h30', '08:30', '08:30'],
  ['8:', '08:', '08:00'],
  ['18:45', '18:45', '18:45'],
  ['', '', ''],
])('the time typed as «%s» is shown as «%s» and becomes «%s» on blur', (typed, shown, left) => {
  expect(maskTime(typed)).toBe(shown);
  expect(completeTime(maskTime(typed))).toBe(left);
});

test('a nonexistent day is invalid, and a day out of bounds is not selectable', () => {
  expect([isDay('2028-02-29'), isDay('2026-02-29'), isDay('2026-13-01')]).toEqual([true, false, false]);
  expect(isDayWithin('2026-12-24', '2026-12-24', '2026-12-31')).toBe(true);
  expect(isDayWithin('2026-12-23', '2026-12-24')).toBe(false);
  expect(isDayWithin('2026-12-23', '24/1', '')).toBe(true);
});
