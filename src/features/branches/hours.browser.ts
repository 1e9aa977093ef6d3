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

/** Tells whether a branch is open at `now` by the clock of its `zone`; null where its hours are not known. */
export function openState(
  hours: readonly WeekdayHours[],
  now: Date,
  special: Special = NONE,
  zone?: string,
): OpenState | null {
  if (hours.length === 0) return null;
  const days = daysOf(hours, special);
  const clock = clockOf(now, zone);
  const running = runningAt(days, clock);
  if (running) return { open: true, text: `Aberta ${untilInWords(running)}` };
  return { open: false, text: nextOpening(days, clock) };
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

/** Opening hours that have begun and not ended. */
export interface Running {
  closes: string;
  /** Whether they end tomorrow by day, not in the night of today. */
  isTomorrow: boolean;
  /** Whether they go on for another day and longer. */
  goesOn: boolean;
}

/** «até 22h», «até amanhã às 18h», «24 horas» */
export function untilInWords({ closes, isTomorrow, goesOn }: Running): string {
  if (goesOn) return '24 horas';
  return isTomorrow ? `até amanhã às ${formatTime(closes)}` : `até ${formatTime(closes)}`;
}

/** The end of a night: what closes before it belongs to the evening before. */
const MORNING = 6 * 60;

/** Returns the stretch in which a place is open: hours that touch are one. */
export function runningAt(spansOn: Days, { date, minutes }: Clock): Running | undefined {
  // What began yesterday goes on past midnight, whatever this day is.
  for (const [day, passed] of [
    [date, minutes],
    [addDays(date, -1), minutes + DAY_MINUTES],
  ] as const) {
    for (const span of spansOn(day)) {
      const opens = minutesOf(span.opens);
      const end = opens + lengthOf(span);
      if (passed < opens || passed >= end) continue;
      const left = endOfStretch(spansOn, day, end) - passed;
      const closes = (minutes + left) % DAY_MINUTES;
      return {
        closes: timeOf(closes),
        isTomorrow: minutes + left > DAY_MINUTES + MORNING,
        goesOn: left > DAY_MINUTES || (left === DAY_MINUTES && span.opens === span.closes),
      };
    }
  }
  return undefined;
}

/** Returns the minute, counted from the beginning of `day`, at which hours end that others follow at once. */
function endOfStretch(spansOn: Days, day: string, end: number): number {
  const last = end + 2 * DAY_MINUTES;
  let until = end;
  while (until < last) {
    const at = until;
    const opens = timeOf(at % DAY_MINUTES);
    const next = spansOn(addDays(day, Math.floor(at / DAY_MINUTES))).find((span) => span.opens === opens);
    if (!next) return until;
    until = at + lengthOf(next);
  }
  return until;
}

const timeOf = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

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

/** Reads the clock of a zone, the chain's where none is known. */
export function clockOf(now: Date, zone?: string): Clock {
  const [date = '', time = ''] = wallClock(now.getTime(), zone).split('T');
  return { date, minutes: minutesOf(time) };
}
