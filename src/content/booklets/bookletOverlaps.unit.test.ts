import { expect, test } from 'vitest';
import { overlapsOf } from './bookletOverlaps.ts';

const TODAY = '2026-11-21';
const booklet = (
  id: number,
  first: string,
  valid_until: string | null,
  withdrawn_at: string | null = null,
) => ({
  ...{ id, valid_until, withdrawn_at },
  shown_from: `${first}T03:00:00.000Z`,
});
const daysOf = (...parameters: Parameters<typeof overlapsOf>) =>
  overlapsOf(...parameters).map(({ from, until, isOtherShown }) => [from, until, isOtherShown]);

const current = booklet(1, '2026-11-16', '2026-11-30');

test('the booklet that begins later is shown on the shared days', () => {
  const next = booklet(2, '2026-11-28', '2026-12-10');
  expect(daysOf(next, [current], TODAY)).toEqual([['2026-11-28', '2026-11-30', false]]);
  expect(daysOf(current, [next], TODAY)).toEqual([['2026-11-28', '2026-11-30', true]]);
});

test('the later upload of two booklets that begin together is shown', () => {
  const again = booklet(2, '2026-11-16', null);
  expect(daysOf(again, [current], TODAY)).toEqual([['2026-11-21', '2026-11-30', false]]);
  expect(daysOf(current, [again], TODAY)).toEqual([['2026-11-21', '2026-11-30', true]]);
});

test('a booklet that begins the day after another ends does not overlap it', () => {
  expect(daysOf(booklet(2, '2026-12-01', null), [current], TODAY)).toEqual([]);
  expect(daysOf(booklet(2, '2026-11-30', null), [current], TODAY)).toEqual([
    ['2026-11-30', '2026-11-30', false],
  ]);
});

test('a booklet without a last day ends when the next one begins', () => {
  expect(daysOf(booklet(2, '2026-12-01', null), [booklet(1, '2026-11-01', null)], TODAY)).toEqual([]);
});

test('withdrawn and ended booklets, past days and the booklet itself are no overlap', () => {
  const others = [
    booklet(2, '2026-11-16', '2026-11-30', '2026-11-20T12:00:00.000Z'),
    booklet(3, '2026-11-01', '2026-11-20'),
    booklet(4, '2026-11-18', '2026-11-19'),
    current,
  ];
  expect(daysOf(current, others, TODAY)).toEqual([]);
});
