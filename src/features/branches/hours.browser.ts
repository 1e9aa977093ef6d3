import { formatTime } from '../../ui/formatTime.ts';
import { wallClock } from '../../ui/zonedTime.ts';
import type { WeekdayHours } from './branch.contract.ts';
import { DAY_MINUTES, lengthOf, minutesOf, WEEKDAYS } from './weekdays.ts';

export interface HoursLine {
  days: string;
  hours: string;
}

/** Hours in words, neighbouring days with the same hours together: `Segunda a sábado`, `7h às 22h`. */
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
  const spans = hours
    .filter((span) => span.weekday === weekday)
    .sort((a, b) => a.opens.localeCompare(b.opens))
    .map((span) =>
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

/** Hours as an attribute holds them: `1,07:00,22:00 2,07:00,22:00`. */
export const compact = (hours: readonly WeekdayHours[]): string =>
  hours.map(({ weekday, opens, closes }) => `${weekday},${opens},${closes}`).join(' ');

export const fromCompact = (text: string): WeekdayHours[] =>
  text.split(' ').map((span) => {
    const [weekday, opens = '', closes = ''] = span.split(',');
    return { weekday: Number(weekday), opens, closes };
  });

export interface OpenState {
  open: boolean;
  text: string;
}

/**
 * Whether a branch is open at `now` by the chain's clock, and what to say of it; null where its hours are
 * not known.
 */
export function openState(hours: readonly WeekdayHours[], now: Date): OpenState | null {
  if (hours.length === 0) return null;
  const { weekday, minutes } = clockOf(now);
  for (const span of hours) {
    const opens = minutesOf(span.opens);
    const length = lengthOf(span);
    const today = span.weekday === weekday && minutes >= opens && minutes < opens + length;
    const sinceYesterday = span.weekday === dayBefore(weekday) && minutes + DAY_MINUTES < opens + length;
    if (!today && !sinceYesterday) continue;
    return {
      open: true,
      text: length === DAY_MINUTES ? 'Aberta 24 horas' : `Aberta até ${formatTime(span.closes)}`,
    };
  }
  return { open: false, text: nextOpening(hours, weekday, minutes) };
}

function nextOpening(hours: readonly WeekdayHours[], weekday: number, minutes: number): string {
  for (let ahead = 0; ahead <= 7; ahead += 1) {
    const day = ((weekday - 1 + ahead) % 7) + 1;
    const next = hours
      .filter((span) => span.weekday === day && (ahead > 0 || minutesOf(span.opens) > minutes))
      .sort((a, b) => a.opens.localeCompare(b.opens))[0];
    if (!next) continue;
    const time = formatTime(next.opens);
    if (ahead === 0) return `Abre às ${time}`;
    if (ahead === 1) return `Abre amanhã às ${time}`;
    return `Abre ${(WEEKDAYS[day - 1] ?? '').toLowerCase()} às ${time}`;
  }
  return 'Fechada';
}

function dayBefore(weekday: number): number {
  return weekday === 1 ? 7 : weekday - 1;
}

function clockOf(now: Date): { weekday: number; minutes: number } {
  const [date = '', time = ''] = wallClock(now.getTime()).split('T');
  return { weekday: new Date(date).getUTCDay() || 7, minutes: minutesOf(time) };
}
