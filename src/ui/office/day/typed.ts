import { wallClock } from '../../wallClock.ts';

// Days and times as Brazilians write them, and as the contract has them. What is half written stays the text that it
// is: no schema takes it, so that it is asked for, and no draft loses it.

const ISO_DAY = /^(\d{4})-(\d\d)-(\d\d)$/;
/** Somebody types it as programs do: no bars are put into it. */
const ISO_BEGUN = /^\d{4}-[\d-]*$/;

/** `2026-12-24` → `24/12/2026`; what is no whole day stays as it is. */
export const shownDay = (held: string): string => held.replace(ISO_DAY, '$3/$2/$1');

/** What is held once `text` stands in the field: a day (`YYYY-MM-DD`) where it says a whole one, else the text. */
export function heldDay(text: string): string {
  const [, day = '', month = '', year = ''] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(text) ?? [];
  return isDay(`${year}-${month}-${day}`) ? `${year}-${month}-${day}` : text;
}

/** Sets the bars while one types: `241` → `24/1`, `1/2` → `01/2`; a day that was copied from a program is turned. */
export function maskedDay(text: string): string {
  const typed = text.trim();
  if (isDay(typed.slice(0, 10))) return shownDay(typed.slice(0, 10));
  if (ISO_BEGUN.test(typed)) return typed;
  const padded = typed.replace(/(^|\D)(\d)(?=\D)/g, '$10$2');
  const digits = padded.replace(/\D/g, '').slice(0, 8);
  const bars = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter(Boolean).join('/');
  const isAtBar = digits.length === 2 || digits.length === 4;
  return isAtBar && /\D$/.test(padded) ? `${bars}/` : bars;
}

/** On leaving the field: `24/12` is the nearest one, `24/12/26` is of this century. */
export function wholeDay(text: string, now = Date.now()): string {
  const [, day = '', month = '', short = ''] = /^(\d\d)\/(\d\d)(?:\/(\d\d)?)?$/.exec(text) ?? [];
  if (!day) return text;
  if (short) return heldDay(`${day}/${month}/20${short}`);
  const thisYear = Number(wallClock(now).slice(0, 4));
  const away = (year: number) => Math.abs(Date.parse(`${year}-${month}-${day}`) - now);
  const years = [thisYear, thisYear + 1, thisYear - 1].filter((year) => isDay(`${year}-${month}-${day}`));
  const [nearest] = years.toSorted((one, other) => away(one) - away(other));
  return nearest === undefined ? text : heldDay(`${day}/${month}/${nearest}`);
}

/** Sets the colon while one types: `083` → `08:3`, `8h30` → `08:30`. */
export function maskedTime(text: string): string {
  const padded = text.trim().replace(/^(\d)(?=\D)/, '0$1');
  const digits = padded.replace(/\D/g, '').slice(0, 4);
  if (digits.length > 2) return `${digits.slice(0, 2)}:${digits.slice(2)}`;
  return digits.length === 2 && /\D$/.test(padded) ? `${digits}:` : digits;
}

/** On leaving the field: `8` and `08` are eight o'clock. */
export function wholeTime(text: string): string {
  const digits = text.replace(/\D/g, '');
  if (!digits) return text;
  // What has three says too little of its minutes, or of its hour: who knows which.
  if (digits.length === 3) return text;
  const four = digits.length < 3 ? `${digits.padStart(2, '0')}00` : digits;
  return `${four.slice(0, 2)}:${four.slice(2)}`;
}

export function isDay(text: string): boolean {
  if (!ISO_DAY.test(text)) return false;
  const at = Date.parse(text);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** Whether `day` is one that may be chosen. */
export const isWithin = (day: string, min?: string, max?: string): boolean =>
  (!min || !isDay(min) || day >= min) && (!max || !isDay(max) || day <= max);

/** A whole time of day, `hh:mm`. */
export const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
