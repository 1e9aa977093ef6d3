import { HOUR_MS } from '../../shared/dates.ts';
import { CHAIN_ZONE } from '../../shared/text/chainZone.ts';

/** Offset of the chain's zone by hour of UTC, because `Temporal` is slow at computing it. Offsets change on the hour. */
const offsets = new Map<number, { ahead: number; text: string }>();
/** Half a year of hours. */
const MAX_OFFSETS = 4400;

/** Converts an instant to local time with offset, `2026-11-23T14:30:00-03:00`; other texts stay unchanged. */
export function toOffsetTime(instant: string): string {
  const at = Date.parse(instant);
  if (Number.isNaN(at)) return instant;
  const { ahead, text } = offsetAt(at);
  const local = new Date(at + ahead);
  if (Number.isNaN(local.getTime())) return instant;
  return local.toISOString().slice(0, -'.000Z'.length) + text;
}

function offsetAt(instant: number) {
  const hour = Math.floor(instant / HOUR_MS);
  const known = offsets.get(hour);
  if (known) return known;
  const { offset, offsetNanoseconds } =
    Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(CHAIN_ZONE);
  const found = { ahead: offsetNanoseconds / 1e6, text: offset };
  if (offsets.size >= MAX_OFFSETS) offsets.clear();
  offsets.set(hour, found);
  return found;
}
