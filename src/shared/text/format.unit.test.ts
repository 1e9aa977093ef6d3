import { expect, test } from 'vitest';
import {
  formatBytes,
  formatCnpj,
  formatDate,
  formatDayMonth,
  formatInstant,
  formatLongDay,
  formatPeriod,
  formatSoon,
  formatZipCode,
} from './format.ts';
import { formatTime } from './formatTime.ts';
import { plural } from './plural.ts';

test('dates keep their day in any time zone of the machine', () => {
  expect(formatDate('2026-11-01')).toBe('01/11/2026');
  expect(formatDayMonth('2026-12-31')).toBe('31/12');
  expect(formatLongDay('2026-11-21')).toBe('sábado, 21 de novembro');
});

test('days are worded as `Intl` words them', () => {
  const long = new Intl.DateTimeFormat('pt-BR', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
  const short = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeZone: 'UTC' });
  for (let day = Date.UTC(2026, 0, 1); day < Date.UTC(2028, 11, 31); day += 86_400_000) {
    const date = new Date(day).toISOString().slice(0, 10);
    expect(formatLongDay(date)).toBe(long.format(day));
    expect(formatDate(date)).toBe(short.format(day));
  }
});

test('a period names each month once', () => {
  expect(formatPeriod('2026-11-16', '2026-11-30')).toBe('de 16 a 30/11');
  expect(formatPeriod('2026-11-16', '2026-12-03')).toBe('de 16/11 a 03/12');
  expect(formatPeriod(null, '2026-11-30')).toBe('até 30/11');
  expect(formatPeriod('2026-11-16', null)).toBe('a partir de 16/11');
  expect(formatPeriod(null, null)).toBeNull();
});

test('sizes get a suitable unit', () => {
  expect([1, 640, 1024, 2_516_582, 52_428_800, 2_147_483_648].map(formatBytes)).toEqual([
    '1 byte',
    '640 bytes',
    '1 KB',
    '2,4 MB',
    '50 MB',
    '2 GB',
  ]);
});

test('times are worded as Brazilians say them', () => {
  expect(formatTime('07:00')).toBe('7h');
  expect(formatTime('22:30')).toBe('22h30');
});

test('postal codes and CNPJs get their punctuation', () => {
  expect(formatZipCode('60150160')).toBe('60150-160');
  expect(formatCnpj('12abc34501de35')).toBe('12.ABC.345/01DE-35');
  expect(formatCnpj('12.ABC.345/01DE-35')).toBe('12.ABC.345/01DE-35');
});

test('counts get the singular or the plural', () => {
  expect(plural(1, 'página', 'páginas')).toBe('1 página');
  expect(plural(6, 'página', 'páginas')).toBe('6 páginas');
  expect(plural(12_345, 'página', 'páginas')).toBe('12.345 páginas');
});

test.each(['2026-13-45T99:99:99Z', 'amanhã', '', '2026-12-31T23:59:60Z', '+275760-09-13T00:00:01Z'])(
  'formatInstant returns an invalid instant unchanged: %s',
  (text) => expect(formatInstant(text)).toBe(text),
);

test('a button names a coming instant by its day while that is near', () => {
  const now = Date.parse('2026-11-28T12:00:00-03:00');
  const soon = (instant: string) => formatSoon(instant, now);
  expect(soon('2026-11-28T18:00:00-03:00')).toBe('hoje, 18h');
  expect(soon('2026-11-29T08:30:00-03:00')).toBe('amanhã, 8h30');
  expect(soon('2026-12-04T18:00:00-03:00')).toBe('sexta, 18h');
  expect(soon('2026-12-05T00:00:00-03:00')).toBe('05/12, 0h');
  expect(soon('2027-01-02T18:00:00-03:00')).toBe('02/01/2027, 18h');
});
