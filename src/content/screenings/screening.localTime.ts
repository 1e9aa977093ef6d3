import { CHAIN_ZONE } from '../../shared/text/chainZone.ts';

/**
 * Returns a function that converts instants to local time with offset, `2026-11-23T14:30:00-03:00`; other
 * texts stay unchanged. The offset is cached by hour, because `Temporal` is slow at computing it.
 */
export function createLocalTimeFormatter() {
  const offsets = new Map<string, { ahead: number; text: string }>();
  return (instant: string): string => {
    const at = Date.parse(instant);
    if (Number.isNaN(at)) return instant;
    const hour = instant.slice(0, 'YYYY-MM-DDTHH'.length);
    const { ahead, text } = offsets.get(hour) ?? offsetAt(at);
    offsets.set(hour, { ahead, text });
    const local = new Date(at + ahead);
    if (Number.isNaN(local.getTime())) return instant;
    return local.toISOString().slice(0, -'.000Z'.length) + text;
  };
}

function offsetAt(instant: number) {
  const { offset, offsetNanoseconds } =
    Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(CHAIN_ZONE);
  return { ahead: offsetNanoseconds / 1e6, text: offset };
}
