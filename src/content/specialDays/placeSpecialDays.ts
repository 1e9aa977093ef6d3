import { addDays } from '../../shared/dates.ts';
import { formatDayMonth, formatWeekday } from '../../shared/text/format.ts';
import { formatTime } from '../../shared/text/formatTime.ts';
import { mergedSpans } from '../openingHours/hoursInWords.ts';
import type { HoursSpan } from '../openingHours/weekdays.ts';
import type { PublicSpecialDay } from './specialDay.contract.ts';
import { USUAL_HOURS } from './specialDay.types.ts';

// Special days of a place, derived from the records, and the notices for them.

/** Days before a special day on which its notice appears. */
export const NOTICE_DAYS = 7;
/** Days ahead that a browser needs to find the next opening. */
const KNOWN_DAYS = 14;

/** A special day of one place; without spans it is closed. */
export interface PlaceSpecialDay {
  date: string;
  reason: string;
  spans: readonly HoursSpan[];
}

/**
 * Returns the special days of a branch (uuid), the shopping centre or the cinema. A day that names the place
 * takes precedence over one for all.
 */
export function placeSpecialDays(exceptions: readonly PublicSpecialDay[], place: string): PlaceSpecialDay[] {
  const named = new Set(exceptions.filter(({ places }) => places.includes(place)).map(({ date }) => date));
  return exceptions
    .filter(({ date, places }) => places.includes(place) || (places.includes('all') && !named.has(date)))
    .filter(({ type }) => type.number !== USUAL_HOURS)
    .map(({ date, reason, hours }) => ({ date, reason, spans: hours }));
}

/** A near special day; `soon` if its notice is shown. */
export interface ComingSpecialDay extends PlaceSpecialDay {
  soon: boolean;
}

/** Returns special days from yesterday, whose evening may last past midnight, to `KNOWN_DAYS` ahead. */
export function comingSpecialDays(
  exceptions: readonly PublicSpecialDay[],
  place: string,
  today: string,
): ComingSpecialDay[] {
  const [last, lastKnown] = [addDays(today, NOTICE_DAYS), addDays(today, KNOWN_DAYS)];
  const near = exceptions.filter(({ date }) => date <= lastKnown);
  return placeSpecialDays(near, place).map((day) => ({
    ...day,
    soon: day.date >= today && day.date <= last,
  }));
}

const soonDays = (...args: Parameters<typeof comingSpecialDays>) =>
  comingSpecialDays(...args).filter(({ soon }) => soon);

const timesOf = (spans: readonly HoursSpan[]) =>
  mergedSpans(spans).map(({ opens, closes }) =>
    opens === closes ? '24 horas' : `${formatTime(opens)} às ${formatTime(closes)}`,
  );

/** Returns the hours of a day: «7h às 22h», or «fechada». */
export const dayHoursText = (spans: readonly HoursSpan[]): string => timesOf(spans).join(' e ') || 'fechada';

/** Returns the verb of a notice: «fecha», «abre das 8h às 14h». */
export function openingVerb(spans: readonly HoursSpan[]): string {
  const times = timesOf(spans).map((time) => (/às/.test(time) ? `das ${time}` : time));
  return times.length > 0 ? `abre ${times.join(' e ')}` : 'fecha';
}

/** Returns whether a place with these hours is open at `HH:MM`; without hours it is closed. */
export const isOpenAt = (spans: readonly HoursSpan[], time: string): boolean =>
  spans.some(({ opens, closes }) => {
    if (opens === closes) return true;
    return opens < closes ? opens <= time && time < closes : opens <= time || time < closes;
  });

/** Formats a date: «Sexta, 25/12». */
export function weekdayHeading(date: string): string {
  const weekday = formatWeekday(date).replace('-feira', '');
  return `${weekday.charAt(0).toUpperCase()}${weekday.slice(1)}, ${formatDayMonth(date)}`;
}

/** Returns the lines below weekly hours: `Sexta, 25/12`, `fechada`. */
export const specialLines = (days: readonly ComingSpecialDay[]) =>
  days
    .filter(({ soon }) => soon)
    .map(({ date, reason, spans }) => ({
      date,
      day: weekdayHeading(date),
      reason,
      hours: dayHoursText(spans),
    }));

/** One sentence for shoppers about a special day. */
export interface SpecialDayNotice {
  key: string;
  /** Reason and date: «Natal, sexta, 25/12». */
  day: string;
  text: string;
}

/**
 * Returns notices of branches; branches with the same hours share a notice: «todas as lojas fecham», «Centro
 * e Norte abrem das 8h às 14h».
 */
export function branchNotices(
  exceptions: readonly PublicSpecialDay[],
  branches: readonly { uuid: string; name: string; time_zone: string }[],
  todayIn: (zone: string) => string,
): SpecialDayNotice[] {
  const entries = branches.flatMap(({ uuid, name, time_zone }) =>
    soonDays(exceptions, uuid, todayIn(time_zone)).map((day) => ({ ...day, name })),
  );
  const groups = Map.groupBy(entries, ({ date, reason, spans }) => JSON.stringify([date, reason, spans]));
  return [...groups]
    .map(([key, days]) => {
      const [{ date, reason, spans }] = days as [(typeof entries)[number]];
      const names = days.map(({ name }) => name);
      return { key, date, day: dayInWords(date, reason), text: sentenceOf(names, branches.length, spans) };
    })
    .sort((a, b) => a.date.localeCompare(b.date) || a.key.localeCompare(b.key));
}

/** Returns notices of a single place, named by `subject`: «o cinema», «esta loja». */
export function placeNotices(
  exceptions: readonly PublicSpecialDay[],
  place: string,
  subject: string,
  today: string,
): SpecialDayNotice[] {
  return soonDays(exceptions, place, today).map(({ date, reason, spans }) => ({
    key: date,
    day: dayInWords(date, reason),
    text: `${subject} ${openingVerb(spans)}.`,
  }));
}

const dayInWords = (date: string, reason: string) => `${reason}, ${weekdayHeading(date).toLowerCase()}`;

/** Maximum of branches named in a notice; more are only counted. */
const MAX_NAMED = 3;

function sentenceOf(names: readonly string[], all: number, spans: readonly HoursSpan[]): string {
  const verb = openingVerb(spans);
  if (names.length === 1) return `${all === 1 ? 'a loja' : names[0]} ${verb}.`;
  const plural = verb.replace(/^fecha/, 'fecham').replace(/^abre/, 'abrem');
  if (names.length === all) return `todas as lojas ${plural}.`;
  if (names.length > MAX_NAMED) return `${names.length} lojas ${plural}.`;
  return `${names.slice(0, -1).join(', ')} e ${names.at(-1)} ${plural}.`;
}
