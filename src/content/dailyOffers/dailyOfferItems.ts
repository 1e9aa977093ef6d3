import { addDays, daysBetween } from '../../shared/dates.ts';
import { isDecorative, MAX_ALT_LENGTH } from '../../shared/files/image.ts';
import { formatDate, formatDayMonth, formatWeekday } from '../../shared/text/format.ts';
import { plural } from '../../shared/text/plural.ts';
import { MAX_TRANSCRIPT_LENGTH } from './dailyBooklet.contract.ts';
import type { DailyOffersOfDay } from './dailyOffers.contract.ts';

/** A picture of daily offers in the form. */
export interface DailyOfferItem {
  /** Unique key in this form; the uuid of a stored record. */
  key: string;
  /** Uuid of the picture; empty during its upload. */
  picture: string;
  /** Name of a file that is not stored yet. */
  name: string;
  alt: string;
  decorative: boolean;
  /** Transcript of the offers in the picture. */
  text: string;
}

export interface DailyOffersValues {
  offers: DailyOfferItem[];
  /** Treatment of days that already have other pictures. */
  existing: 'replace' | 'keep';
  /** Files of the items in upload, in their order, which the draft keeps. */
  waiting: File[];
}

let lastKey = 0;
/** Returns a key for a new item that no record has. */
export const newItemKey = () => {
  lastKey += 1;
  return `n${Date.now().toString(36)}-${lastKey}`;
};
export const isNewItem = ({ key }: DailyOfferItem) => key.startsWith('n');

export const itemsOfDay = ({ offers }: DailyOffersOfDay): DailyOfferItem[] =>
  offers.map(({ uuid, picture, photos: { alt }, text }) => ({
    key: uuid,
    picture,
    name: '',
    alt: alt ?? '',
    decorative: isDecorative(alt),
    text: text ?? '',
  }));

const contentOf = ({ offers }: DailyOffersOfDay) =>
  JSON.stringify(offers.map(({ picture, photos: { alt }, text }) => [picture, alt, text]));

/** Returns whether all days show the same pictures, or all show none. */
export const haveSameOffers = (days: readonly DailyOffersOfDay[]) => new Set(days.map(contentOf)).size <= 1;

/** Returns the initial values of the form: the pictures of the days, if they are the same on all. */
export function initialValues(days: readonly DailyOffersOfDay[]): DailyOffersValues {
  const [first] = days;
  if (first && haveSameOffers(days)) return { offers: itemsOfDay(first), existing: 'replace', waiting: [] };
  return { offers: [], existing: 'keep', waiting: [] };
}

/** Returns the pictures of `before` that `items` lacks, as new items with their texts. */
export function missingItems(before: DailyOffersOfDay, items: readonly DailyOfferItem[]): DailyOfferItem[] {
  const present = new Set(items.map(({ picture }) => picture));
  return itemsOfDay(before)
    .filter(({ picture }) => !present.has(picture))
    .map((item) => ({ ...item, key: newItemKey() }));
}

const tooLong = (text: string, max: number) =>
  text.length > max ? `Use no máximo ${max} caracteres.` : undefined;
export const altProblem = ({ alt }: DailyOfferItem) => tooLong(alt, MAX_ALT_LENGTH);
export const textProblem = ({ text }: DailyOfferItem) => tooLong(text, MAX_TRANSCRIPT_LENGTH);

/**
 * Returns the position of a picture within its day; pictures without a place come last, in the order in which
 * they were added.
 */
export const placeText = (place: number | null) => (place === null ? 'Por chegada' : `${place}ª do dia`);

/** Returns the number of lines of a transcript: «7 linhas». */
export function lineCountText(text: string | null): string {
  const lines = (text ?? '').split('\n').filter((line) => line.trim() !== '').length;
  return lines === 0 ? 'Sem texto' : plural(lines, 'linha', 'linhas');
}

/** Formats a day: `2026-11-24` → `ter., 24/11`. */
export const shortWeekdayDate = (day: string) => `${formatWeekday(day).slice(0, 3)}., ${formatDayMonth(day)}`;

/** Names the offers of a day: «os de hoje», «os de ontem», «os de sex., 20/11». */
export function offersOfDayText(day: string, today: string): string {
  if (day === today) return 'os de hoje';
  if (day === addDays(today, -1)) return 'os de ontem';
  return `os de ${day.slice(0, 4) === today.slice(0, 4) ? shortWeekdayDate(day) : formatDate(day)}`;
}

/** Returns the number of days from the first to the last, inclusive. */
export const countDays = (from: string, until: string) => daysBetween(from, until) + 1;
