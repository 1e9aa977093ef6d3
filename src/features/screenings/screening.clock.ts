import { ZONE } from '../../platform/clock.ts';

/**
 * Instants as the cinema's clocks have them, `2026-11-23T14:30:00-03:00`; other texts as they are. The zone is asked
 * once for each hour, which it takes longer to tell than all else.
 */
export function clockOfHours() {
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
    Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(ZONE);
  return { ahead: offsetNanoseconds / 1e6, text: offset };
}
