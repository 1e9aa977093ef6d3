import { wallClock } from '../../../shared/text/wallClock.ts';

// Parsing and masking of Brazilian days and times. Incomplete text stays as typed: every schema refuses it,
// so the user is asked for it, and no draft loses it.

const ISO_DAY = /^(\d{4})-(\d\d)-(\d\d)$/;
/** Beginning of an ISO date: no slashes are inserted. */
const ISO_BEGUN = /^\d{4}-[\d-]*$/;

/** Formats `2026-12-24` as `24/12/2026`; returns other texts unchanged. */
export const formatDay = (value: string): string => value.replace(ISO_DAY, '$3/$2/$1');

/** Returns the value for a text: a day (`YYYY-MM-DD`) if it is complete, otherwise the text. */
export function parseDay(text: string): string {
  const [, day = '', month = '', year = ''] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(text) ?? [];
  return isDay(`${year}-${month}-${day}`) ? `${year}-${month}-${day}` : text;
}

/** Inserts slashes during typing: `241` becomes `24/1`, `1/2` becomes `01/2`; a pasted ISO date is reordered. */
export function maskDay(text: string): string {
  const typed = text.trim();
  if (isDay(typed.slice(0, 10))) return formatDay(typed.slice(0, 10));
  if (ISO_BEGUN.test(typed)) return typed;
  const padded = typed.replace(/(^|\D)(\d)(?=\D)/g, '$10$2');
  const digits = padded.replace(/\D/g, '').slice(0, 8);
  const bars = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter(Boolean).join('/');
  const isAtBar = digits.length === 2 || digits.length === 4;
  return isAtBar && /\D$/.test(padded) ? `${bars}/` : bars;
}

/** Completes a day on blur: `24/12` becomes the nearest such day, `24/12/26` one of this century. */
export function completeDay(text: string, now = Date.now()): string {
  const [, day = '', month = '', short = ''] = /^(\d\d)\/(\d\d)(?:\/(\d\d)?)?$/.exec(text) ?? [];
  if (!day) return text;
  if (short) return parseDay(`${day}/${month}/20${short}`);
  const thisYear = Number(wallClock(now).slice(0, 4));
  const distanceOf = (year: number) => Math.abs(Date.parse(`${year}-${month}-${day}`) - now);
  const years = [thisYear, thisYear + 1, thisYear - 1].filter((year) => isDay(`${year}-${month}-${day}`));
  const [nearest] = years.toSorted((a, b) => distanceOf(a) - distanceOf(b));
  return nearest === undefined ? text : parseDay(`${day}/${month}/${nearest}`);
}

/** Inserts the colon during typing: `083` becomes `08:3`, `8h30` becomes `08:30`. */
export function maskTime(text: string): string {
  const padded = text.trim().replace(/^(\d)(?=\D)/, '0$1');
  const digits = padded.replace(/\D/g, '').slice(0, 4);
  if (digits.length > 2) return `${digits.slice(0, 2)}:${digits.slice(2)}`;
  return digits.length === 2 && /\D$/.test(padded) ? `${digits}:` : digits;
}

/** Completes a time on blur: `8` and `08` become 08:00. */
export function completeTime(text: string): string {
  const digits = text.replace(/\D/g, '');
  if (!digits) return text;
  // Three digits are ambiguous: a digit of the hour or of the minutes is missing.
  if (digits.length === 3) return text;
  const four = digits.length < 3 ? `${digits.padStart(2, '0')}00` : digits;
  return `${four.slice(0, 2)}:${four.slice(2)}`;
}

export function isDay(text: string): boolean {
  if (!ISO_DAY.test(text)) return false;
  const at = Date.parse(text);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** Returns whether `day` is within the bounds. */
export const isDayWithin = (day: string, min?: string, max?: string): boolean =>
  (!min || !isDay(min) || day >= min) && (!max || !isDay(max) || day <= max);

/** Returns whether a text is a complete time of day, `hh:mm`. */
export const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
