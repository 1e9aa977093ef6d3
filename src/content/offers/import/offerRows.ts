import { DEPARTMENTS, UNITS } from '../../pricing/offer.types.ts';
import { findRepeatedRows } from './offerIdentity.ts';
import {
  OFFER_COLUMNS,
  type OfferSheet,
  offerSheetFromRows,
  type ParsedOfferRow,
  parseOfferRow,
  parseOfferSheet,
  type SheetColumn,
} from './offerSheet.ts';
import { parseRowsAtOnce } from './sheet.ts';

// Rows of offers that staff type cell by cell. The form stores them as the text table that the import reads.

export type OfferCell = SheetColumn['field'];

export interface OfferRow {
  /** Unique key of the row in this form. */
  key: string;
  cells: Readonly<Partial<Record<OfferCell, string>>>;
  /** Whether the row is only a proposal that has not been typed into; it is not saved. */
  isProposed: boolean;
}

/** Largest number of rows in the grid; larger tables are imported as text. */
export const MAX_TYPED_ROWS = 200;

/** Columns of the grid. A table may contain the others as well. */
const UNTYPED: readonly OfferCell[] = ['highlight', 'place', 'branches'];
export const TYPED_COLUMNS = OFFER_COLUMNS.filter(({ field }) => !UNTYPED.includes(field));

const LABELS: Partial<Record<OfferCell, Readonly<Record<string, string>>>> = {
  unit: UNITS,
  department: DEPARTMENTS,
};

/** Converts cells with a fixed choice by their column; keeps other cells as typed. */
const cellOf = ({ field, read }: SheetColumn, text: string) => (LABELS[field] && read ? read(text) : text);

const PROPOSED_CELLS = ['size', 'unit', 'department', 'valid_from', 'valid_until'] as const;

/** Returns the proposed next row, which copies the values that rarely change from the row above. */
export function proposedRow(rows: readonly OfferRow[], key: string, today: string): OfferRow {
  const { department = '', valid_from = today, valid_until = today } = rows.at(-1)?.cells ?? {};
  return { key, cells: { size: '1', unit: 'un', department, valid_from, valid_until }, isProposed: true };
}

const isEmpty = ({ cells }: OfferRow) =>
  !Object.entries(cells).some(
    ([field, text]) => text?.trim() && !PROPOSED_CELLS.some((fresh) => fresh === field),
  );

/** Returns the rows without proposals. */
export const rowsWithoutProposals = (rows: readonly OfferRow[]): OfferRow[] =>
  rows.filter(({ isProposed }) => !isProposed);

/** Appends or refreshes the proposed row at the end, unless the grid is full. */
export function withProposed(rows: readonly OfferRow[], newKey: () => string, today: string): OfferRow[] {
  const last = rows.at(-1);
  if (last?.isProposed) return [...rows.slice(0, -1), proposedRow(rows.slice(0, -1), last.key, today)];
  if (rows.length >= MAX_TYPED_ROWS) return [...rows];
  return [...rows, proposedRow(rows, newKey(), today)];
}

/** Returns the row with one cell changed; a row that is emptied becomes a proposal again. */
export function withCellText(row: OfferRow, field: OfferCell, text: string): OfferRow {
  const next = { ...row, cells: { ...row.cells, [field]: text } };
  return { ...next, isProposed: text.trim() === '' && isEmpty(next) };
}

