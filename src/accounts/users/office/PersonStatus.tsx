import { PERSON_STATES, type PersonState } from '../person.contract.ts';

const LOOKS = { active: undefined, invited: 'warn', disabled: 'off' } as const;

/** Shows whether a person has access, is invited or is disabled. */
export function PersonStatus({ state }: { state: PersonState }) {
  return (
    <span className="status" data-look={LOOKS[state]}>
      {PERSON_STATES[state]}
    </span>
  );
}
