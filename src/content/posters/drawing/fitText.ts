import { type Font, openSync } from 'fontkit';
import { brandPath } from '../../../platform/paths.ts';

// Fits text into boxes, measured with the fonts that draw it.

/** Static instances of the brand's variable fonts, which PDF does not support. */
export const FACES = ['price', 'poster', 'title', 'text', 'strong'] as const;
export type Face = (typeof FACES)[number];

export const fontFile = (face: Face): string => brandPath(`posters/${face}.ttf`);

const fonts = new Map<Face, Font>();
function fontOf(face: Face): Font {
  const cached = fonts.get(face);
  if (cached) return cached;
  const font = openSync(fontFile(face)) as Font;
  fonts.set(face, font);
  return font;
}

const MAX_CACHED_WIDTHS = 5_000;
const widths = new Map<string, number>();

/** Returns the width of `text` at a font size, in points. */
export function textWidth(face: Face, text: string, size: number): number {
  const key = `${face} ${text}`;
  let width = widths.get(key);
  if (width === undefined) {
    const font = fontOf(face);
    width = font.layout(text).advanceWidth / font.unitsPerEm;
    if (widths.size >= MAX_CACHED_WIDTHS) widths.clear();
    widths.set(key, width);
  }
  return width * size;
}

/** Returns the height of capitals and digits, and the depth of descenders, at font size 1. */
export function fontHeights(face: Face): { cap: number; descent: number } {
  const { capHeight, descent, unitsPerEm } = fontOf(face);
  return { cap: capHeight / unitsPerEm, descent: -descent / unitsPerEm };
}

/** Returns text that the fonts can draw: letters without a glyph lose their accent or are removed. */
export function drawableText(text: string): string {
  const font = fontOf('text');
  const has = (letter: string) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);
  return [...text.normalize('NFC').replace(/\s+/gu, ' ')]
    .map((letter) => {
      if (has(letter)) return letter;
      const [plain = ''] = letter.normalize('NFKD');
      return plain && has(plain) ? plain : '';
    })
    .join('')
    .replace(/ {2,}/g, ' ')
    .trim();
}

export interface TextRoom {
  width: number;
  height: number;
  /** Bounds of the font size. */
  maxSize: number;
  minSize: number;
  /** Line height as a multiple of the font size. */
  leading: number;
  /** Largest number of lines, even if more would fit. */
  maxLines?: number;
}

export interface FittedText {
  size: number;
  lines: string[];
  /** Height of all lines, from the top of the first capitals to the bottom of the last descenders. */
  height: number;
  leading: number;
}

export const SIZE_STEP = 0.95;

/** Fits `text` at the largest possible size; at the smallest size, text that does not fit ends with «…». */
export function fitText(face: Face, text: string, room: TextRoom): FittedText {
  const { cap, descent } = fontHeights(face);
  const heightAt = (size: number, lines: number) => size * (cap + descent + (lines - 1) * room.leading);
  const maxLinesAt = (size: number) => {
    const byHeight = Math.floor((room.height / size - cap - descent) / room.leading + 1 + 1e-6);
    return Math.max(0, Math.min(byHeight, room.maxLines ?? byHeight));
  };
  const fitted = (size: number, lines: string[]): FittedText => ({
    size,
    lines,
    height: lines.length === 0 ? 0 : heightAt(size, lines.length),
    leading: room.leading,
  });
  if (!text || room.width <= 0 || room.height <= 0) return fitted(room.minSize, []);
  // First without breaking words, then with.
  for (const isWhole of [true, false]) {
    for (let size = room.maxSize; size >= room.minSize; size *= SIZE_STEP) {
      const lines = wrap(face, text, size, room.width, isWhole);
      if (lines && lines.length <= maxLinesAt(size)) return fitted(size, lines);
      // A small text is more readable than broken words.
      if (isWhole && size * SIZE_STEP < Math.max(room.minSize, room.maxSize * 0.45)) break;
    }
  }
  // The box is too small even for the smallest size: fit one line to its height.
  const size = Math.min(room.minSize, room.height / (cap + descent));
  const lines = wrap(face, text, size, room.width, false) ?? [];
  const most = Math.max(1, maxLinesAt(size));
  if (lines.length <= most) return fitted(size, lines);
  const shown = lines.slice(0, most);
  shown[most - 1] = shortenLine(face, `${shown[most - 1]}`, size, room.width);
  return fitted(size, shown);
}

/** Returns the line with «…» in place of the letters that do not fit. */
export function shortenLine(face: Face, line: string, size: number, width: number): string {
  const letters = [...line.trimEnd()];
  while (letters.length > 0 && textWidth(face, `${letters.join('')}…`, size) > width) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}

/** Returns the lines, or null if a word that must stay whole is wider than a line. */
export function wrap(
  face: Face,
  text: string,
  size: number,
  width: number,
  isWhole: boolean,
): string[] | null {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line ? `${line} ${word}` : word;
    if (textWidth(face, longer, size) <= width) {
      line = longer;
      continue;
    }
    if (line) lines.push(line);
    line = word;
    if (textWidth(face, word, size) <= width) continue;
    if (isWhole) return null;
    line = '';
    for (const letter of word) {
      if (line && textWidth(face, line + letter, size) > width) {
        lines.push(line);
        line = '';
      }
      line += letter;
    }
  }
  if (line) lines.push(line);
  return lines;
}
