import { type PersonState, STATES } from './person.contract.ts';

const LOOKS = { active: undefined, invited: 'warn', disabled: 'off' } as const;

/** Whether somebody can come in, in a word. */
export function PersonStatus({ state }: { state: PersonState }) {
  return (
    <span className="status" data-look={LOOKS[state]}>
      {STATES[state]}
    </span>
  );
}
