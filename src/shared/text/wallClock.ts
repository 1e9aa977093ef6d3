import { CHAIN_ZONE } from './chainZone.ts';

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known) return known;
  const formatter = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  formatters.set(zone, formatter);
  return formatter;
}

/**
 * Returns an instant (ms) as local time of a zone: `2026-11-21T08:30`; empty for an invalid instant. Uses
 * `Temporal` where it exists, because the first `Intl` formatter blocks a browser for 20 to 60 ms.
 */
export function wallClock(instant: number, zone: string = CHAIN_ZONE): string {
  if (Number.isNaN(new Date(instant).getTime())) return '';
  if (typeof Temporal !== 'undefined') {
    const time = Temporal.Instant.fromEpochMilliseconds(Math.floor(instant)).toZonedDateTimeISO(zone);
    return time.toPlainDateTime().toString({ smallestUnit: 'minute', roundingMode: 'floor' });
  }
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of formatterOf(zone).formatToParts(instant)) part[type] = value;
  return `${part.year?.padStart(4, '0')}-${part.month}-${part.day}T${part.hour}:${part.minute}`;
}
