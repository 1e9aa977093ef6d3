import { formatDayMonth, formatWeekday } from '../../shared/text/format.ts';

/** Formats a day: `2026-11-21` → `sábado, 21/11`. */
export function weekdayDate(day: string): string {
  return `${formatWeekday(day)}, ${formatDayMonth(day)}`;
}
