import { type FittedText, fontHeights, SIZE_STEP, shortenLine, wrap } from './fitText.ts';

/** Room for the name of a product and its detail, the brand and the days. */
export interface NameRoom {
  name: string;
  brand: string;
  /** Days of the offer if they differ from the poster's; never dropped. */
  days: string;
  width: number;
  /** Usual height, and the height that a long name may take from the picture. */
  height: number;
  maxHeight: number;
  maxSize: number;
  /** Smallest size that is easy to read. */
  legible: number;
  detailSize: number;
}

export interface FittedName extends FittedText {
  /** Text below the name; empty if there is none. */
  detail: string;
  /** Whether the name ends with «…». */
  isCut: boolean;
}

const FACE = 'title';
const LEADING = 1.06;
const USUAL_LINES = 2;
const MAX_LINES = 3;

/**
 * Fits the names of a row at one size: the largest at which each fits into two lines, down to the legible
 * size. At the legible size, a name that is still too long first loses its brand, then takes a third line,
 * then ends with «…».
 */
export function fitNames(row: readonly NameRoom[]): FittedName[] {
  const legible = Math.min(...row.map(legibleSize));
  for (let size = Math.min(...row.map(({ maxSize }) => maxSize)); size > legible; size *= SIZE_STEP) {
    const fitted = row.map((room) => fitAt(room, size, true, USUAL_LINES, room.height));
    if (fitted.every((name) => name !== null)) return fitted;
  }
  return row.map((room) => fitLegibly(room, legible));
}

/** Returns the legible size, or a smaller one if not even one line of it fits. */
function legibleSize({ legible, maxHeight }: NameRoom): number {
  const { cap, descent } = fontHeights(FACE);
  return Math.min(legible, maxHeight / (cap + descent));
}

function fitLegibly(room: NameRoom, size: number): FittedName {
  const fits = (hasBrand: boolean, lines: number) => fitAt(room, size, hasBrand, lines, room.maxHeight);
  return fits(true, USUAL_LINES) ?? fits(false, USUAL_LINES) ?? fits(false, MAX_LINES) ?? cutAt(room, size);
}

/** Returns the name if it fits with its detail and without breaking a word, otherwise null. */
function fitAt(
  room: NameRoom,
  size: number,
  hasBrand: boolean,
  maxLines: number,
  height: number,
): FittedName | null {
  const detail = detailOf(room, hasBrand);
  const lines = wrap(FACE, room.name, size, room.width, true);
  if (!lines || lines.length > Math.min(maxLines, linesIn(room, size, detail, height))) return null;
  return fitted(lines, size, detail, false);
}

function cutAt(room: NameRoom, size: number): FittedName {
  const detail = detailOf(room, false);
  const most = Math.max(1, Math.min(MAX_LINES, linesIn(room, size, detail, room.maxHeight)));
  const lines =
    wrap(FACE, room.name, size, room.width, true) ?? wrap(FACE, room.name, size, room.width, false) ?? [];
  if (lines.length <= most) return fitted(lines, size, detail, false);
  const shown = lines.slice(0, most);
  shown[most - 1] = shortenLine(FACE, `${shown[most - 1]} ${lines[most]}`, size, room.width);
  return fitted(shown, size, detail, true);
}

const detailOf = ({ brand, days }: NameRoom, hasBrand: boolean) =>
  [hasBrand && brand, days].filter(Boolean).join(' · ');

/** Returns the number of lines that fit above the detail. */
function linesIn({ detailSize }: NameRoom, size: number, detail: string, height: number): number {
  const { cap, descent } = fontHeights(FACE);
  const free = height - (detail ? Math.min(detailSize * 1.7, height * 0.45) : 0);
  return Math.floor((free / size - cap - descent) / LEADING + 1 + 1e-6);
}

function fitted(lines: string[], size: number, detail: string, isCut: boolean): FittedName {
  const { cap, descent } = fontHeights(FACE);
  const height = lines.length === 0 ? 0 : size * (cap + descent + (lines.length - 1) * LEADING);
  return { size, lines, height, leading: LEADING, detail, isCut };
}
