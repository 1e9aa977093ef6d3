import { expect, test } from 'vitest';
import { HOLIDAYS } from './holidayRules.ts';
import { holidaysBetween, nationalHolidayOn } from './holidays.ts';

test.each([
  ['2026-11-20', 'Consciência Negra'],
  ['2026-12-25', 'Natal'],
  ['2027-02-08', 'Carnaval'],
  ['2027-02-09', 'Carnaval'],
  ['2027-03-26', 'Sexta-feira Santa'],
  ['2027-03-28', 'Páscoa'],
  ['2027-05-27', 'Corpus Christi'],
  ['2024-03-31', 'Páscoa'],
  ['2038-04-25', 'Páscoa'],
  ['2026-05-10', 'Dia das Mães'],
  ['2026-08-09', 'Dia dos Pais'],
  ['2026-10-04', 'Eleições'],
  ['2026-10-25', 'Eleições'],
])('names %s %s', (day, name) => expect(nationalHolidayOn(day)).toBe(name));

test.each(['2026-11-23', '2026-05-03', '2026-05-17', '2026-06-14', '2027-10-03', '2027-03-25'])(
  '%s is no national holiday',
  (day) => expect(nationalHolidayOn(day)).toBeNull(),
);

test('lists national and state holidays of a year in order, without observances', () => {
  const days = holidaysBetween('2026-12-25', '2027-12-24');
  expect(days.map(({ date }) => date)).toEqual(days.map(({ date }) => date).sort());
  expect(days).toContainEqual({
    date: '2027-03-25',
    rule: '03-25',
    name: 'Data Magna',
    kind: 'holiday',
    state: 'CE',
  });
  expect(days).toContainEqual(expect.objectContaining({ date: '2027-03-07', state: 'PE' }));
  expect(days[0]).toMatchObject({ date: '2026-12-25', name: 'Natal' });
  expect(days.at(-1)).toMatchObject({ date: '2027-12-24' });
  expect(days.some(({ name }) => name === 'Dia das Mães')).toBe(false);
});

test('every rule has a date in even years, and in odd years except for elections', () => {
  const rules = HOLIDAYS.filter(({ kind }) => kind !== 'observance').length;
  expect(holidaysBetween('2026-01-01', '2026-12-31')).toHaveLength(rules);
  expect(holidaysBetween('2027-01-01', '2027-12-31')).toHaveLength(rules - 2);
});
