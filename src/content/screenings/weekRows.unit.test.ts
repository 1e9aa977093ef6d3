import { describe, expect, test } from 'vitest';
import type { StoredWeek, StoredWeekRow } from './screening.contract.ts';
import { changesText, countWeek, sessionsText } from './weekCount.ts';
import {
  errorsInGrid,
  newRow,
  pasteTimes,
  sentRows,
  ticketLinks,
  weekStart,
  weekValues,
  withCellPrice,
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
  next_empty: null,
  films: [film(1), film(2), film(3, false)],
  prices: [],
  rooms: [],
  special_days: [],
  drafts: 0,
  version: '',
  ...fields,
});
const link = (day: number, time: string) => ({ day, time, link: `https://ingressos.example/${day}` });
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

describe('prices of single days', () => {
  const given = week({
    rows: [
      stored({ price_id: 8, times: times('', '16:00') }),
      stored({ times: times('14:30', '', '14:30 19:00'), ticket_links: [link(2, '19:00')] }),
    ],
    day_prices: none.map(() => 7),
  });

  test('joins rows that differ by price alone, and splits them again for the endpoint', () => {
    const { rows } = weekValues(given);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      price_id: 'day',
      times: times('14:30', '16:00', '14:30 19:00'),
      cell_prices: ['row', '8', 'row', 'row', 'row', 'row', 'row'],
    });
    expect(sentRows(rows)).toMatchObject([
      { price_id: 'day', times: times('14:30', '', '14:30 19:00'), ticket_links: [link(2, '19:00')] },
      { price_id: '8', times: times('', '16:00'), ticket_links: [] },
    ]);
  });

  test('keeps rows apart that have times of different prices on one day', () => {
    const rows = [stored(), stored({ price_id: 8, times: times('21:00') })];
    expect(weekValues(week({ rows })).rows.map(({ times }) => times[0])).toEqual(['14:30', '21:00']);
  });

  test('sends a row without prices of its own, and one without times, unchanged', () => {
    const { rows } = weekValues(week({ rows: [stored()] }));
    const all = [...rows, newRow(rows, 'n')];
    expect(sentRows(all)).toEqual(all);
    // A draft of an earlier release has no prices of days.
    const old = all.map(({ cell_prices, ...row }) => row as (typeof all)[number]);
    expect(sentRows(old)).toEqual(old);
  });

  test('shows errors of the server at the fields of the grid', () => {
    const [row] = weekValues(given).rows;
    const [other] = weekValues(week({ rows: [stored({ movie_id: 2 })] })).rows;
    if (!row || !other) throw new Error('no rows');
    const errors = { 'rows.1.price_id': 'a', 'rows.1.times.1': 'b', 'rows.2.room': 'c', day_prices: 'd' };
    expect(Object.fromEntries(errorsInGrid([row, other], errors))).toEqual({
      'rows.0.cell_prices.1': 'a',
      'rows.0.times.1': 'b',
      'rows.1.room': 'c',
      day_prices: 'd',
    });
  });
});

describe('paste of spreadsheet cells', () => {
  const { rows } = weekValues(week({ rows: [stored({ times: times('14:30', '15:00') })] }));
  const paste = (text: string, at = 0, day = 0) => pasteTimes(rows, { at, day }, text, newKey);

  test('fills cells to the right and below, with new rows where the grid ends', () => {
    const pasted = paste('16h\t"19:00\n21h"\r\n\t17h30\r\n', 0, 1);
    expect(pasted).toMatchObject({ cells: 3, replaced: 1 });
    if (!pasted || typeof pasted === 'string') throw new Error('not pasted');
    expect(pasted.rows.map((row) => row.times)).toEqual([
      times('14:30', '16h', '19:00\n21h'),
      times('', '', '17h30'),
    ]);
    expect(pasted.rows[1]).toMatchObject({ movie_id: '', room: 'Sala 1' });
  });

  test('leaves text without tabs to the cell', () => expect(paste('14:30\n17:00')).toBe(null));

  test('refuses cells beyond the last day or row', () => {
    expect(paste('14h\t15h', 0, 6)).toBe('too wide');
    expect(paste('14h\t', 0, 6)).toMatchObject({ cells: 1 });
    expect(paste('14h\t15h', 60)).toBe('too many');
  });
});

describe('count of sessions', () => {
  const values = weekValues(
    week({ rows: [stored({ times: times('14:30 17:00', '14:30'), ticket_links: [link(0, '14:30')] })] }),
  );
  const counted = (change: (row: (typeof values.rows)[number]) => object, day_prices = values.day_prices) =>
    countWeek(values, { rows: values.rows.map((row) => ({ ...row, ...change(row) })), day_prices });
  const unchanged = { sessions: 3, days: 2, added: 0, changed: 0, removed: 0 };

  test('counts sessions and not cells', () => {
    expect(counted(() => ({}))).toEqual(unchanged);
    expect(counted(() => ({ times: times('14:30, 17h 21h', '', '16:00') }))).toEqual({
      ...unchanged,
      sessions: 4,
      added: 2,
      removed: 1,
    });
    expect(counted(() => ({ room: 'SALA  1' })).changed).toBe(3);
    expect(counted(() => ({ room: 'Sala 2' }))).toEqual({ ...unchanged, added: 3, removed: 3 });
  });

  test('counts sessions whose price or link changes', () => {
    expect(counted((row) => withCellPrice(row, 0, '8')).changed).toBe(2);
    expect(counted(() => ({}), ['', '7', '', '', '', '', '']).changed).toBe(1);
    expect(counted((row) => withTicketLink(row, { ...link(0, '14:30'), link: '' })).changed).toBe(1);
    expect(counted((row) => withTicketLink(row, { ...link(0, '17:00'), link: '' })).changed).toBe(0);
  });

  test('formats counts', () => {
    expect(sessionsText(42, 7)).toBe('42 sessões em 7 dias');
    expect(sessionsText(1, 1)).toBe('1 sessão em 1 dia');
    expect(sessionsText(0, 0)).toBe('Nenhuma sessão');
    expect(changesText({ added: 3, changed: 1, removed: 2 })).toBe('3 novas, 1 mudada e 2 tiradas');
    expect(changesText({ added: 0, changed: 0, removed: 0 })).toBe(null);
  });
});
