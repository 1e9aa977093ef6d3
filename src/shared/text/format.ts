import { dayAt, daysBetween, weekdayOf } from '../dates.ts';
import { formatTime } from './formatTime.ts';
import { LOCALE, plural } from './plural.ts';
import { wallClock } from './wallClock.ts';

// Formats dates, times, numbers and codes for Brazilian readers.

// Days are worded without `Intl`: its first formatter blocks a browser for 15 to 30 ms while it loads the
// language. Every page of the site shows a day.
const WEEKDAYS = [
  'segunda-feira',
  'terça-feira',
  'quarta-feira',
  'quinta-feira',
  'sexta-feira',
  'sábado',
  'domingo',
];
const MONTHS = [
  'janeiro',
  'fevereiro',
  'março',
  'abril',
  'maio',
  'junho',
  'julho',
  'agosto',
  'setembro',
  'outubro',
  'novembro',
  'dezembro',
];

/** Formats `2026-11-21` as `21/11/2026`. */
export function formatDate(date: string): string {
  return `${formatDayMonth(date)}/${date.slice(0, 4)}`;
}

/** Formats `2026-11-21` as `21/11`. */
export function formatDayMonth(date: string): string {
  return `${date.slice(8, 10)}/${date.slice(5, 7)}`;
}

/** Formats `2026-11-21` as `sábado`. */
export function formatWeekday(date: string): string {
  return WEEKDAYS[weekdayOf(date.slice(0, 10)) - 1] ?? '';
}

/** Formats `2026-11-21` as `sábado, 21 de novembro`. Returns other texts unchanged. */
export function formatLongDay(date: string): string {
  const [weekday, month] = [formatWeekday(date), MONTHS[Number(date.slice(5, 7)) - 1]];
  return weekday && month ? `${weekday}, ${Number(date.slice(8, 10))} de ${month}` : date;
}

/** Formats an instant as `21/11/2026 14:05` in the chain's zone. Returns other texts unchanged and never throws. */
export function formatInstant(instant: string): string {
  const at = Date.parse(instant);
  if (Number.isNaN(at)) return instant;
  const [date = '', time = ''] = wallClock(at).split('T');
  return `${formatDate(date)} ${time}`;
}

/**
 * Formats an instant of the future for a button: `hoje, 18h`, `amanhã, 8h30`, `sexta, 18h` within a week, then
 * `24/12, 18h`, with the year if it is another than that of `now`.
 */
export function formatSoon(instant: string, now: number): string {
  const at = Date.parse(instant);
  if (Number.isNaN(at)) return instant;
  const [day = '', time = ''] = wallClock(at).split('T');
  const today = dayAt(now);
  const days = daysBetween(today, day);
  const near = ['hoje', 'amanhã'][days] ?? (days > 0 && days < 7 ? formatWeekday(day).split('-')[0] : null);
  const date = day.slice(0, 4) === today.slice(0, 4) ? formatDayMonth(day) : formatDate(day);
  return `${near ?? date}, ${formatTime(time)}`;
}

/** Formats the two ends of a period briefly: `de 16 a 30/11`, `de 16/11 a 3/12`, `até 30/11`. */
export function formatPeriod(from: string | null, until: string | null): string | null {
  if (!until) return from ? `a partir de ${formatDayMonth(from)}` : null;
  if (!from) return `até ${formatDayMonth(until)}`;
  const sameMonth = from.slice(0, 7) === until.slice(0, 7);
  return `de ${sameMonth ? from.slice(8, 10) : formatDayMonth(from)} a ${formatDayMonth(until)}`;
}

export function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/** Formats `60150160` as `60150-160`. */
export function formatZipCode(zipCode: string): string {
  const digits = digitsOf(zipCode);
  return digits.length === 8 ? `${digits.slice(0, 5)}-${digits.slice(5)}` : zipCode;
}

/** Formats a CNPJ, with or without punctuation, as `12.ABC.345/01DE-35`. Returns other texts unchanged. */
export function formatCnpj(text: string): string {
  const plain = text.replace(/[\s./-]/g, '');
  if (!/^[\dA-Za-z]{12}\d{2}$/.test(plain)) return text;
  return plain.toUpperCase().replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, '$1.$2.$3/$4-$5');
}

/** Formats `640` as `640 bytes` and `2516582` as `2,4 MB`. */
export function formatBytes(bytes: number): string {
  const units = ['KB', 'MB', 'GB'];
  if (bytes < 1024) return plural(bytes, 'byte', 'bytes');
  const power = Math.min(Math.floor(Math.log2(bytes) / 10), units.length);
  const value = bytes / 1024 ** power;
  return `${value.toLocaleString(LOCALE, { maximumFractionDigits: value < 10 ? 1 : 0 })} ${units[power - 1]}`;
}

export function capitalize(text: string): string {
  return text.charAt(0).toLocaleUpperCase(LOCALE) + text.slice(1);
}

let conjunction: Intl.ListFormat | undefined;

/** Joins names: «Ana, Bruno e Carla»; with more than `most` of them, «Ana, Bruno, Carla e mais 2». */
export function inSentence(names: readonly string[], most = Number.POSITIVE_INFINITY): string {
  const more = names.length - most;
  // Created at its first use: it loads language data, which delays a start.
  conjunction ??= new Intl.ListFormat('pt-BR', { type: 'conjunction' });
  return conjunction.format(more > 0 ? [...names.slice(0, most), `mais ${more}`] : names);
}
