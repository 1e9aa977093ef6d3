import { expect, test } from 'vitest';
import type { StoredWeek, StoredWeekRow } from './screening.contract.ts';
import {
  newRow,
  ticketLinks,
  weekStart,
  weekValues,
  withFilledDays,
  withFirstTicketLink,
  withTicketLink,
  withWeekBefore,
} from './weekRows.ts';

const times = (...days: string[]) => Array.from({ length: 7 }, (_, day) => days[day] ?? '');
const stored = (fields: Partial<StoredWeekRow> = {}): StoredWeekRow => ({
  movie_id: 1,
  room: 'Sala 1',
  audio: 1,
  format: 1,
  times: times('14:30'),
  ticket_links: [],
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
  special_days: [],
  drafts: 0,
  version: '',
  ...fields,
});
let keys = 0;
const newKey = () => {
  keys += 1;
  return String(keys);
};

test('copies the previous week into empty cells', () => {
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
  const { rows, day_prices, copied } = withWeekBefore(given, weekValues(given), newKey);
  expect(rows.map(({ movie_id, price_id, times }) => [movie_id, price_id, times])).toEqual([
    ['1', 'day', times('16:00', '14:30', '20:00')],
    ['2', '', times('21:00')],
  ]);
  expect(copied).toBe(2);
  expect(day_prices).toEqual(['7', '9', '', '', '', '', '']);
  expect(withWeekBefore(given, { rows, day_prices }, newKey).copied).toBe(0);
});

test('creates a row with room and version of the last row', () => {
  const [first] = weekValues(week({ rows: [stored({ room: 'Sala 4', audio: 2 })] })).rows;
  expect(newRow(first ? [first] : [], 'n')).toMatchObject({
    room: 'Sala 4',
    audio: '2',
    movie_id: '',
    price_id: 'day',
  });
  expect(newRow([], 'n')).toMatchObject({ room: '', audio: '1', times: times() });
});

test('copies the first filled day to each empty day', () => {
  const [row] = weekValues(week({ rows: [stored({ times: times('', '14:30', '', '20:00') })] })).rows;
  expect(row && withFilledDays(row, week({})).times).toEqual([
    '14:30', '14:30', '14:30', '20:00', '14:30', '14:30', '14:30',
  ]); // biome-ignore format: one line
});

test.each([
  ['2026-11-26', '2026-11-26'],
  ['2026-11-25', '2026-11-19'],
  ['2026-12-01', '2026-11-26'],
])('begins the week of %s on Thursday %s', (day, start) => expect(weekStart(day)).toBe(start));

test('keeps the link of a session, copies it to others on request, and never into another week', () => {
  const link = { day: 1, time: '17:00', link: 'https://i.example/1' };
  const before = stored({ times: times('14:30', '17:00'), ticket_links: [link] });
  const [row] = weekValues(week({ rows: [before] })).rows;
  if (!row) throw new Error('no row');
  expect(ticketLinks(row)).toEqual([{ day: 0, time: '14:30', link: '' }, link]);
  expect(ticketLinks(withFirstTicketLink(row)).map((one) => one.link)).toEqual([link.link, link.link]);
  expect(ticketLinks(withTicketLink(row, { ...link, link: '' })).map((one) => one.link)).toEqual(['', '']);
  // A session that is typed again has its link again.
  const moved = { ...row, times: times('14:30', '18:00') };
  expect(ticketLinks(moved).map((one) => one.link)).toEqual(['', '']);
  expect(ticketLinks({ ...moved, times: row.times })).toContainEqual(link);
  const given = week({ before: { rows: [before], day_prices: none } });
  const [copy] = withWeekBefore(given, weekValues(given), newKey).rows;
  expect(copy && ticketLinks(copy).map((one) => one.link)).toEqual(['', '']);
});

test('skips special days when copying, and returns them', () => {
  const special_days = [{ day: 1, reason: 'Natal', hours: [] }];
  const given = week({
    special_days,
    before: { rows: [stored({ times: times('14:30', '14:30', '14:30') })], day_prices: none },
  });
  const copied = withWeekBefore(given, weekValues(given), newKey);
  expect(copied.rows.map((row) => row.times)).toEqual([times('14:30', '', '14:30')]);
  expect([copied.copied, copied.leftOut]).toEqual([2, [1]]);
  const [row] = copied.rows;
  expect(row && withFilledDays(row, given).times).toEqual(times('14:30', '', ...Array(5).fill('14:30')));
});
