import { expect, test } from 'vitest';
import type { StoredRow, StoredWeek } from './screening.contract.ts';
import { newRow, onEmptyDays, valuesOf, weekStart, withWeekBefore } from './weekRows.ts';

const times = (...days: string[]) => Array.from({ length: 7 }, (_, day) => days[day] ?? '');
const stored = (fields: Partial<StoredRow> = {}): StoredRow => ({
  movie_id: 1,
  room: 'Sala 1',
  audio: 1,
  format: 1,
  times: times('14:30'),
  ...fields,
});
const none = times().map(() => null);
const film = (id: number, current = true) => ({ id, name: `Filme ${id}`, duration: null, current });
const week = (fields: Partial<StoredWeek>): StoredWeek => ({
  from: '2026-11-26',
  today: '2026-11-26',
  rows: [],
  day_prices: none,
  before: { rows: [], day_prices: none },
  films: [film(1), film(2), film(3, false)],
  prices: [],
  rooms: [],
  drafts: 0,
  version: '',
  ...fields,
});
let keys = 0;
const newKey = () => {
  keys += 1;
  return String(keys);
};

test('the week before goes where nothing stands yet', () => {
  const given = week({
    rows: [stored({ times: times('16:00', '', '20:00') })],
    day_prices: [7, ...none.slice(1)],
    before: {
      rows: [
        stored({ room: 'SALA 1', times: times('14:30', '14:30', '14:30') }),
        stored({ movie_id: 2, price_id: null, times: times('21:00') }),
        stored({ movie_id: 3 }),
      ],
      day_prices: [8, 9, ...none.slice(2)],
    },
  });
  const { rows, day_prices, copied } = withWeekBefore(given, valuesOf(given), newKey);
  expect(rows.map(({ movie_id, price_id, times }) => [movie_id, price_id, times])).toEqual([
    ['1', 'day', times('16:00', '14:30', '20:00')],
    ['2', '', times('21:00')],
  ]);
  expect(copied).toBe(2);
  expect(day_prices).toEqual(['7', '9', '', '', '', '', '']);
  expect(withWeekBefore(given, { rows, day_prices }, newKey).copied).toBe(0);
});

test('a row that is new has the room and the version of the last', () => {
  const [first] = valuesOf(week({ rows: [stored({ room: 'Sala 4', audio: 2 })] })).rows;
  expect(newRow(first ? [first] : [], 'n')).toMatchObject({
    room: 'Sala 4',
    audio: '2',
    movie_id: '',
    price_id: 'day',
  });
  expect(newRow([], 'n')).toMatchObject({ room: '', audio: '1', times: times() });
});

test('its first day with hours goes on each day that has none', () => {
  const [row] = valuesOf(week({ rows: [stored({ times: times('', '14:30', '', '20:00') })] })).rows;
  expect(row && onEmptyDays(row).times).toEqual([
    '14:30', '14:30', '14:30', '20:00', '14:30', '14:30', '14:30',
  ]); // biome-ignore format: one line
});

test.each([
  ['2026-11-26', '2026-11-26'],
  ['2026-11-25', '2026-11-19'],
  ['2026-12-01', '2026-11-26'],
])('the week of %s begins on Thursday %s', (day, start) => expect(weekStart(day)).toBe(start));
