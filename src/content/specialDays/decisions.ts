import type { HolidayProposal } from './specialDay.contract.ts';

/** A decision on a holiday, with the special day that it created. */
export interface HolidayDecision {
  proposal: HolidayProposal;
  uuid: string;
  type: number;
  /** Confirmation for staff, with the effect on the site. */
  message: string;
}

export const proposalKey = ({ date, name, places }: HolidayProposal): string =>
  [date, name, ...places].join(' ');

/**
 * Returns the proposals to show, sorted by date: undecided ones, and those decided here, at their former
 * places. The list therefore never shifts under the pointer.
 */
export function withDecidedProposals(
  undecided: readonly HolidayProposal[],
  pressed: readonly HolidayProposal[],
): HolidayProposal[] {
  const all = new Map([...pressed, ...undecided].map((proposal) => [proposalKey(proposal), proposal]));
  return [...all.values()].sort((a, b) => a.date.localeCompare(b.date) || a.name.localeCompare(b.name));
}
