import type { HolidayProposal } from './specialDay.contract.ts';

/** Names the kind of a holiday: «Feriado nacional», «Feriado em CE», «Dia em que muitos fecham». */
export function holidayKindText({ state, by_law }: Pick<HolidayProposal, 'state' | 'by_law'>): string {
  if (!by_law) return 'Dia em que muitos fecham';
  return state ? `Feriado em ${state}` : 'Feriado nacional';
}
