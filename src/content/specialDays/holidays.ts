import { HOLIDAYS, type HolidayRule } from './holidayRules.ts';

// Dates of the rules in `holidayRules.ts`. Municipal holidays are not included: staff add them.

export interface Holiday extends HolidayRule {
  /** `YYYY-MM-DD` */
  date: string;
}

const NATIONAL = HOLIDAYS.filter(({ state }) => !state);

/** Returns the name of a national holiday on a date (`YYYY-MM-DD`), or null. */
export function nationalHolidayOn(day: string): string | null {
  const year = Number(day.slice(0, 4));
  return NATIONAL.find(({ rule }) => dateOf(rule, year) === day)?.name ?? null;
}

/**
 * Returns the holidays on which shops may close between two dates, inclusive, in order; without observances.
 */
export function holidaysBetween(from: string, until: string): Holiday[] {
  const [first, last] = [from, until].map((day) => Number(day.slice(0, 4))) as [number, number];
  const years = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return years
    .flatMap((year) => HOLIDAYS.flatMap((holiday) => inYear(holiday, year)))
    .filter(({ date, kind }) => date >= from && date <= until && kind !== 'observance')
    .sort((a, b) => a.date.localeCompare(b.date));
}

function inYear(holiday: HolidayRule, year: number): Holiday[] {
  const date = dateOf(holiday.rule, year);
  return date ? [{ ...holiday, date }] : [];
}

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const MONTHS = [
  'January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November',
  'December',
]; // biome-ignore format: names
const NTH = /^(\d)(?:st|nd|rd|th) (\w+) (?:in (\w+)|before (\d\d-\d\d))$/;

/** Returns the date of a rule in a year; null if the year has none. Throws if the rule is unknown. */
function dateOf(rule: string, year: number): string | null {
  const annual = rule.replace(/ in even years$/, '');
  if (annual !== rule && year % 2 === 1) return null;
  if (/^\d\d-\d\d$/.test(annual)) return `${year}-${annual}`;
  const [, fromEaster] = /^easter ?(-?\d*)$/.exec(annual) ?? [];
  if (fromEaster !== undefined)
    return easterOf(year)
      .add({ days: Number(fromEaster) })
      .toString();
  const [, nth, weekday = '', month, before] = NTH.exec(annual) ?? [];
  if (!nth) throw new Error(`No such holiday: ${rule}`);
  const dayOfWeek = WEEKDAYS.indexOf(weekday) + 1;
  if (before) {
    const eve = Temporal.PlainDate.from(`${year}-${before}`).subtract({ days: 1 });
    return eve.subtract({ days: (eve.dayOfWeek - dayOfWeek + 7) % 7 }).toString();
  }
  const first = Temporal.PlainDate.from({ year, month: MONTHS.indexOf(month ?? '') + 1, day: 1 });
  const days = ((dayOfWeek - first.dayOfWeek + 7) % 7) + 7 * (Number(nth) - 1);
  return first.add({ days }).toString();
}

/** Returns Easter Sunday by the algorithm of Meeus, Jones and Butcher for the Gregorian calendar. */
function easterOf(year: number): Temporal.PlainDate {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor(b / 4);
  const e = b % 4;
  const f = Math.floor((b + 8) / 25);
  const g = Math.floor((b - f + 1) / 3);
  const h = (19 * a + b - d - g + 15) % 30;
  const i = Math.floor(c / 4);
  const k = c % 4;
  const l = (32 + 2 * e + 2 * i - h - k) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const sum = h + l - 7 * m + 114;
  return Temporal.PlainDate.from({ year, month: Math.floor(sum / 31), day: (sum % 31) + 1 });
}
