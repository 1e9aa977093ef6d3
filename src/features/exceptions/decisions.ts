import type { Proposal } from './exception.contract.ts';

/** A decision on a holiday, and the record that it made. */
export interface Decision {
  proposal: Proposal;
  uuid: string;
  type: number;
  /** Says the effect on the site. */
  message: string;
}

export const proposalKey = ({ date, name, places }: Proposal): string => [date, name, ...places].join(' ');

/**
 * Returns the holidays to show: those that wait, and those that were just pressed at the places that they had, so that no
 * other one slides under the pointer.
 */
export function withPressed(waiting: readonly Proposal[], pressed: readonly Proposal[]): Proposal[] {
  const all = new Map([...pressed, ...waiting].map((one) => [proposalKey(one), one]));
  return [...all.values()].sort(
    (one, other) => one.date.localeCompare(other.date) || one.name.localeCompare(other.name),
  );
}
