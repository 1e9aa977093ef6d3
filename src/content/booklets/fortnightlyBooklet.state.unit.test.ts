import { expect, test } from 'vitest';
import { hasEnded, splitBooklets } from './fortnightlyBooklet.state.ts';

const NOW = '2026-11-21T12:00:00.000Z';
const TODAY = '2026-11-21';

const booklet = (
  name: string,
  shown_from: string,
  valid_until: string | null,
  withdrawn_at: string | null = null,
) => ({
  name,
  shown_from,
  valid_until,
  withdrawn_at,
});
const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);

test('a booklet is valid through its last day', () => {
  expect(hasEnded({ valid_until: '2026-11-21' }, '2026-11-21')).toBe(false);
  expect(hasEnded({ valid_until: '2026-11-21' }, '2026-11-22')).toBe(true);
  expect(hasEnded({ valid_until: null }, '2026-11-22')).toBe(false);
  expect(hasEnded({ valid_until: '2026-11-21' }, undefined)).toBe(false);
});

test('shows the latest booklet that has begun, and orders future ones by their first day', () => {
  const rows = [
    booklet('third', '2026-12-10T03:00:00.000Z', null),
    booklet('second', '2026-12-01T03:00:00.000Z', null),
    booklet('first', NOW, '2026-11-21'),
    booklet('old', '2026-11-01T03:00:00.000Z', null),
  ];
  const { current, waiting, former } = splitBooklets(rows, NOW, TODAY);
  expect(current?.name).toBe('first');
  expect(names(waiting)).toEqual(['second', 'third']);
  expect(names(former)).toEqual(['old']);
});

test('an ended booklet gives way only to one whose last day has not passed', () => {
  const over = booklet('over', '2026-11-10T03:00:00.000Z', '2026-11-20');
  const endless = booklet('endless', '2026-11-05T03:00:00.000Z', null);
  const long = booklet('long', '2026-11-01T03:00:00.000Z', '2026-11-30');
  expect(splitBooklets([over, endless, long], NOW, TODAY).current).toBe(long);
  expect(splitBooklets([over, endless], NOW, TODAY).current).toBe(over);
  expect(splitBooklets([over, { ...long, withdrawn_at: NOW }], NOW, TODAY).current).toBe(over);
  expect(splitBooklets([{ ...endless, withdrawn_at: NOW }], NOW, TODAY)).toEqual({
    current: null,
    waiting: [],
    former: [{ ...endless, withdrawn_at: NOW }],
  });
});
