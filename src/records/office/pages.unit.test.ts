import { expect, test } from 'vitest';
import { pagesAround, rangeText } from './screens.ts';

test('the range states the rows shown and the total', () => {
  expect(rangeText({ page: 1, per_page: 50, total: 1234 }, 50)).toBe('1 a 50 de 1.234');
  expect(rangeText({ page: 25, per_page: 50, total: 1234 }, 34)).toBe('1.201 a 1.234 de 1.234');
});

test('a total at the counting limit is shown as «mais de»', () => {
  expect(rangeText({ page: 1, per_page: 50, total: 10_000 }, 50)).toBe('1 a 50 de mais de 10.000');
});

test('an address beyond the last page shows no rows', () => {
  expect(rangeText({ page: 9, per_page: 50, total: 60 }, 0)).toBe('0 de 60');
});

test('pages surround the current one, with both ends', () => {
  expect(pagesAround({ page: 1, per_page: 50, total: 20 })).toEqual([1]);
  expect(pagesAround({ page: 2, per_page: 50, total: 150 })).toEqual([1, 2, 3]);
  expect(pagesAround({ page: 10, per_page: 50, total: 1000 })).toEqual([1, null, 9, 10, 11, null, 20]);
  expect(pagesAround({ page: 4, per_page: 50, total: 300 })).toEqual([1, 2, 3, 4, 5, 6]);
});
