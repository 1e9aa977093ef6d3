import { z } from 'zod';
import { formatInstant } from './text/format.ts';

// Plans of staff for a record and their outcomes, read from the audit log.

export const PLAN_KINDS = [
  'publication_scheduled',
  'change_scheduled',
  'unpublication_scheduled',
  /** Another instant for the same plan. */
  'moved',
  /** Another content for the same instant. */
  'edited',
  'canceled',
  'published',
  'change_published',
  'unpublished',
  'refused',
] as const;

export const planEvent = z.object({
  kind: z.enum(PLAN_KINDS),
  /** Planned instant. */
  at: z.string(),
  /** Former instant of a moved plan. */
  was: z.string().nullable(),
});
export type PlanEvent = z.output<typeof planEvent>;

/** State before or after an audited action. */
type AuditedState = Readonly<Record<string, unknown>> | null | undefined;

const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** Returns an instant. Content can have days in a column of the same name. */
const instantIn = (state: AuditedState, name: string): string | null => {
  const value = state?.[name];
  return typeof value === 'string' && value.length > DAY_LENGTH ? value : null;
};

/** Keys of a scheduling entry that are no content of the record. */
const PLAN_KEYS = new Set(['valid_from', 'replaces']);

/** Kinds of carried-out plans by the audited action. */
const DONE_KINDS: Record<string, PlanEvent['kind']> = {
  publish: 'published',
  update: 'change_published',
  withdraw: 'unpublished',
};

/** Returns what an audit entry says about a plan; null if it is about something else. */
export function planEventOf({
  action,
  before,
  after,
}: {
  action: string;
  before?: AuditedState;
  after?: AuditedState;
}): PlanEvent | null {
  const at = instantIn(after, 'valid_from');
  const done = instantIn(after, 'scheduled_for');
  const was = instantIn(after, 'replaces');
  if (action === 'schedule' && at) {
    if (was && was !== at) return { kind: 'moved', at, was };
    if (was) return { kind: 'edited', at, was: null };
    if (after?.withdrawn) return { kind: 'unpublication_scheduled', at, was: null };
    const isChange = Object.keys(after ?? {}).some((key) => !PLAN_KEYS.has(key));
    return { kind: isChange ? 'change_scheduled' : 'publication_scheduled', at, was: null };
  }
  if (action === 'draft' && was) return { kind: 'canceled', at: was, was: null };
  const dropped = action === 'drop' ? instantIn(before, 'valid_from') : null;
  if (dropped) return { kind: 'canceled', at: dropped, was: null };
  if (action === 'refuse' && at) return { kind: 'refused', at, was: null };
  const kind = DONE_KINDS[action];
  if (done && kind) return { kind, at: done, was: null };
  return null;
}

/** Describes a plan in the history of its record: «Agendou a publicação para 24/12/2026 08:00». */
export function planEventText({ kind, at, was }: PlanEvent): string {
  const when = formatInstant(at);
  switch (kind) {
    case 'publication_scheduled':
      return `Agendou a publicação para ${when}`;
    case 'change_scheduled':
      return `Agendou uma mudança para ${when}`;
    case 'unpublication_scheduled':
      return `Agendou a saída do site para ${when}`;
    case 'moved':
      return `Mudou o agendamento de ${formatInstant(was ?? '')} para ${when}`;
    case 'edited':
      return `Mudou o que está agendado para ${when}`;
    case 'canceled':
      return `Cancelou o agendamento para ${when}`;
    case 'published':
    case 'change_published':
      return `Publicou (agendado para ${when})`;
    case 'unpublished':
      return `Tirou do site (agendado para ${when})`;
    case 'refused':
      return `Não entrou no site em ${when}, como estava agendado`;
  }
}

/**
 * Returns the verb of a plan before the noun of its record. «n» and «d» at the end join the article: «na
 * receita», «da receita».
 */
export function planVerb({ kind, at, was }: PlanEvent): string {
  const when = formatInstant(at);
  switch (kind) {
    case 'publication_scheduled':
      return `agendou para ${when} a publicação d`;
    case 'change_scheduled':
      return `agendou para ${when} uma mudança n`;
    case 'unpublication_scheduled':
      return `agendou para ${when} a saída do site d`;
    case 'moved':
      return `mudou de ${formatInstant(was ?? '')} para ${when} o agendamento d`;
    case 'edited':
      return `mudou o que está agendado para ${when} n`;
    case 'canceled':
      return `cancelou o agendamento para ${when} d`;
    case 'published':
      return 'publicou (agendado)';
    case 'change_published':
      return 'publicou (agendado) uma mudança n';
    case 'unpublished':
      return 'tirou do site (agendado)';
    case 'refused':
      return `não conseguiu publicar em ${when}, como estava agendado,`;
  }
}
