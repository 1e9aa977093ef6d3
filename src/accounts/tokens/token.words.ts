import { addDays, daysBetween } from '../../shared/dates.ts';
import { type Permission, VERBS } from '../../shared/permissions.ts';
import { capitalize, formatDate, inSentence } from '../../shared/text/format.ts';
import { tokenAreas, VERB_LABELS } from '../users/rolePermissions.ts';
import { REMINDER_DAYS } from './token.contract.ts';

/** Whether a token ends within `REMINDER_DAYS` days: too soon for a reminder. */
export const endsSoon = (day: string, today: string) => day <= addDays(today, REMINDER_DAYS);

/** Formats the end of a token: «Vence em 12 dias», «Venceu em 12/11/2026». */
export function expiryText(day: string, today: string): string {
  const days = daysBetween(today, day);
  if (days < 0) return `Venceu em ${formatDate(day)}`;
  if (days === 0) return 'Vence hoje';
  return days === 1 ? 'Vence amanhã' : `Vence em ${days} dias`;
}

/** Formats permissions: «Ver e publicar em Banners e Filmes; ver em Vagas». Areas beyond `max` become «mais 2». */
export function permissionsText(permissions: readonly string[], max = Number.POSITIVE_INFINITY): string {
  const known = tokenAreas.flatMap(({ area, label }) => {
    const verbs = VERBS.filter((verb) => permissions.includes(`${area}.${verb}` satisfies Permission));
    if (verbs.length === 0) return [];
    return { label, doing: inSentence(verbs.map((verb) => VERB_LABELS[verb].toLowerCase())) };
  });
  const byVerbs = Map.groupBy(known, ({ doing }) => doing);
  const clauses = Array.from(byVerbs, ([doing, areas]) => {
    const labels = areas.map(({ label }) => label);
    return `${doing} em ${inSentence(labels, max)}`;
  });
  return capitalize(clauses.join('; '));
}
