import { describe, expect, test } from 'vitest';
import { findClashes, parseTimes, tidyTimes } from './screening.rules.ts';
import { weekProblems } from './week.ts';

describe('cell of the grid', () => {
  test.each([
    ['14:30 17:00', ['14:30', '17:00']],
    ['14h30, 17h e 19.40', ['14:30', '17:00', '19:40']],
    ['1430;905', ['14:30', '09:05']],
    ['14h, 16h30 19:00', ['14:00', '16:30', '19:00']],
    ['14:30\t17:00\r\n19:30', ['14:30', '17:00', '19:30']],
    ['  ', []],
    ['0:15', ['00:15']],
  ])('parses start times: %s', (text, times) => expect(parseTimes(text)).toEqual({ times, wrong: [] }));

  test.each(['25:00', '14:60', 'meia-noite', '14:3'])('rejects %s as a start time', (text) =>
    expect(parseTimes(`14:30 ${text}`)).toEqual({ times: ['14:30'], wrong: [text] }),
  );

  test('sorts the times of a valid cell and leaves an invalid cell unchanged', () => {
    expect(tidyTimes('19h 14h30')).toBe('14:30 19:00');
    expect(tidyTimes(' 19h 14x ')).toBe('19h 14x');
  });
});

const films = new Map([
  [1, { name: 'O dragão', duration: '01:52' }],
  [2, { name: 'A lua', duration: null }],
]);
const filmOf = (id: number) => films.get(id);
const row = (movie_id: number | null, room: string, ...times: string[]) => ({
  movie_id,
  room,
  times: Array.from({ length: 7 }, (_, day) => times[day] ?? ''),
});
const problems = (...rows: ReturnType<typeof row>[]) => Object.fromEntries(weekProblems(rows, filmOf));

describe('week validation', () => {
  test('accepts one film at a time in each room', () => {
    expect(problems(row(1, 'Sala 1', '14:30 16:22'), row(2, 'Sala 2', '14:30'))).toEqual({});
  });

  test('reports errors at their fields', () => {
    expect(
      problems(
        row(null, '', '14:30'),
        row(3, 'Sala 3', '10:00'),
        row(1, 'Sala 1', '25:00', '14:30 14:30'),
        row(null, ''),
      ),
    ).toEqual({
      'rows.0.movie_id': 'Escolha o filme.',
      'rows.0.room': 'Informe a sala.',
      'rows.1.movie_id': 'Este filme não existe mais. Escolha outro.',
      'rows.2.times.0': '“25:00” não é uma hora. Escreva como 14:30.',
      'rows.2.times.1': '14:30 está duas vezes.',
    });
  });

  test('finds overlaps past midnight and despite different spellings of a room', () => {
    expect(problems(row(1, 'Sala 1', '14:30 23:00'), row(2, 'SALA  1', '16:21', '00:51'))).toEqual({
      'rows.1.times.0': 'Na sala 1 passa “O dragão” das 14:30 às 16:22.',
      'rows.1.times.1': 'Na sala 1 passa “O dragão” das 23:00 às 00:52.',
    });
    expect(problems(row(2, '1', '14:30'), row(2, '1', '14:30'))).toEqual({
      'rows.1.times.0': 'Na sala 1 já começa “A lua” às 14:30.',
    });
  });

  test('limits the start times of a day', () => {
    expect(problems(row(2, '1', Array.from({ length: 13 }, (_, at) => `${at}:00`).join(' ')))).toEqual({
      'rows.0.times.0': 'Cabem 12 horários por dia.',
    });
  });
});

test('reports every session that begins during a long film', () => {
  const at = (minutes: number, lasts: number) => ({ room: '1', at: minutes, lasts, film: '' });
  const [long, short, later] = [at(0, 200), at(60, 30), at(120, 30)];
  expect([...findClashes([later, short, long]).keys()]).toEqual([short, later]);
});
