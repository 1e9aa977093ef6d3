import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Endpoint } from '../../../shared/endpoint.ts';
import type { PublicationState } from '../../../shared/publicationPlan.ts';
import { formatSoon } from '../../../shared/text/format.ts';
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

/** Values of a form's own fields that are the record's schedule, instead of the plan's (ISO 8601 or empty). */
export interface OwnPeriod {
  starts: string;
  ends: string;
}

/** Returns the plan with the schedule that the form's own fields state. */
export function inPeriod({ publish }: PublicationChoice, { starts }: OwnPeriod): PublicationChoice {
  if (publish !== 'at') return { publish, at: '', leaves: '' };
  if (!starts) return { publish: 'later', at: '', leaves: '' };
  return isAhead(starts) ? { publish, at: starts, leaves: '' } : { publish: 'now', at: '', leaves: '' };
}

const isAhead = (instant: string) => Date.parse(instant) > Date.now();

interface PlanOptions {
  endpoint: Endpoint;
  publication: PublicationState | undefined;
  mayPublish: boolean;
  /** Set for a record with a period of its own. */
  period: OwnPeriod | null;
}

/** Returns the plan by which a form saves. `change` in the address names a pending change that the form edits. */
export function usePublicationPlan({ endpoint, publication, mayPublish, period }: PlanOptions) {
  const [searchParams] = useSearchParams();
  const change = endpoint.planned ? searchParams.get('change') : null;
  const stored = whenOf(publication, change !== null);
  const [chosen, setChosen] = useState<PublicationChoice | null>(null);
  // Users without the permission to publish only prepare drafts.
  const picked: PublicationChoice = mayPublish ? (chosen ?? stored) : { ...stored, publish: 'later', at: '' };
  const when = period ? inPeriod(picked, period) : picked;
  const isPossible = endpoint.planned === true && mayPublish;
  const isShown = publication !== undefined && publication.standing === null;
  const edits: 'new' | 'shown' | 'hidden' =
    isShown && change === null ? 'shown' : publication === undefined ? 'new' : 'hidden';
  const labelOf = (publish: PublicationChoice['publish']) =>
    saveLabelOf({ ...when, publish }, { isShown, edits, starts: period?.starts ?? '' });
  return {
    ...when,
    /** Whether the endpoint supports plans and the user may publish. */
    isPossible,
    /** Whether the plan has a schedule. If not, the form's own fields have it. */
    schedules: period === null,
    /** Plan chosen here, if it differs from the stored one; null otherwise. */
    chosen: chosen && !isSamePlan(chosen, stored) ? chosen : null,
    /** Record that the form edits: a new record, one that shoppers see, or one that they do not see. */
    edits,
    publication,
    /** Pending change that is edited here. */
    replaces: change,
    choose: (next: PublicationChoice) => setChosen(next),
    forget: () => setChosen(null),
    /** Label of the save button; null if the record just stays on the site. */
    label: endpoint.planned ? labelOf(when.publish) : null,
    /** Label of a button that publishes what would go on waiting for someone; null if nothing would. */
    publishLabel:
      isPossible && stored.publish === 'later' && when.publish === 'later'
        ? (labelOf('now') ?? 'Publicar')
        : null,
    /** Returns what a save by `choice` sends, and how its alert begins. */
    saveBy: (choice: PublicationChoice) => ({
      waits: choice.publish !== 'now',
      /** Title of the alert after a save that waits. */
      title: choice.publish === 'at' ? 'Agendado' : isShown ? 'Mudança guardada' : 'Rascunho guardado',
      fields: endpoint.planned
        ? {
            ...(choice.publish === 'later' && { publish_at: 'later' }),
            ...(choice.publish === 'at' && { publish_at: choice.at }),
            ...(choice.leaves !== (publication?.leaves ?? '') && { withdraw_at: choice.leaves }),
            ...(change && { replaces: change }),
          }
        : {},
    }),
  };
}

export type PublicationPlanState = ReturnType<typeof usePublicationPlan>;

/**
 * Says what a save does: it publishes, schedules, or keeps for later. Null if the record just stays on the site.
 * `starts` is the beginning of the record's own period.
 */
export function saveLabelOf(
  { publish, at }: Pick<PublicationChoice, 'publish' | 'at'>,
  { isShown, edits, starts }: { isShown: boolean; edits: 'new' | 'shown' | 'hidden'; starts: string },
): string | null {
  if (publish === 'later') return isShown ? 'Guardar mudança' : 'Guardar rascunho';
  const enters = publish === 'at' ? at : starts;
  if (isAhead(enters)) return `Agendar para ${formatSoon(enters, Date.now())}`;
  return edits === 'shown' ? null : 'Publicar';
}
