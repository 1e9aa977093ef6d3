import { formatDayMonth, formatWeekday } from '../../ui/format.ts';

/** Of a booklet near its end: «Acaba amanhã», «Último dia»; null while nothing presses, and once it is over. */
export function endingOf(until: string | null | undefined, today: string | null | undefined): string | null {
  if (!until || !today) return null;
  if (until === today) return 'Último dia';
  return Date.parse(until) - Date.parse(today) === DAY_MS ? 'Acaba amanhã' : null;
}

const DAY_MS = 86_400_000;

/** The same where nothing around it says what it is that ends. */
export function endingInFull(
  until: string | null | undefined,
  today: string | null | undefined,
): string | null {
  const ending = endingOf(until, today);
  if (!ending || !until) return null;
  const what = ending === 'Último dia' ? 'Último dia do encarte' : 'O encarte acaba amanhã';
  return `${what}, ${formatDayMonth(until)}.`;
}

/** «Encarte novo a partir de quinta, 26/11»: true before that day, on it and after it. */
export function newFrom(day: string): string {
  return `Encarte novo a partir de ${formatWeekday(day).replace('-feira', '')}, ${formatDayMonth(day)}`;
}
