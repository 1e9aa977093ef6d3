import { ALT_LENGTH, isDecorative } from '../../contract/image.ts';
import { addDays } from '../../ui/addDays.ts';
import { formatDate, formatDayMonth, formatWeekday } from '../../ui/format.ts';
import { plural } from '../../ui/plural.ts';
import { LEAFLET_TEXT_LENGTH } from './booklet.contract.ts';
import type { Leaflet } from './dailyLeaflet.contract.ts';

/** A picture of daily offers in the form. */
export interface LeafletItem {
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

export interface LeafletValues {
  offers: LeafletItem[];
  /** Treatment of days that already have other pictures. */
  existing: 'replace' | 'keep';
  /** Files of the items in upload, in their order, which the draft keeps. */
  waiting: File[];
}

let lastKey = 0;
/** Returns a key for a new item that no record has. */
export const newKey = () => {
  lastKey += 1;
  return `n${Date.now().toString(36)}-${lastKey}`;
};
export const isNew = ({ key }: LeafletItem) => key.startsWith('n');

export const itemsOf = ({ offers }: Leaflet): LeafletItem[] =>
  offers.map(({ uuid, picture, photos: { alt }, text }) => ({
    key: uuid,
    picture,
    name: '',
    alt: alt ?? '',
    decorative: isDecorative(alt),
    text: text ?? '',
  }));

const contentOf = ({ offers }: Leaflet) =>
  JSON.stringify(offers.map(({ picture, photos: { alt }, text }) => [picture, alt, text]));

/** Returns whether all days show the same pictures, or all show none. */
export const areAlike = (days: readonly Leaflet[]) => new Set(days.map(contentOf)).size <= 1;

/** Returns the initial values of the form: the pictures of the days, if they are the same on all. */
export function valuesOf(days: readonly Leaflet[]): LeafletValues {
  const [first] = days;
  if (first && areAlike(days)) return { offers: itemsOf(first), existing: 'replace', waiting: [] };
  return { offers: [], existing: 'keep', waiting: [] };
}

/** Returns the pictures of `before` that `items` lacks, as new items with their texts. */
export function repeated(before: Leaflet, items: readonly LeafletItem[]): LeafletItem[] {
  const present = new Set(items.map(({ picture }) => picture));
  return itemsOf(before)
    .filter(({ picture }) => !present.has(picture))
    .map((item) => ({ ...item, key: newKey() }));
}

const tooLong = (text: string, max: number) =>
  text.length > max ? `Use no máximo ${max} caracteres.` : undefined;
export const altProblem = ({ alt }: LeafletItem) => tooLong(alt, ALT_LENGTH);
export const textProblem = ({ text }: LeafletItem) => tooLong(text, LEAFLET_TEXT_LENGTH);

/**
 * Returns the position of a picture within its day; pictures without a place come last, in the order in which
 * they were added.
 */
export const placeInWords = (place: number | null) => (place === null ? 'Por chegada' : `${place}ª do dia`);

/** Returns the number of lines of a transcript: «7 linhas». */
export function linesInWords(text: string | null): string {
  const lines = (text ?? '').split('\n').filter((line) => line.trim() !== '').length;
  return lines === 0 ? 'Sem texto' : plural(lines, 'linha', 'linhas');
}

/** Formats a day: `2026-11-24` → `ter., 24/11`. */
export const shortDay = (day: string) => `${formatWeekday(day).slice(0, 3)}., ${formatDayMonth(day)}`;

/** Names the offers of a day: «os de hoje», «os de ontem», «os de sex., 20/11». */
export function theOnesOf(day: string, today: string): string {
  if (day === today) return 'os de hoje';
  if (day === addDays(today, -1)) return 'os de ontem';
  return `os de ${day.slice(0, 4) === today.slice(0, 4) ? shortDay(day) : formatDate(day)}`;
}

/** Returns the number of days from the first to the last, inclusive. */
export const daysBetween = (from: string, until: string) =>
  Math.round((Date.parse(until) - Date.parse(from)) / 86_400_000) + 1;
