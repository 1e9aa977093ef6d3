import { expect, test } from 'vitest';
import { comingDays, groupSessions, nextTimes } from './programme.ts';
import type { Programme, PublicScreening } from './screening.contract.ts';

const session = (time: string, fields: Partial<PublicScreening> = {}): PublicScreening => ({
  uuid: time,
  starts_at: `2026-11-21T${time}:00-03:00`,
  begun: false,
  room: 'Sala 1',
  audio: { number: 1, text: 'Dublado' },
  format: { number: 1, text: '2D' },
  price: null,
  ticket_link: null,
  ...fields,
});
const programme: Programme = {
  today: '2026-11-21',
  days: [
    {
      day: '2026-11-21',
      movies: [{ uuid: 'a', name: 'A', screenings: [session('14:30', { begun: true })] }],
    },
    {
      day: '2026-11-22',
      movies: [
        { uuid: 'b', name: 'B', screenings: [session('10:00')] },
        {
          uuid: 'a',
          name: 'A',
          screenings: ['14:00', '16:00', '18:00', '20:00'].map((time) => session(time)),
        },
      ],
    },
  ],
};

test('lists at most three start times on the next day of a film', () => {
  expect(nextTimes(programme, 'a')).toEqual({ day: '2026-11-22', times: ['14:00', '16:00', '18:00'] });
  expect(nextTimes(programme, 'c')).toBeNull();
});

test('drops days whose sessions have all begun, and those without a film', () => {
  const daysOf = (uuid?: string) =>
    comingDays(programme, uuid).map(({ day, movies }) => [day, movies.map((movie) => movie.uuid)]);
  expect(daysOf()).toEqual([['2026-11-22', ['b', 'a']]]);
  expect(daysOf('b')).toEqual([['2026-11-22', ['b']]]);
  expect(daysOf('c')).toEqual([]);
});

test('groups sessions by the facts in which they differ, and says shared ones once', () => {
  const format = { number: 2, text: '3D' };
  const { shared, groups } = groupSessions([
    session('14:00'),
    session('16:00', { format }),
    session('18:00'),
  ]);
  expect(shared).toEqual(['Sala 1', 'Dublado']);
  expect(groups.map(({ label, screenings }) => [label, screenings.map(({ uuid }) => uuid)])).toEqual([
    ['2D', ['14:00', '18:00']],
    ['3D', ['16:00']],
  ]);
  const alike = groupSessions([session('14:00'), session('16:00')], ['Dublado']);
  expect(alike).toMatchObject({ shared: ['Sala 1'], groups: [{ label: '' }] });
});
