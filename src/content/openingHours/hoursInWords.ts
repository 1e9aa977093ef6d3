import { formatTime } from '../../shared/text/formatTime.ts';
import type { WeekdayHours } from './hours.contract.ts';
import { WEEKDAYS } from './weekdays.ts';

export interface HoursLine {
  days: string;
  hours: string;
}

/** Returns hours in words, with neighbouring equal days grouped: `Segunda a sábado`, `7h às 22h`. */
export function hoursInWords(hours: readonly WeekdayHours[]): HoursLine[] {
  if (hours.length === 0) return [];
  const byDay = WEEKDAYS.map((_, index) => dayInWords(hours, index + 1));
  const lines: HoursLine[] = [];
  let first = 0;
  for (let day = 1; day <= WEEKDAYS.length; day += 1) {
    if (byDay[day] === byDay[first]) continue;
    lines.push({ days: daysInWords(first, day - 1), hours: byDay[first] ?? '' });
    first = day;
  }
  return lines;
}

function dayInWords(hours: readonly WeekdayHours[], weekday: number): string {
  const spans = mergedSpans(hours.filter((span) => span.weekday === weekday)).map((span) =>
    span.opens === span.closes ? '24 horas' : `${formatTime(span.opens)} às ${formatTime(span.closes)}`,
  );
  return spans.join(' e ') || 'fechada';
}

function daysInWords(first: number, last: number): string {
  if (first === 0 && last === WEEKDAYS.length - 1) return 'Todos os dias';
  const from = WEEKDAYS[first] ?? '';
  const to = (WEEKDAYS[last] ?? '').toLowerCase();
  if (first === last) return from;
  return `${from} ${last === first + 1 ? 'e' : 'a'} ${to}`;
}

/** Returns the spans of a day in order, with adjacent spans merged. */
export function mergedSpans<S extends { opens: string; closes: string }>(spans: readonly S[]): S[] {
  const merged: S[] = [];
  for (const span of spans.toSorted((a, b) => a.opens.localeCompare(b.opens))) {
    const last = merged.at(-1);
    const touches = last && last.opens !== last.closes && last.closes === span.opens;
    if (touches) merged[merged.length - 1] = { ...last, closes: span.closes };
    else merged.push(span);
  }
  return merged;
}
