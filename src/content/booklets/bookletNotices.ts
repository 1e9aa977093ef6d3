import { daysBetween } from '../../shared/dates.ts';
import { formatDayMonth, formatWeekday } from '../../shared/text/format.ts';

/** Returns «Acaba amanhã» or «Último dia» for a booklet near its end, otherwise null. */
export function endingNotice(
  until: string | null | undefined,
  today: string | null | undefined,
): string | null {
  if (!until || !today) return null;
  if (until === today) return 'Último dia';
  return daysBetween(today, until) === 1 ? 'Acaba amanhã' : null;
}

/** Returns the same as a complete sentence. */
export function endingSentence(
  until: string | null | undefined,
  today: string | null | undefined,
): string | null {
  const ending = endingNotice(until, today);
  if (!ending || !until) return null;
  const what = ending === 'Último dia' ? 'Último dia do encarte' : 'O encarte acaba amanhã';
  return `${what}, ${formatDayMonth(until)}.`;
}

/** Returns «Encarte novo a partir de quinta, 26/11», which stays true before, on and after that day. */
export function nextBookletNotice(day: string): string {
  return `Encarte novo a partir de ${formatWeekday(day).replace('-feira', '')}, ${formatDayMonth(day)}`;
}
