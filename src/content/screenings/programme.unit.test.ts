import { expect, test } from 'vitest';
import { chosenDay, filmDays, groupSessions, nextTimes } from './programme.ts';
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

test('selects the requested day, otherwise the first with a session to come', () => {
  expect(chosenDay(programme, null)?.day).toBe('2026-11-22');
  expect(chosenDay(programme, '2026-11-21')?.day).toBe('2026-11-21');
  expect(chosenDay(programme, 'ontem')?.day).toBe('2026-11-22');
  const [over] = programme.days;
  expect(chosenDay({ today: '', days: over ? [over] : [] }, null)?.day).toBe('2026-11-21');
  expect(chosenDay({ today: '', days: [] }, null)).toBeNull();
});

test("lists at most three start times on the next day of a film, and only the film's own days", () => {
  expect(nextTimes(programme, 'a')).toEqual({ day: '2026-11-22', times: ['14:00', '16:00', '18:00'] });
  expect(nextTimes(programme, 'c')).toBeNull();
  expect(filmDays(programme, 'b').map(({ day, movies }) => [day, movies.length])).toEqual([
    ['2026-11-22', 1],
  ]);
});

test('groups sessions that differ only by their start time', () => {
  const groups = groupSessions([
    session('14:00'),
    session('16:00', { format: { number: 2, text: '3D' } }),
    session('18:00'),
  ]);
  expect(groups.map(({ kind, screenings }) => [kind, screenings.map(({ uuid }) => uuid)])).toEqual([
    ['Dublado', ['14:00', '18:00']],
    ['Dublado, 3D', ['16:00']],
  ]);
});
