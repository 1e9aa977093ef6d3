import { expect, test } from 'vitest';
import { holidayOn } from './holidays.ts';

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
])('%s is %s', (day, name) => expect(holidayOn(day)).toBe(name));

test.each(['2026-11-23', '2026-05-03', '2026-05-17', '2026-06-14'])('%s is a day like any other', (day) =>
  expect(holidayOn(day)).toBeNull(),
);
