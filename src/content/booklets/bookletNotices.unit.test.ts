import { expect, it } from 'vitest';
import { endingNotice, endingSentence, nextBookletNotice } from './bookletNotices.ts';

it.each([
  ['2026-11-23', 'Último dia', 'Último dia do encarte, 23/11.'],
  ['2026-11-24', 'Acaba amanhã', 'O encarte acaba amanhã, 24/11.'],
  ['2026-11-25', null, null],
  ['2026-11-22', null, null],
  [null, null, null],
])('describes the end of a booklet valid until %s as «%s»', (until, short, full) => {
  expect([endingNotice(until, '2026-11-23'), endingSentence(until, '2026-11-23')]).toEqual([short, full]);
  expect(endingNotice(until, null)).toBeNull();
});

it('detects tomorrow across months and years', () => {
  expect(endingNotice('2027-01-01', '2026-12-31')).toBe('Acaba amanhã');
});

it.each([
  ['2026-11-26', 'Encarte novo a partir de quinta, 26/11'],
  ['2026-11-28', 'Encarte novo a partir de sábado, 28/11'],
])('names the day from which the next booklet is valid', (day, words) => {
  expect(nextBookletNotice(day)).toBe(words);
});
