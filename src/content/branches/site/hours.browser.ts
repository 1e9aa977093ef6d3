import { addDays, weekdayOf } from '../../../shared/dates.ts';
import { formatTime } from '../../../shared/text/formatTime.ts';
import { wallClock } from '../../../shared/text/wallClock.ts';
import type { HoursSpan } from '../../openingHours/weekdays.ts';
import { DAY_MINUTES, lengthOf, minutesOf, WEEKDAYS } from '../../openingHours/weekdays.ts';
import type { WeekdayHours } from '../branch.contract.ts';

/** Encodes hours for a `data-hours` attribute: `1,07:00,22:00 2,07:00,22:00`. */
export const encodeHours = (hours: readonly WeekdayHours[]): string =>
  hours.map(({ weekday, opens, closes }) => `${weekday},${opens},${closes}`).join(' ');

export const decodeHours = (text: string): WeekdayHours[] =>
  text.split(' ').map((span) => {
    const [weekday, opens = '', closes = ''] = span.split(',');
    return { weekday: Number(weekday), opens, closes };
  });

export interface OpenState {
  open: boolean;
  text: string;
}

/** Spans of special days by date; an empty list means closed. */
type SpecialSpans = ReadonlyMap<string, readonly HoursSpan[]>;
const NO_SPECIAL_DAYS: SpecialSpans = new Map();

/** Returns whether a branch is open at `now` in its `zone`; null if its hours are not known. */
export function openState(
  hours: readonly WeekdayHours[],
  now: Date,
  special: SpecialSpans = NO_SPECIAL_DAYS,
  zone?: string,
): OpenState | null {
  if (hours.length === 0) return null;
  const days = spansOnDate(hours, special);
  const clock = clockOf(now, zone);
  const running = openIntervalAt(days, clock);
  if (running) return { open: true, text: `Aberta ${untilInWords(running)}` };
  return { open: false, text: nextOpening(days, clock) };
}

/** Returns the spans of a date, special or usual. */
export type SpansOnDate = (date: string) => readonly HoursSpan[];

export const spansOnDate =
  (hours: readonly WeekdayHours[], special: SpecialSpans): SpansOnDate =>
  (date) =>
    special.get(date) ?? usualOn(hours, date);

export interface WallClock {
  date: string;
  minutes: number;
}

/** The current opening interval. */
export interface OpenInterval {
  closes: string;
  /** Whether it closes tomorrow after the end of the night (`MORNING`). */
  isTomorrow: boolean;
  /** Whether it lasts for another 24 hours or more. */
  isContinuous: boolean;
}

/** Formats the end of the interval: «até 22h», «até amanhã às 18h», «24 horas». */
export function untilInWords({ closes, isTomorrow, isContinuous }: OpenInterval): string {
  if (isContinuous) return '24 horas';
  return isTomorrow ? `até amanhã às ${formatTime(closes)}` : `até ${formatTime(closes)}`;
}

/** End of the night, in minutes: a closing time before it counts as the evening before. */
const MORNING = 6 * 60;

/** Returns the interval in which a place is open; adjacent spans are merged. */
export function openIntervalAt(spansOn: SpansOnDate, { date, minutes }: WallClock): OpenInterval | undefined {
  // A span of yesterday may last past midnight, even into a special day.
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
        isContinuous: left > DAY_MINUTES || (left === DAY_MINUTES && span.opens === span.closes),
      };
    }
  }
  return undefined;
}

/** Returns the minute, counted from the start of `day`, at which the chain of adjacent spans ends. */
function endOfStretch(spansOn: SpansOnDate, day: string, end: number): number {
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
  const weekday = weekdayOf(date);
  return hours.filter((span) => span.weekday === weekday);
};

/** Days to search: a week, plus one for holidays that follow it. */
const LOOKED_AHEAD = 14;

export function nextOpening(spansOn: SpansOnDate, { date: today, minutes }: WallClock): string {
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
    // A weekday seven or more days away would be ambiguous.
    if (ahead >= 7) return `Abre em ${date.slice(8)}/${date.slice(5, 7)} às ${time}`;
    const weekday = WEEKDAYS[weekdayOf(date) - 1] ?? '';
    return `Abre ${weekday.toLowerCase()} às ${time}`;
  }
  return 'Fechada';
}

/** Returns date and minute of the day in a zone, by default the chain's. */
export function clockOf(now: Date, zone?: string): WallClock {
  const [date = '', time = ''] = wallClock(now.getTime(), zone).split('T');
  return { date, minutes: minutesOf(time) };
}
