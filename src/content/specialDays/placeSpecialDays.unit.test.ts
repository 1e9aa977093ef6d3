import { expect, test } from 'vitest';
import {
  branchNotices,
  comingSpecialDays,
  placeNotices,
  placeSpecialDays,
  specialLines,
} from './placeSpecialDays.ts';
import type { PublicSpecialDay } from './specialDay.contract.ts';
import { CLOSED, OTHER_HOURS, USUAL_HOURS } from './specialDay.types.ts';

const TODAY = '2026-12-18';
const HOURS = [{ opens: '08:00', closes: '14:30' }];

const one = (date: string, reason: string, number: number, places: string[]): PublicSpecialDay => ({
  uuid: `${date} ${places}`,
  date,
  reason,
  type: { number, text: '' },
  hours: number === OTHER_HOURS ? HOURS : [],
  places,
});
const CHRISTMAS = one('2026-12-25', 'Natal', CLOSED, ['all']);
const branches = ['Centro', 'Norte', 'Sul', 'Leste', 'Oeste'].map((name) => ({
  uuid: name,
  name,
  time_zone: 'America/Sao_Paulo',
}));
const said = (...exceptions: PublicSpecialDay[]) =>
  branchNotices(exceptions, branches, () => TODAY).map(({ day, text }) => `${day}: ${text}`);

test('prefers a day that names the place to one for all, and ignores days with usual hours', () => {
  const exceptions = [
    CHRISTMAS,
    one('2026-12-25', 'Natal', USUAL_HOURS, ['cinema']),
    one('2026-12-25', 'Plantão', OTHER_HOURS, ['Centro']),
  ];
  expect(placeSpecialDays(exceptions, 'Norte')).toEqual([{ date: '2026-12-25', reason: 'Natal', spans: [] }]);
  expect(placeSpecialDays(exceptions, 'cinema')).toEqual([]);
  expect(placeSpecialDays(exceptions, 'Centro')).toEqual([
    { date: '2026-12-25', reason: 'Plantão', spans: HOURS },
  ]);
});

test('shows the notice from seven days before until the day', () => {
  const on = (today: string) => branchNotices([CHRISTMAS], branches, () => today).length;
  expect(['2026-12-17', '2026-12-18', '2026-12-25', '2026-12-26'].map(on)).toEqual([0, 1, 1, 0]);
  const [day] = comingSpecialDays([CHRISTMAS], 'Centro', '2026-12-11');
  expect(day?.soon).toBe(false);
  expect(comingSpecialDays([CHRISTMAS], 'Centro', '2026-12-10')).toEqual([]);
});

test('groups branches with the same hours in one sentence', () => {
  expect(said(CHRISTMAS)).toEqual(['Natal, sexta, 25/12: todas as lojas fecham.']);
  expect(said(CHRISTMAS, one('2026-12-25', 'Natal', USUAL_HOURS, ['Sul']))).toEqual([
    'Natal, sexta, 25/12: 4 lojas fecham.',
  ]);
  expect(said(one('2026-12-20', 'Balanço', OTHER_HOURS, ['Norte', 'Sul']))).toEqual([
    'Balanço, domingo, 20/12: Norte e Sul abrem das 8h às 14h30.',
  ]);
  expect(said(CHRISTMAS, one('2026-12-19', 'Obras', CLOSED, ['Leste']))).toEqual([
    'Obras, sábado, 19/12: Leste fecha.',
    'Natal, sexta, 25/12: todas as lojas fecham.',
  ]);
  expect(branchNotices([CHRISTMAS], branches.slice(0, 1), () => TODAY)[0]?.text).toBe('a loja fecha.');
});

test('describes special days of a single place in a notice and below its weekly hours', () => {
  const hours = one('2026-12-24', 'Véspera', OTHER_HOURS, ['all']);
  expect(placeNotices([hours], 'cinema', 'o cinema', TODAY)).toEqual([
    { key: '2026-12-24', day: 'Véspera, quinta, 24/12', text: 'o cinema abre das 8h às 14h30.' },
  ]);
  expect(specialLines(comingSpecialDays([hours, CHRISTMAS], 'Centro', TODAY))).toEqual([
    { date: '2026-12-24', day: 'Quinta, 24/12', reason: 'Véspera', hours: '8h às 14h30' },
    { date: '2026-12-25', day: 'Sexta, 25/12', reason: 'Natal', hours: 'fechada' },
  ]);
});
