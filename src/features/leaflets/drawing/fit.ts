import { fileURLToPath } from 'node:url';
import { type Font, openSync } from 'fontkit';

// How large words can be in the room that they have: measured in the very fonts that draw them.

/** Cuts of the brand's fonts, which have axes where a PDF needs one letterform each. */
export const FACES = ['price', 'poster', 'title', 'text', 'strong'] as const;
export type Face = (typeof FACES)[number];

export const fontFile = (face: Face): string =>
  fileURLToPath(new URL(`./fonts/${face}.ttf`, import.meta.url));

const fonts = new Map<Face, Font>();
function fontOf(face: Face): Font {
  const known = fonts.get(face);
  if (known) return known;
  const font = openSync(fontFile(face)) as Font;
  fonts.set(face, font);
  return font;
}

const MOST_REMEMBERED = 5_000;
const widths = new Map<string, number>();

/** How wide `text` is, in points of a size. */
export function widthOf(face: Face, text: string, size: number): number {
  const key = `${face} ${text}`;
  let width = widths.get(key);
  if (width === undefined) {
    const font = fontOf(face);
    width = font.layout(text).advanceWidth / font.unitsPerEm;
    if (widths.size >= MOST_REMEMBERED) widths.clear();
    widths.set(key, width);
  }
  return width * size;
}

/** How high capitals and digits are, and how far letters reach below their line, of a size of 1. */
export function heightsOf(face: Face): { cap: number; descent: number } {
  const { capHeight, descent, unitsPerEm } = fontOf(face);
  return { cap: capHeight / unitsPerEm, descent: -descent / unitsPerEm };
}

/** What the fonts have no letter for goes without its accent, or out. */
export function writable(text: string): string {
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

export interface Room {
  width: number;
  height: number;
  /** Sizes between which it may be. */
  most: number;
  least: number;
  /** Of a line, in sizes. */
  leading: number;
  /** However much room there is. */
  lines?: number;
}

export interface Fitted {
  size: number;
  lines: string[];
  /** Of all lines, from the top of the first's capitals to the foot of the last's letters. */
  height: number;
  leading: number;
}

const STEP = 0.95;

/** `text` as large as it can be in its room; at its least size, what is too much ends with «…». */
export function fitWords(face: Face, text: string, room: Room): Fitted {
  const { cap, descent } = heightsOf(face);
  const heightAt = (size: number, lines: number) => size * (cap + descent + (lines - 1) * room.leading);
  const holds = (size: number) => {
    const byHeight = Math.floor((room.height / size - cap - descent) / room.leading + 1 + 1e-6);
    return Math.max(0, Math.min(byHeight, room.lines ?? byHeight));
  };
  const fitted = (size: number, lines: string[]): Fitted => ({
    size,
    lines,
    height: lines.length === 0 ? 0 : heightAt(size, lines.length),
    leading: room.leading,
  });
  if (!text || room.width <= 0 || room.height <= 0) return fitted(room.least, []);
  // First without breaking a word, then with.
  for (const isWhole of [true, false]) {
    for (let size = room.most; size >= room.least; size *= STEP) {
      const lines = wrap(face, text, size, room.width, isWhole);
      if (lines && lines.length <= holds(size)) return fitted(size, lines);
      // Words in pieces are read worse than small ones.
      if (isWhole && size * STEP < Math.max(room.least, room.most * 0.45)) break;
    }
  }
  // Too little room even for the least size: a line that is as high as the room.
  const size = Math.min(room.least, room.height / (cap + descent));
  const lines = wrap(face, text, size, room.width, false) ?? [];
  const most = Math.max(1, holds(size));
  if (lines.length <= most) return fitted(size, lines);
  const kept = lines.slice(0, most);
  kept[most - 1] = shortened(face, `${kept[most - 1]}`, size, room.width);
  return fitted(size, kept);
}

function shortened(face: Face, line: string, size: number, width: number): string {
  const letters = [...line.trimEnd()];
  while (letters.length > 0 && widthOf(face, `${letters.join('')}…`, size) > width) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}

/** Null where a word is wider than a line and must stay whole. */
function wrap(face: Face, text: string, size: number, width: number, isWhole: boolean): string[] | null {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line ? `${line} ${word}` : word;
    if (widthOf(face, longer, size) <= width) {
      line = longer;
      continue;
    }
    if (line) lines.push(line);
    line = word;
    if (widthOf(face, word, size) <= width) continue;
    if (isWhole) return null;
    line = '';
    for (const letter of word) {
      if (line && widthOf(face, line + letter, size) > width) {
        lines.push(line);
        line = '';
      }
      line += letter;
    }
  }
  if (line) lines.push(line);
  return lines;
}
