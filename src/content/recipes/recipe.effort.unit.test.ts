import { expect, test } from 'vitest';
import {
  effortInWords,
  isoDuration,
  minutesInField,
  minutesInWords,
  parseMinutes,
  readEffort,
} from './recipe.effort.ts';

test.each([
  ['45', 45],
  ['45 min', 45],
  ['45 minutos', 45],
  ['1h30', 90],
  ['1 h 30 min', 90],
  ['1 HORA', 60],
  ['2 horas', 120],
  ['0', 0],
  ['', null],
  ['logo', null],
  ['1,5 h', null],
  ['-5', null],
])('reads %j as %j minutes', (text, minutes) => expect(parseMinutes(text)).toBe(minutes));

test('formats minutes without a place to break the line', () =>
  expect([45, 120, 90].map(minutesInWords)).toEqual([
    '45\u00a0min',
    '2\u00a0h',
    '1\u00a0h\u00a030\u00a0min',
  ]));

test('formats minutes for a field as users type them', () =>
  expect([45, 90, 0, null].map(minutesInField)).toEqual(['45 min', '1 h 30 min', '', '']));

test('parses formatted minutes back to the same value', () => {
  for (const minutes of [1, 45, 60, 90, 125, 840, 10_080]) {
    expect(parseMinutes(minutesInWords(minutes))).toBe(minutes);
  }
  expect([45, 60, 90].map(isoDuration)).toEqual(['PT45M', 'PT1H', 'PT1H30M']);
  expect(isoDuration(null)).toBeNull();
});

test('reads known times and difficulties from an address and ignores others', () => {
  const read = (query: string) => readEffort(new URLSearchParams(query));
  expect(read('tempo=30&dificuldade=facil')).toEqual({ time: 30, difficulty: 1 });
  expect(read('tempo=31&dificuldade=1')).toEqual({});
  expect(effortInWords(read('tempo=60&dificuldade=dificil')).replaceAll('\u00a0', ' ')).toBe(
    'até 1 h, difícil',
  );
  expect(effortInWords({})).toBe('');
});
