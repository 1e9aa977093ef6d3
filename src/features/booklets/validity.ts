import { formatDayMonth, formatWeekday } from '../../ui/format.ts';
import type { FortnightlyBooklet } from './booklet.contract.ts';

/** Whether its last day has passed. `today` is the server's day; where it is not known, nothing is over. */
export function isOver(
  { valid_until }: Pick<FortnightlyBooklet, 'valid_until'>,
  today: string | null | undefined,
): boolean {
  return valid_until !== null && Boolean(today) && valid_until < String(today);
}

/** `2026-11-21` → `sábado, 21/11` */
export function shortDay(day: string): string {
  return `${formatWeekday(day)}, ${formatDayMonth(day)}`;
}
