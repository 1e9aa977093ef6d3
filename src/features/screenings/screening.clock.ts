import { ZONE } from '../../platform/clock.ts';

/**
 * Instants as the cinema's clocks have them, `2026-11-23T14:30:00-03:00`. The zone is asked once for each hour, which it
 * takes longer to tell than all else.
 */
export function clockOfHours() {
  const offsets = new Map<string, { ahead: number; text: string }>();
  return (instant: string): string => {
    const hour = instant.slice(0, 'YYYY-MM-DDTHH'.length);
    const { ahead, text } = offsets.get(hour) ?? offsetAt(instant);
    offsets.set(hour, { ahead, text });
    return new Date(Date.parse(instant) + ahead).toISOString().slice(0, -'.000Z'.length) + text;
  };
}

function offsetAt(instant: string) {
  const { offset, offsetNanoseconds } = Temporal.Instant.from(instant).toZonedDateTimeISO(ZONE);
  return { ahead: offsetNanoseconds / 1e6, text: offset };
}
