import { ALT_LENGTH, isDecorative } from '../../contract/image.ts';
import { addDays } from '../../ui/addDays.ts';
import { formatDate, formatDayMonth, formatWeekday } from '../../ui/format.ts';
import { plural } from '../../ui/plural.ts';
import { LEAFLET_TEXT_LENGTH } from './booklet.contract.ts';
import type { Leaflet } from './dailyLeaflet.contract.ts';

/** A picture of the leaflet that somebody is putting together. */
export interface LeafletItem {
  /** Tells it from all others here; of what is stored, the code of its record. */
  key: string;
  /** The code of its picture; empty while that is on its way. */
  picture: string;
  /** Of the file, where it is not stored yet. */
  name: string;
  alt: string;
  decorative: boolean;
  /** What is written on it. */
  text: string;
}

export interface LeafletValues {
  offers: LeafletItem[];
  /** Of days that have something else each. */
  existing: 'replace' | 'keep';
  /** Files of the items that are on their way, in their order: so the draft keeps them. */
  waiting: File[];
}

let last = 0;
/** What is new here has a key that no record has. */
export const newKey = () => {
  last += 1;
  return `n${Date.now().toString(36)}-${last}`;
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

const saying = ({ offers }: Leaflet) =>
  JSON.stringify(offers.map(({ picture, photos: { alt }, text }) => [picture, alt, text]));

/** Whether all of these days show the same, or all of them nothing. */
export const areAlike = (days: readonly Leaflet[]) => new Set(days.map(saying)).size <= 1;

/** What the form starts with: what the days have, where that is the same. */
export function valuesOf(days: readonly Leaflet[]): LeafletValues {
  const [first] = days;
  if (first && areAlike(days)) return { offers: itemsOf(first), existing: 'replace', waiting: [] };
  return { offers: [], existing: 'keep', waiting: [] };
}

/** Of `before`, what `items` has not: as new ones, with their texts. */
export function repeated(before: Leaflet, items: readonly LeafletItem[]): LeafletItem[] {
  const there = new Set(items.map(({ picture }) => picture));
  return itemsOf(before)
    .filter(({ picture }) => !there.has(picture))
    .map((item) => ({ ...item, key: newKey() }));
}

const tooLong = (text: string, most: number) =>
  text.length > most ? `Use no máximo ${most} caracteres.` : undefined;
export const altProblem = ({ alt }: LeafletItem) => tooLong(alt, ALT_LENGTH);
export const textProblem = ({ text }: LeafletItem) => tooLong(text, LEAFLET_TEXT_LENGTH);

/** Where an offer stands on its day; without a place it comes last, as it was added. */
export const placeInWords = (place: number | null) => (place === null ? 'Por chegada' : `${place}ª do dia`);

/** Of what is written on a picture: «7 linhas». */
export function linesInWords(text: string | null): string {
  const lines = (text ?? '').split('\n').filter((line) => line.trim() !== '').length;
  return lines === 0 ? 'Sem texto' : plural(lines, 'linha', 'linhas');
}

/** `2026-11-24` → `ter., 24/11` */
export const shortDay = (day: string) => `${formatWeekday(day).slice(0, 3)}., ${formatDayMonth(day)}`;

/** «os de hoje», «os de ontem», «os de sex., 20/11» */
export function theOnesOf(day: string, today: string): string {
  if (day === today) return 'os de hoje';
  if (day === addDays(today, -1)) return 'os de ontem';
  return `os de ${day.slice(0, 4) === today.slice(0, 4) ? shortDay(day) : formatDate(day)}`;
}

/** How many days there are from the first to the last, both counted. */
export const daysBetween = (from: string, until: string) =>
  Math.round((Date.parse(until) - Date.parse(from)) / 86_400_000) + 1;
