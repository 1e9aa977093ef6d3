import { addDays } from '../../ui/addDays.ts';
import { formatDayMonth, formatWeekday } from '../../ui/format.ts';
import { formatTime } from '../../ui/formatTime.ts';
import { mergedSpans } from '../branches/weekdays.ts';
import type { PublicException } from './exception.contract.ts';
import { AS_USUAL, type Span } from './exception.types.ts';

// What exceptions make of the days of a place, and what pages say of it.

/** Shoppers are told so many days before. */
export const NOTICE_DAYS = 7;
/** As far as a browser has to know, to say when a place opens again. */
const KNOWN_DAYS = 14;

/** A day of one place that is not as usual: without spans it is closed. */
export interface SpecialDay {
  date: string;
  reason: string;
  spans: readonly Span[];
}

/** Of a branch by its uuid, of the shopping centre or the cinema: what names it goes before what is for all. */
export function specialDaysOf(exceptions: readonly PublicException[], place: string): SpecialDay[] {
  const named = new Set(exceptions.filter(({ places }) => places.includes(place)).map(({ date }) => date));
  return exceptions
    .filter(({ date, places }) => places.includes(place) || (places.includes('all') && !named.has(date)))
    .filter(({ type }) => type.number !== AS_USUAL)
    .map(({ date, reason, hours }) => ({ date, reason, spans: hours }));
}

/** A day that is near; `soon` where shoppers are told of it. */
export interface ComingDay extends SpecialDay {
  soon: boolean;
}

/** From yesterday, whose evening may go on past midnight, as far as it takes to say when a place opens again. */
export function comingDays(
  exceptions: readonly PublicException[],
  place: string,
  today: string,
): ComingDay[] {
  const last = addDays(today, NOTICE_DAYS);
  return specialDaysOf(exceptions, place)
    .filter(({ date }) => date <= addDays(today, KNOWN_DAYS))
    .map((day) => ({ ...day, soon: day.date >= today && day.date <= last }));
}

const soonDays = (...given: Parameters<typeof comingDays>) => comingDays(...given).filter(({ soon }) => soon);

const timesOf = (spans: readonly Span[]) =>
  mergedSpans(spans).map(({ opens, closes }) =>
    opens === closes ? '24 horas' : `${formatTime(opens)} às ${formatTime(closes)}`,
  );

/** «fecha», «abre das 8h às 14h» */
export function verbOf(spans: readonly Span[]): string {
  const times = timesOf(spans).map((time) => (/às/.test(time) ? `das ${time}` : time));
  return times.length > 0 ? `abre ${times.join(' e ')}` : 'fecha';
}

/** Whether a place with these hours is open at `HH:MM`; without hours it is closed. */
export const isOpenAt = (spans: readonly Span[], time: string): boolean =>
  spans.some(({ opens, closes }) => {
    if (opens === closes) return true;
    return opens < closes ? opens <= time && time < closes : opens <= time || time < closes;
  });

/** «Sexta, 25/12» */
export function shortDay(date: string): string {
  const weekday = formatWeekday(date).replace('-feira', '');
  return `${weekday.charAt(0).toUpperCase()}${weekday.slice(1)}, ${formatDayMonth(date)}`;
}

/** The same below the hours of a week: `Sexta, 25/12`, `fechada`. */
export const specialLines = (days: readonly ComingDay[]) =>
  days
    .filter(({ soon }) => soon)
    .map(({ date, reason, spans }) => ({
      date,
      day: shortDay(date),
      reason,
      hours: timesOf(spans).join(' e ') || 'fechada',
    }));

/** One sentence for shoppers: what happens on a day, and to whom. */
export interface Notice {
  key: string;
  /** «Natal, sexta, 25/12» */
  day: string;
  text: string;
}

/**
 * What is told of the branches of a page in the coming days, those together that have the same: «todas as lojas fecham»,
 * «Centro e Norte abrem das 8h às 14h».
 */
export function branchNotices(
  exceptions: readonly PublicException[],
  branches: readonly { uuid: string; name: string; time_zone: string }[],
  todayIn: (zone: string) => string,
): Notice[] {
  const said = branches.flatMap(({ uuid, name, time_zone }) =>
    soonDays(exceptions, uuid, todayIn(time_zone)).map((day) => ({ ...day, name })),
  );
  const alike = Map.groupBy(said, ({ date, reason, spans }) => JSON.stringify([date, reason, spans]));
  return [...alike]
    .map(([key, days]) => {
      const [{ date, reason, spans }] = days as [(typeof said)[number]];
      const names = days.map(({ name }) => name);
      return { key, date, day: dayInWords(date, reason), text: sentenceOf(names, branches.length, spans) };
    })
    .sort((one, other) => one.date.localeCompare(other.date) || one.key.localeCompare(other.key));
}

/** The same of one place, which the page is about: «o cinema», «esta loja». */
export function placeNotices(
  exceptions: readonly PublicException[],
  place: string,
  subject: string,
  today: string,
): Notice[] {
  return soonDays(exceptions, place, today).map(({ date, reason, spans }) => ({
    key: date,
    day: dayInWords(date, reason),
    text: `${subject} ${verbOf(spans)}.`,
  }));
}

const dayInWords = (date: string, reason: string) => `${reason}, ${shortDay(date).toLowerCase()}`;

/** More of them are counted. */
const NAMED = 3;

function sentenceOf(names: readonly string[], all: number, spans: readonly Span[]): string {
  const verb = verbOf(spans);
  if (names.length === 1) return `${all === 1 ? 'a loja' : names[0]} ${verb}.`;
  const several = verb.replace(/^fecha/, 'fecham').replace(/^abre/, 'abrem');
  if (names.length === all) return `todas as lojas ${several}.`;
  if (names.length > NAMED) return `${names.length} lojas ${several}.`;
  return `${names.slice(0, -1).join(', ')} e ${names.at(-1)} ${several}.`;
}
