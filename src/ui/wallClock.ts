import { once } from './once.ts';

/** The zone that staff think in, whatever their computer is set to. */
const ZONE = 'America/Sao_Paulo';

const parts = once(
  () =>
    new Intl.DateTimeFormat('en-CA', {
      timeZone: ZONE,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }),
);

/**
 * Returns an instant, in milliseconds, on the clocks of the zone: `2026-11-21T08:30`; empty for what is no instant. A
 * browser's first formatter takes it 20 to 60 ms in one piece, so that one is made only where there is no `Temporal`.
 */
export function wallClock(instant: number): string {
  if (Number.isNaN(new Date(instant).getTime())) return '';
  if (typeof Temporal !== 'undefined') {
    const time = Temporal.Instant.fromEpochMilliseconds(Math.floor(instant)).toZonedDateTimeISO(ZONE);
    return time.toPlainDateTime().toString({ smallestUnit: 'minute', roundingMode: 'floor' });
  }
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of parts().formatToParts(instant)) part[type] = value;
  return `${part.year?.padStart(4, '0')}-${part.month}-${part.day}T${part.hour}:${part.minute}`;
}
