import type { Proposal } from './exception.contract.ts';

/** A decision on a holiday, with the special day that it created. */
export interface Decision {
  proposal: Proposal;
  uuid: string;
  type: number;
  /** Confirmation for staff, with the effect on the site. */
  message: string;
}

export const proposalKey = ({ date, name, places }: Proposal): string => [date, name, ...places].join(' ');

/**
 * Returns the proposals to show, sorted by date: undecided ones, and those decided here, at their former
 * places. The list therefore never shifts under the pointer.
 */
export function withPressed(undecided: readonly Proposal[], pressed: readonly Proposal[]): Proposal[] {
  const all = new Map([...pressed, ...undecided].map((proposal) => [proposalKey(proposal), proposal]));
  return [...all.values()].sort((a, b) => a.date.localeCompare(b.date) || a.name.localeCompare(b.name));
}
