import { CHAIN_ZONE } from '../shared/text/chainZone.ts';

/** Source of the current time, injected so that tests can set it. */
export interface Clock {
  /** Returns milliseconds since 1970, UTC. */
  now(): number;
  /**
   * Returns by how many whole milliseconds the system clock was set forward since the process began; negative
   * if set back.
   */
  drift(): number;
}

const began = Date.now() - performance.now();

export const systemClock: Clock = {
  now: () => Date.now(),
  drift: () => Math.round(Date.now() - performance.now() - began),
};

/**
 * Returns the latest instant (ms) that has certainly passed: the clock minus any forward jump since the
 * process began. Retention deletes by this instant, because what a wrongly advanced clock erases cannot be
 * restored.
 */
export const driftSafeNow = (clock: Clock): number => clock.now() - Math.max(0, clock.drift());

/** Returns the instant at which `day` (YYYY-MM-DD) begins in `zone`. */
export function startOfDay(day: string, zone = CHAIN_ZONE): number {
  return Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds;
}

/** Returns the instant of the next midnight in `zone` after `instant`. */
export function nextMidnight(instant: number, zone = CHAIN_ZONE): number {
  return Temporal.Instant.fromEpochMilliseconds(instant)
    .toZonedDateTimeISO(zone)
    .toPlainDate()
    .add({ days: 1 })
    .toZonedDateTime(zone).epochMilliseconds;
}

/** Returns the next instant after `instant` at which it is `time` (HH:MM) in `zone`. */
export function nextTimeOfDay(instant: number, time: string, zone = CHAIN_ZONE): number {
  const now = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);
  const today = now.withPlainTime(Temporal.PlainTime.from(time));
  const next = Temporal.ZonedDateTime.compare(today, now) > 0 ? today : today.add({ days: 1 });
  return next.epochMilliseconds;
}

const FIRST_INSTANT = Date.parse('0000-01-01T00:00:00.000Z');
const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * Formats an instant as it is stored: ISO 8601 in UTC with milliseconds, so that text order is time order. This needs
 * years of four digits, so later instants are clamped: 31/12/9999 in Brazil ends in the year 10000.
 */
export function isoAt(instant: number): string {
  return new Date(Math.min(Math.max(instant, FIRST_INSTANT), LAST_INSTANT)).toISOString();
}

/** Whether a stored instant is valid. The sort order of a damaged one means nothing. */
export const isStoredInstant = (stored: string): boolean =>
  /^\d{4}-/.test(stored) && !Number.isNaN(Date.parse(stored));

/** Returns the minute of an instant as text. */
export const minuteOf = (instant: number): string => isoAt(instant).slice(0, 'YYYY-MM-DDTHH:MM'.length);

/** Computes a text from a stored instant. Returns `stored` itself if it is damaged or the result is out of range. */
export function fromStored(stored: string, compute: (instant: Temporal.Instant) => string): string {
  try {
    return compute(Temporal.Instant.from(stored));
  } catch (error) {
    if (error instanceof RangeError) return stored;
    throw error;
  }
}
