import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Endpoint } from '../../../contract/endpoint.ts';
import type { PublicationState } from '../../../contract/plan.ts';
import { isSameInstant } from '../../zonedTime.ts';

/** When shoppers are to see what a form saves: at once, when somebody says so, or at an instant. */
export interface When {
  publish: 'now' | 'later' | 'at';
  /** ISO, with `at`. */
  at: string;
  /** When they see the record no more; empty for never. */
  leaves: string;
}

/** As the record stands: what is withheld stays so until somebody says otherwise. */
function whenOf(publication: PublicationState | undefined, isChange: boolean): When {
  const next = publication?.next;
  const leaves = publication?.leaves ?? '';
  const comes = next && !next.goes ? next.at : '';
  if (!publication?.standing && !isChange) return { publish: 'now', at: '', leaves };
  return { publish: comes ? 'at' : 'later', at: comes, leaves };
}

const same = (one: When, other: When) =>
  one.publish === other.publish && isSameInstant(one.at, other.at) && isSameInstant(one.leaves, other.leaves);

/** The plan that a form saves by. `change` in the address is one that waits, which it goes on from. */
export function usePlan(endpoint: Endpoint, publication: PublicationState | undefined, mayPublish: boolean) {
  const [asked] = useSearchParams();
  const change = endpoint.planned ? asked.get('change') : null;
  const stored = whenOf(publication, change !== null);
  const [chosen, setChosen] = useState<When | null>(null);
  // Whoever may not publish prepares what somebody else does.
  const when: When = mayPublish ? (chosen ?? stored) : { ...stored, publish: 'later', at: '' };
  const waits = when.publish !== 'now';
  const isNew = publication === undefined;
  const isShown = !isNew && publication.standing === null;
  return {
    ...when,
    /** Whether a save can wait at all. */
    isPossible: endpoint.planned === true && mayPublish,
    /** What was chosen here and is not as it stands; null for nothing. */
    chosen: chosen && !same(chosen, stored) ? chosen : null,
    isShown,
    publication,
    /** The change that waits and is edited here. */
    replaces: change,
    waits,
    choose: (next: When) => setChosen(next),
    forget: () => setChosen(null),
    /** What the button says, where it does not save as ever. */
    label:
      when.publish === 'at' ? 'Agendar' : waits ? (isShown ? 'Guardar mudança' : 'Guardar rascunho') : null,
    /** Once it is saved. */
    said: when.publish === 'at' ? 'Agendado' : isShown ? 'Mudança guardada' : 'Rascunho guardado',
    /** What goes with the form's own fields. */
    fields: endpoint.planned
      ? {
          ...(when.publish === 'later' && { publish_at: 'later' }),
          ...(when.publish === 'at' && { publish_at: when.at }),
          ...(when.leaves !== (publication?.leaves ?? '') && { withdraw_at: when.leaves }),
          ...(change && { replaces: change }),
        }
      : {},
  };
}

export type Planning = ReturnType<typeof usePlan>;
