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

/** Results by second and zone: a page asks for the same time in each of its parts. Offsets have whole seconds. */
const recent = new Map<string, string>();
const MAX_RECENT = 500;

/**
 * Returns an instant (ms) as local time of a zone: `2026-11-21T08:30`; empty for an invalid instant. Uses
 * `Temporal` where it exists, because the first `Intl` formatter blocks a browser for 20 to 60 ms.
 */
export function wallClock(instant: number, zone: string = CHAIN_ZONE): string {
  if (Number.isNaN(new Date(instant).getTime())) return '';
  const second = `${Math.floor(instant / 1000)} ${zone}`;
  let text = recent.get(second);
  if (text === undefined) {
    text = typeof Temporal === 'undefined' ? byIntl(instant, zone) : byTemporal(instant, zone);
    if (recent.size >= MAX_RECENT) recent.clear();
    recent.set(second, text);
  }
  return text;
}

function byTemporal(instant: number, zone: string): string {
  const time = Temporal.Instant.fromEpochMilliseconds(Math.floor(instant)).toZonedDateTimeISO(zone);
  return time.toPlainDateTime().toString({ smallestUnit: 'minute', roundingMode: 'floor' });
}

function byIntl(instant: number, zone: string): string {
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of formatterOf(zone).formatToParts(instant)) part[type] = value;
  return `${part.year?.padStart(4, '0')}-${part.month}-${part.day}T${part.hour}:${part.minute}`;
}
