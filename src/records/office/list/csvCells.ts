import { slugOf } from '../../../shared/text/fold.ts';
import { wallClock } from '../../../shared/text/wallClock.ts';

// Cells of a CSV file, in the format of a Brazilian Excel.

export type CsvCell = string | number | null | undefined;

/** Text that a spreadsheet would evaluate as a formula; some treat full-width signs as plain ones. */
const FORMULA = /^[=+\-@＝＋－＠\t\r\n]/;
const NUMBER = /^-?\d+(,\d+)?$/;

/** Encodes a cell: numbers with a decimal comma, and an apostrophe before text that looks like a formula. */
export function encodeCell(cell: CsvCell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'number') return String(cell).replace('.', ',');
  return FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell;
}

/** Returns the file name of an export: `telefones-22-11-2026.csv`. */
export function fileNameOf(title: string, now: number): string {
  const [date = ''] = wallClock(now).split('T');
  return `${slugOf(title)}-${date.split('-').toReversed().join('-')}.csv`;
}
