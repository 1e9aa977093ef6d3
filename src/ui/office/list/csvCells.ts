import { slugOf } from '../../../contract/fold.ts';
import { wallClock } from '../../wallClock.ts';

// What stands in a cell of a spreadsheet, as a Brazilian Excel reads it.

export type Cell = string | number | null | undefined;

/** Text that a spreadsheet would calculate; some read the full-width signs of Asian keyboards as the plain ones. */
const FORMULA = /^[=+\-@＝＋－＠\t\r\n]/;
const NUMBER = /^-?\d+(,\d+)?$/;

/** A number with its comma; a text that begins like a formula with an apostrophe before it, so that it stays one. */
export function cellOf(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'number') return String(cell).replace('.', ',');
  return FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell;
}

/** `Telefones 2026-11-22` as files are named here: `telefones-22-11-2026.csv` */
export function fileNameOf(title: string, now: number): string {
  const [date = ''] = wallClock(now).split('T');
  return `${slugOf(title)}-${date.split('-').toReversed().join('-')}.csv`;
}
