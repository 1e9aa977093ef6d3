import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Endpoint } from '../../../shared/endpoint.ts';
import type { PublicationState } from '../../../shared/publicationPlan.ts';
import { isSameInstant } from '../../../shared/text/zonedTime.ts';

/** Publication plan in a form: published at once, on request, or at an instant. */
export interface PublicationChoice {
  publish: 'now' | 'later' | 'at';
  /** ISO 8601; set if `publish` is `at`. */
  at: string;
  /** Instant at which the record is unpublished; empty for never. */
  leaves: string;
}

/** Returns the plan that keeps the current publication state: an unpublished record stays so. */
function whenOf(publication: PublicationState | undefined, isChange: boolean): PublicationChoice {
  const next = publication?.next;
  const leaves = publication?.leaves ?? '';
  const scheduledAt = next && !next.goes ? next.at : '';
  if (!publication?.standing && !isChange) return { publish: 'now', at: '', leaves };
  return { publish: scheduledAt ? 'at' : 'later', at: scheduledAt, leaves };
}

const isSamePlan = (a: PublicationChoice, b: PublicationChoice) =>
  a.publish === b.publish && isSameInstant(a.at, b.at) && isSameInstant(a.leaves, b.leaves);

/** Returns the plan by which a form saves. `change` in the address names a pending change that the form edits. */
export function usePublicationPlan(
  endpoint: Endpoint,
  publication: PublicationState | undefined,
  mayPublish: boolean,
) {
  const [searchParams] = useSearchParams();
  const change = endpoint.planned ? searchParams.get('change') : null;
  const stored = whenOf(publication, change !== null);
  const [chosen, setChosen] = useState<PublicationChoice | null>(null);
  // Users without the permission to publish only prepare drafts.
  const when: PublicationChoice = mayPublish ? (chosen ?? stored) : { ...stored, publish: 'later', at: '' };
  const isPending = when.publish !== 'now';
  const isNew = publication === undefined;
  const isShown = !isNew && publication.standing === null;
  return {
    ...when,
    /** Whether the endpoint supports plans and the user may publish. */
    isPossible: endpoint.planned === true && mayPublish,
    /** Plan chosen here, if it differs from the stored one; null otherwise. */
    chosen: chosen && !isSamePlan(chosen, stored) ? chosen : null,
    isShown,
    publication,
    /** Pending change that is edited here. */
    replaces: change,
    waits: isPending,
    choose: (next: PublicationChoice) => setChosen(next),
    forget: () => setChosen(null),
    /** Label of the save button, if not the usual one. */
    label:
      when.publish === 'at'
        ? 'Agendar'
        : isPending
          ? isShown
            ? 'Guardar mudança'
            : 'Guardar rascunho'
          : null,
    /** Title of the alert after a save. */
    savedTitle: when.publish === 'at' ? 'Agendado' : isShown ? 'Mudança guardada' : 'Rascunho guardado',
    /** Fields that are sent with the form's own. */
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

export type PublicationPlanState = ReturnType<typeof usePublicationPlan>;
