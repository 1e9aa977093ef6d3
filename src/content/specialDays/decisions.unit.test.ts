import { expect, it } from 'vitest';
import { withDecidedProposals } from './decisions.ts';
import type { HolidayProposal } from './specialDay.contract.ts';

const holiday = (date: string, name: string): HolidayProposal => ({
  ...{ date, name, state: null, by_law: true, places: ['all'], places_text: 'todos' },
});
const [eve, christmas, year] = [
  holiday('2026-12-24', 'Véspera de Natal'),
  holiday('2026-12-25', 'Natal'),
  holiday('2027-01-01', 'Confraternização'),
];

it('keeps a decided holiday at its place among the undecided ones', () => {
  expect(withDecidedProposals([eve, year], [christmas])).toEqual([eve, christmas, year]);
});

it('lists a holiday once when it is undecided again or not reloaded yet', () => {
  expect(withDecidedProposals([eve, christmas], [christmas])).toEqual([eve, christmas]);
});
