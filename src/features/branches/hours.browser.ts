import { addDays } from '../../ui/addDays.ts';
import { formatTime } from '../../ui/formatTime.ts';
import { wallClock } from '../../ui/wallClock.ts';
import type { Span } from '../exceptions/exception.types.ts';
import type { WeekdayHours } from './branch.contract.ts';
import { DAY_MINUTES, lengthOf, minutesOf, WEEKDAYS } from './weekdays.ts';

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

/** Days that are not as usual, with their hours: none where it is closed. */
type Special = ReadonlyMap<string, readonly Span[]>;
const NONE: Special = new Map();

/**
 * Whether a branch is open at `now` by the chain's clock, and what to say of it; null where its hours are
 * not known.
 */
export function openState(
  hours: readonly WeekdayHours[],
  now: Date,
  special: Special = NONE,
): OpenState | null {
  if (hours.length === 0) return null;
  const days = daysOf(hours, special);
  const running = runningAt(days, clockOf(now));
  if (running)
    return {
      open: true,
      text: running.goesOn ? 'Aberta 24 horas' : `Aberta até ${formatTime(running.closes)}`,
    };
  return { open: false, text: nextOpening(days, clockOf(now)) };
}

/** The hours of a day, be it usual or not. */
export type Days = (date: string) => readonly Span[];

export const daysOf =
  (hours: readonly WeekdayHours[], special: Special): Days =>
  (date) =>
    special.get(date) ?? usualOn(hours, date);

export interface Clock {
  date: string;
  minutes: number;
}

/** The hours that have begun and not ended; `goesOn` where others follow at once. */
export function runningAt(
  spansOn: Days,
  { date, minutes }: Clock,
): { closes: string; goesOn: boolean } | undefined {
  // What began yesterday goes on past midnight, whatever this day is.
  for (const [day, passed] of [
    [date, minutes],
    [addDays(date, -1), minutes + DAY_MINUTES],
  ] as const) {
    for (const span of spansOn(day)) {
      const opens = minutesOf(span.opens);
      const length = lengthOf(span);
      if (passed < opens || passed >= opens + length) continue;
      const { closes } = span;
      const follows = ({ opens }: Span) => opens === closes;
      return { closes, goesOn: length === DAY_MINUTES && spansOn(addDays(day, 1)).some(follows) };
    }
  }
  return undefined;
}

const usualOn = (hours: readonly WeekdayHours[], date: string) => {
  const weekday = new Date(date).getUTCDay() || 7;
  return hours.filter((span) => span.weekday === weekday);
};

/** A week after which holidays may follow. */
const LOOKED_AHEAD = 14;

export function nextOpening(spansOn: Days, { date: today, minutes }: Clock): string {
  for (let ahead = 0; ahead <= LOOKED_AHEAD; ahead += 1) {
    const date = addDays(today, ahead);
    const [opens] = spansOn(date)
      .map((span) => span.opens)
      .filter((opens) => ahead > 0 || minutesOf(opens) > minutes)
      .sort();
    if (opens === undefined) continue;
    const time = formatTime(opens);
    if (ahead === 0) return `Abre às ${time}`;
    if (ahead === 1) return `Abre amanhã às ${time}`;
    // In a week it has the name of today.
    if (ahead >= 7) return `Abre em ${date.slice(8)}/${date.slice(5, 7)} às ${time}`;
    const weekday = WEEKDAYS[(new Date(date).getUTCDay() || 7) - 1] ?? '';
    return `Abre ${weekday.toLowerCase()} às ${time}`;
  }
  return 'Fechada';
}

export function clockOf(now: Date): Clock {
  const [date = '', time = ''] = wallClock(now.getTime()).split('T');
  return { date, minutes: minutesOf(time) };
}
