import { DAY_MS, MINUTE_MS } from '../dates.ts';
import { wallClock } from './wallClock.ts';

/** Returns the zone's offset from UTC at `instant`, in minutes. */
function offsetAt(instant: number): number {
  return Math.round(
    (Date.parse(`${wallClock(instant)}Z`) - Math.floor(instant / MINUTE_MS) * MINUTE_MS) / MINUTE_MS,
  );
}

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/;

/** Returns whether a text is ISO 8601 with an offset, the format of instants in the API. */
export const isInstant = (text: string): boolean => INSTANT.test(text);

/** Compares two texts as instants, which can be written in several ways. */
export const isSameInstant = (one: string, other: string): boolean =>
  one === other || (isInstant(one) && isInstant(other) && Date.parse(one) === Date.parse(other));

/** Returns an instant as local time of the chain's zone, `2026-11-21T08:30`; empty for an invalid instant. */
export function toLocalTime(iso: string | null | undefined): string {
  const instant = Date.parse(iso ?? '');
  return Number.isNaN(instant) ? '' : wallClock(instant);
}

/**
 * Converts local time of the chain's zone to ISO 8601 with that day's offset; empty stays empty. A time that
 * daylight saving time skips counts as one hour later.
 */
export function toInstant(local: string): string {
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc)) return '';
  const [before, after] = [offsetAt(asUtc - DAY_MS), offsetAt(asUtc + DAY_MS)];
  const [early, late] = [asUtc - before * MINUTE_MS, asUtc - after * MINUTE_MS];
  const instant = offsetAt(early) !== before && offsetAt(late) === after ? late : early;
  const offset = offsetAt(instant);
  if (Number.isNaN(offset)) return '';
  const sign = offset < 0 ? '-' : '+';
  const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60];
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${wallClock(instant)}:00${sign}${pad(hours)}:${pad(minutes)}`;
}