const quoted = (text: string) => (/["\t\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Returns the rows as a text table; empty without rows. */
export function tableFromRows(rows: readonly OfferRow[]): string {
  const typed = rowsWithoutProposals(rows);
  if (typed.length === 0) return '';
  const columns = OFFER_COLUMNS.filter(
    (column) => TYPED_COLUMNS.includes(column) || typed.some(({ cells }) => cells[column.field]?.trim()),
  );
  const line = (cells: string[]) => cells.map(quoted).join('\t');
  lastTable = [
    line(columns.map(({ label }) => label)),
    ...typed.map(({ cells }) =>
      line(columns.map(({ field }) => LABELS[field]?.[cells[field] ?? ''] ?? cells[field] ?? '')),
    ),
  ].join('\n');
  return lastTable;
}

/** The last table made from rows: each key in the grid makes one, which need not be read again. */
let lastTable = '';

/** Returns whether the grid can show a table. */
export const fitsGrid = (text: string): boolean =>
  text === lastTable || rowsFromTable(text, () => '') !== null;

const rowIn = ({ columns }: OfferSheet, cells: readonly string[], key: string): OfferRow => ({
  key,
  cells: Object.fromEntries(
    columns.flatMap((column, at) => (column ? [[column.field, cellOf(column, cells[at] ?? '')]] : [])),
  ),
  isProposed: false,
});

/**
 * Returns the rows of a table for the grid; null if the table is invalid, too long, or has an unknown column.
 */
export function rowsFromTable(text: string, newKey: () => string): OfferRow[] | null {
  if (text.trim() === '') return [];
  const sheet = parseOfferSheet(text);
  if (typeof sheet === 'string' || sheet.rows.length > MAX_TYPED_ROWS) return null;
  if (sheet.columns.includes(null)) return null;
  return sheet.rows.map(({ cells }) => rowIn(sheet, cells, newKey()));
}

/**
 * Pastes text copied from a spreadsheet into the rows, from a cell on. A table with column names is placed by
 * them, any other block from left to right. Returns null for a single cell, which is pasted as plain text.
 */
export function pasteInto(
  rows: readonly OfferRow[],
  { at, column }: { at: number; column: number },
  text: string,
  newKey: () => string,
): OfferRow[] | 'too many' | null {
  // Text without tabs is a single column, because commas are part of prices.
  const table = text.includes('\t') ? parseRowsAtOnce(text, '\t') : null;
  // Text that cannot be read as a table is pasted into the one cell.
  if (typeof table === 'string') return null;
  const plain = table
    ? table.map(({ cells }) => cells)
    : text
        .trim()
        .split(/\r\n?|\n/)
        .map((cell) => [cell.trim()]);
  const [first] = plain;
  if (!first || (plain.length === 1 && first.length === 1)) return null;
  const named = table ? offerSheetFromRows(table) : '';
  const pasted: Partial<Record<OfferCell, string>>[] =
    typeof named === 'string'
      ? plain.map((cells) =>
          Object.fromEntries(
            cells.flatMap((cell, index) => {
              const found = TYPED_COLUMNS[column + index];
              return found ? [[found.field, cellOf(found, cell)]] : [];
            }),
          ),
        )
      : named.rows.map(({ cells }) => rowIn(named, cells, '').cells);
  if (at + pasted.length > MAX_TYPED_ROWS) return 'too many';
  const next = [...rows];
  for (const [index, cells] of pasted.entries()) {
    const under = next[at + index] ?? proposedRow(next, newKey(), '');
    const plain = Object.entries(cells).map(([field, text]) => [field, pastedText(field, text)]);
    const all = { ...under.cells, ...Object.fromEntries(plain) };
    next[at + index] = { ...under, cells: all, isProposed: false };
  }
  return next;
}

const PRICES: readonly string[] = ['price', 'former_price', 'card_price'] satisfies OfferCell[];

export const isPriceCell = (field: string): boolean => PRICES.includes(field);

/** Returns pasted text as its cell shows it: a price without «R$» and spaces. */
export const pastedText = (field: string, text: string): string =>
  isPriceCell(field) ? text.replace(/R\$|\s/gi, '') : text;

/** Returns the problems of a row by cell, with the messages of the form of one offer. */
export const rowProblems = (row: OfferRow): ReadonlyMap<OfferCell, string> => problemsIn(readTyped(row, 0));

/** Returns the problems of all rows by key; the first row is line 1. */
export function allRowProblems(
  rows: readonly OfferRow[],
): ReadonlyMap<string, ReadonlyMap<OfferCell, string>> {
  const read = rows.flatMap((row, at) => (row.isProposed ? [] : [{ row, read: readTyped(row, at + 1) }]));
  const { conflicts } = findRepeatedRows(read.map((one) => one.read));
  return new Map(
    read.map(({ row, read }) => {
      const conflict = conflicts.get(read.line);
      return [row.key, conflict ? new Map([[conflict.field, conflict.text]]) : problemsIn(read)];
    }),
  );
}

/** Returns the first cell with a problem after `from`, in reading order; continues at the top after the last. */
export function nextProblem(
  rows: readonly OfferRow[],
  problems: (row: OfferRow) => ReadonlyMap<OfferCell, string>,
  from: { at: number; column: number },
): { at: number; field: OfferCell } | null {
  const found = rows.flatMap((row, at) => {
    const wrong = problems(row);
    return TYPED_COLUMNS.flatMap(({ field }, column) => (wrong.has(field) ? [{ at, column, field }] : []));
  });
  return (
    found.find(({ at, column }) => at > from.at || (at === from.at && column > from.column)) ??
    found[0] ??
    null
  );
}

const readTyped = ({ cells }: OfferRow, line: number) =>
  parseOfferRow(
    [...OFFER_COLUMNS],
    { line, cells: OFFER_COLUMNS.map(({ field }) => cells[field]?.trim() ?? '') },
    null,
  );

const problemsIn = ({ errors }: ParsedOfferRow): Map<OfferCell, string> =>
  new Map(errors.map(({ column, text }) => [OFFER_COLUMNS[column]?.field ?? 'product', text]));
