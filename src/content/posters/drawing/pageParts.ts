import { type Face, type FittedText, fontHeights, textWidth } from './fitText.ts';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface TextPart {
  kind: 'words';
  face: Face;
  size: number;
  x: number;
  /** Vertical position of the baseline. */
  baseline: number;
  width: number;
  text: string;
  fill: string;
}

export type PagePart =
  | TextPart
  | ({ kind: 'rect'; fill: string } & Box)
  | { kind: 'path'; d: string; fill: string; at?: { x: number; y: number; scale: number } }
  | ({ kind: 'picture'; file_id: number } & Box);

/** Returns a length for a path, rounded to hundredths. */
export const pathLength = (length: number) => String(Math.round(length * 100) / 100);

export const wordsAt = (
  face: Face,
  size: number,
  x: number,
  baseline: number,
  text: string,
  fill: string,
): TextPart => ({ kind: 'words', face, size, x, baseline, width: textWidth(face, text, size), text, fill });

/** Returns the lines of a fitted text; `y` is the top of the first line's capitals. */
export function below(fitted: FittedText, x: number, y: number, face: Face, fill: string): TextPart[] {
  const { size, lines, leading } = fitted;
  const first = y + fontHeights(face).cap * size;
  return lines.map((line, at) => wordsAt(face, size, x, first + at * leading * size, line, fill));
}
