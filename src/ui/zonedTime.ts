import { wallClock } from './wallClock.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Minutes by which the zone's clocks are ahead of UTC at `instant`. */
function offsetAt(instant: number): number {
  return Math.round((Date.parse(`${wallClock(instant)}Z`) - Math.floor(instant / MINUTE) * MINUTE) / MINUTE);
}

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/;

/** ISO 8601 with an offset, as the contract has instants. */
export const isInstant = (text: string): boolean => INSTANT.test(text);

/** Instants are written in more ways than one. */
export const isSameInstant = (one: string, other: string): boolean =>
  one === other || (isInstant(one) && isInstant(other) && Date.parse(one) === Date.parse(other));

/** An instant on the clocks of the zone, `2026-11-21T08:30`; empty for what is no instant. */
export function toLocalTime(iso: string | null | undefined): string {
  const instant = Date.parse(iso ?? '');
  return Number.isNaN(instant) ? '' : wallClock(instant);
}

/**
 * A day and a time of the zone's clocks as ISO 8601 with the zone's offset of that day; empty stays empty. A time that
 * the clocks skip counts as the hour after.
 */
export function toInstant(local: string): string {
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc)) return '';
  const [before, after] = [offsetAt(asUtc - DAY), offsetAt(asUtc + DAY)];
  const [early, late] = [asUtc - before * MINUTE, asUtc - after * MINUTE];
  const instant = offsetAt(early) !== before && offsetAt(late) === after ? late : early;
  const settled = offsetAt(instant);
  if (Number.isNaN(settled)) return '';
  const sign = settled < 0 ? '-' : '+';
  const [hours, minutes] = [Math.trunc(Math.abs(settled) / 60), Math.abs(settled) % 60];
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${wallClock(instant)}:00${sign}${pad(hours)}:${pad(minutes)}`;
}
