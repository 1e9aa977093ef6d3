import { CHAIN_ZONE } from './text/chainZone.ts';
import { wallClock } from './text/wallClock.ts';

// Arithmetic of days (`YYYY-MM-DD`). Works without `Temporal`, which not every browser has.

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Returns the day of an instant (ms) in `zone`. Throws a RangeError for an invalid instant. */
export function dayAt(instant: number, zone: string = CHAIN_ZONE): string {
  const [day] = wallClock(instant, zone).split('T');
  if (!day) throw new RangeError('invalid instant');
  return day;
}

/** Returns the day of the chain's zone by the clock of this device. The server has a clock of its own. */
export const todayOnDevice = (): string => dayAt(Date.now());

/** Returns `day` plus `days`; other texts unchanged. */
export function addDays(day: string, days: number): string {
  const date = new Date(Date.parse(day) + days * DAY_MS);
  // Years of more than four digits are longer.
  return Number.isNaN(date.getTime()) ? day : date.toISOString().replace(/T.*/, '');
}

/** Returns the number of days from one day to another; negative if `until` is earlier. */
export const daysBetween = (from: string, until: string): number =>
  Math.round((Date.parse(until) - Date.parse(from)) / DAY_MS);

/** Returns the weekday of `day`, 1 (Monday) to 7; NaN for other texts. */
export const weekdayOf = (day: string): number => ((new Date(day).getUTCDay() + 6) % 7) + 1;
