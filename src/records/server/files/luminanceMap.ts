/**
 * Luminance map of a picture in a grid: the WCAG 2.2 luminance (0 to 1) of the darkest and the lightest pixel
 * of each cell.
 */
export interface LuminanceMap {
  at(column: number, row: number): { darkest: number; lightest: number };
}

export const LUMINANCE_GRID = { columns: 24, rows: 12 } as const;

/** Gamma of the encoding: the eye distinguishes dark tones better, so they get more of the 256 steps. */
const CURVE = 2.2;

const toByte = (luminance: number) => Math.round(255 * luminance ** (1 / CURVE));
/** Luminance by byte. */
const LUMINANCES = Array.from({ length: 256 }, (_, byte) => (byte / 255) ** CURVE);
const fromByte = (byte: number) => LUMINANCES[byte] ?? 0;

/**
 * Encodes the luminance map of `width` × `height` RGB pixels as Base64, two bytes per cell. Scale the picture
 * down first: a line thinner than a hundredth of it should not count.
 */
export function encodeLuminanceMap(rgb: Uint8Array, width: number, height: number): string {
  const cells = Buffer.alloc(LUMINANCE_GRID.columns * LUMINANCE_GRID.rows * 2);
  for (let cell = 0; cell < cells.length; cell += 2) cells[cell] = 255;
  for (let at = 0; at < width * height; at++) {
    const column = Math.floor(((at % width) * LUMINANCE_GRID.columns) / width);
    const row = Math.floor((Math.floor(at / width) * LUMINANCE_GRID.rows) / height);
    const cell = (row * LUMINANCE_GRID.columns + column) * 2;
    const byte = toByte(relativeLuminance(rgb[at * 3] ?? 0, rgb[at * 3 + 1] ?? 0, rgb[at * 3 + 2] ?? 0));
    cells[cell] = Math.min(cells[cell] ?? 255, byte);
    cells[cell + 1] = Math.max(cells[cell + 1] ?? 0, byte);
  }
  return cells.toString('base64');
}

/** Decodes a luminance map; null if the text is none. */
export function decodeLuminanceMap(text: string | null): LuminanceMap | null {
  if (!text) return null;
  const cells = Buffer.from(text, 'base64');
  if (cells.length !== LUMINANCE_GRID.columns * LUMINANCE_GRID.rows * 2) return null;
  return {
    at(column, row) {
      const cell = (row * LUMINANCE_GRID.columns + column) * 2;
      return { darkest: fromByte(cells[cell] ?? 0), lightest: fromByte(cells[cell + 1] ?? 255) };
    },
  };
}

/** Returns the relative luminance of an sRGB colour: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
export function relativeLuminance(red: number, green: number, blue: number): number {
  const linear = (byte: number) => (byte <= 10 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** Returns the contrast ratio, 1 to 21: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export const contrastRatio = (one: number, other: number): number =>
  (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
