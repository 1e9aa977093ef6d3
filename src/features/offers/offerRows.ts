import { DEPARTMENTS, UNITS } from './offer.types.ts';
import { repeatsIn } from './offerIdentity.ts';
import {
  COLUMNS,
  type ReadRow,
  readRow,
  type Sheet,
  type SheetColumn,
  sheetFrom,
  sheetOf,
} from './offerSheet.ts';
import { rowsOf } from './sheet.ts';

// Rows of offers as they are typed, cell by cell. What a form holds and keeps of them is the table that the import
// reads.

export type OfferCell = SheetColumn['field'];

export interface OfferRow {
  /** Tells it from all others here. */
  key: string;
  cells: Readonly<Partial<Record<OfferCell, string>>>;
  /** Nobody typed in it yet: it only proposes, and is no offer. */
  proposed: boolean;
}

/** More than that are imported as a text. */
export const MOST_TYPED = 200;

/** What is typed; the rest a table may have besides. */
export const TYPED = COLUMNS.filter(({ field }) => field !== 'highlight' && field !== 'place');

const LABELS: Partial<Record<OfferCell, Readonly<Record<string, string>>>> = {
  unit: UNITS,
  department: DEPARTMENTS,
};

/** What choices hold is what the column reads; the rest stands as it was typed. */
const cellOf = ({ field, read }: SheetColumn, text: string) => (LABELS[field] && read ? read(text) : text);

const FRESH = ['size', 'unit', 'department', 'valid_from', 'valid_until'] as const;

/** Below the others: what changes least comes from the row above. */
export function proposedRow(rows: readonly OfferRow[], key: string, today: string): OfferRow {
  const { department = '', valid_from = today, valid_until = today } = rows.at(-1)?.cells ?? {};
  return { key, cells: { size: '1', unit: 'un', department, valid_from, valid_until }, proposed: true };
}

const isEmpty = ({ cells }: OfferRow) =>
  !Object.entries(cells).some(([field, text]) => text?.trim() && !FRESH.some((fresh) => fresh === field));

/** Those that are offers. */
export const typedRows = (rows: readonly OfferRow[]): OfferRow[] => rows.filter(({ proposed }) => !proposed);

/** With one that proposes at the end, what the row above says now, as long as there is room. */
export function withProposed(rows: readonly OfferRow[], newKey: () => string, today: string): OfferRow[] {
  const last = rows.at(-1);
  if (last?.proposed) return [...rows.slice(0, -1), proposedRow(rows.slice(0, -1), last.key, today)];
  if (rows.length >= MOST_TYPED) return [...rows];
  return [...rows, proposedRow(rows, newKey(), today)];
}

/** One cell typed in; a row that is emptied again proposes as before. */
export function typedIn(row: OfferRow, field: OfferCell, text: string): OfferRow {
  const next = { ...row, cells: { ...row.cells, [field]: text } };
  return { ...next, proposed: text.trim() === '' && isEmpty(next) };
}

const quoted = (text: string) => (/["\t\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** The table that the rows are; nothing, where there is none. */
export function tableOf(rows: readonly OfferRow[]): string {
  const typed = typedRows(rows);
  if (typed.length === 0) return '';
  const columns = COLUMNS.filter(
    (column) => TYPED.includes(column) || typed.some(({ cells }) => cells[column.field]?.trim()),
  );
  const line = (cells: string[]) => cells.map(quoted).join('\t');
  return [
    line(columns.map(({ label }) => label)),
    ...typed.map(({ cells }) =>
      line(columns.map(({ field }) => LABELS[field]?.[cells[field] ?? ''] ?? cells[field] ?? '')),
    ),
  ].join('\n');
}

const rowIn = ({ columns }: Sheet, cells: readonly string[], key: string): OfferRow => ({
  key,
  cells: Object.fromEntries(
    columns.flatMap((column, at) => (column ? [[column.field, cellOf(column, cells[at] ?? '')]] : [])),
  ),
  proposed: false,
});

/** The rows of a table that can be typed in; null of one that says what has no cell here, or has too many. */
export function rowsIn(text: string, newKey: () => string): OfferRow[] | null {
  if (text.trim() === '') return [];
  const sheet = sheetOf(text);
  if (typeof sheet === 'string' || sheet.rows.length > MOST_TYPED) return null;
  if (sheet.columns.includes(null)) return null;
  return sheet.rows.map(({ cells }) => rowIn(sheet, cells, newKey()));
}

/**
 * What a spreadsheet copies, laid over the rows from a cell on: a table with the names of its columns goes by them,
 * any other block from left to right. Null where it is one cell only, which is text as any other, or does not fit.
 */
export function pastedInto(
  rows: readonly OfferRow[],
  { at, column }: { at: number; column: number },
  text: string,
  newKey: () => string,
): OfferRow[] | 'too many' | null {
  // Without tabs it is one column: a comma is that of a price.
  const table = text.includes('\t') ? rowsOf(text, '\t') : null;
  // A text that cannot be read as a table is pasted into its one cell.
  if (typeof table === 'string') return null;
  const plain = table
    ? table.map(({ cells }) => cells)
    : text
        .trim()
        .split(/\r\n?|\n/)
        .map((cell) => [cell.trim()]);
  const [first] = plain;
  if (!first || (plain.length === 1 && first.length === 1)) return null;
  const named = table ? sheetFrom(table) : '';
  const laid: Partial<Record<OfferCell, string>>[] =
    typeof named === 'string'
      ? plain.map((cells) =>
          Object.fromEntries(
            cells.flatMap((cell, index) => {
              const found = TYPED[column + index];
              return found ? [[found.field, cellOf(found, cell)]] : [];
            }),
          ),
        )
      : named.rows.map(({ cells }) => rowIn(named, cells, '').cells);
  if (at + laid.length > MOST_TYPED) return 'too many';
  const next = [...rows];
  for (const [index, cells] of laid.entries()) {
    const under = next[at + index] ?? proposedRow(next, newKey(), '');
    next[at + index] = { ...under, cells: { ...under.cells, ...cells }, proposed: false };
  }
  return next;
}

/** Returns the problems of a row by its cells, in the words of the form of one offer. */
export const problemsOf = (row: OfferRow): ReadonlyMap<OfferCell, string> => problemsIn(readTyped(row, 0));

/** Returns the problems of all rows by their keys; the first row is line 1. */
export function problemsOfAll(
  rows: readonly OfferRow[],
): ReadonlyMap<string, ReadonlyMap<OfferCell, string>> {
  const read = rows.flatMap((row, at) => (row.proposed ? [] : [{ row, read: readTyped(row, at + 1) }]));
  const { conflicts } = repeatsIn(read.map((one) => one.read));
  return new Map(
    read.map(({ row, read }) => {
      const conflict = conflicts.get(read.line);
      return [row.key, conflict ? new Map([[conflict.field, conflict.text]]) : problemsIn(read)];
    }),
  );
}

const readTyped = ({ cells }: OfferRow, line: number) =>
  readRow([...COLUMNS], { line, cells: COLUMNS.map(({ field }) => cells[field]?.trim() ?? '') }, null);

const problemsIn = ({ errors }: ReadRow): Map<OfferCell, string> =>
  new Map(errors.map(({ column, text }) => [COLUMNS[column]?.field ?? 'product', text]));
