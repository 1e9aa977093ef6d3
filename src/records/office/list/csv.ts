import Papa from 'papaparse';
import { MAX_PAGE_SIZE } from '../../../shared/list.ts';
import { callEndpoint } from '../callEndpoint.ts';
import { type InitialView, listQueryOf } from '../loadScreen.ts';
import type { ListEndpoint, ListRow } from './column.ts';
import { type CsvCell, encodeCell } from './csvCells.ts';

/** UTF-8 byte order mark: without it, Excel assumes a Windows code page. */
export const BYTE_ORDER_MARK = '\ufeff';

/** Encodes rows as CSV. Every cell is quoted, so that its text cannot begin another cell. */
export function encodeCsv(rows: CsvCell[][]): string {
  return `${Papa.unparse(
    rows.map((row) => row.map(encodeCell)),
    { delimiter: ';', newline: '\r\n', quotes: true },
  )}\r\n`;
}

interface Sheet<T> {
  endpoint: ListEndpoint;
  fields: readonly string[];
  initial?: InitialView | undefined;
  /** Query of the list's address; all of its records are exported. */
  asked: URLSearchParams;
  heads: string[];
  cellsOf: (item: T) => CsvCell[];
  /** Receives the number of rows loaded so far. */
  onProgress: (rows: number) => void;
  signal: AbortSignal;
}

/** Exports all rows that a list's address finds, page by page. Only their text is held in memory. */
export async function exportCsv<T extends ListRow>(sheet: Sheet<T>): Promise<Blob> {
  const { endpoint, fields, initial, asked: searchParams, heads, cellsOf, onProgress, signal } = sheet;
  const parts: BlobPart[] = [BYTE_ORDER_MARK, encodeCsv([heads])];
  // A concurrent save may move a row to the next page.
  const exported = new Set<string>();
  for (let page = 1; ; page += 1) {
    const query = { ...listQueryOf(searchParams, fields, initial), page, per_page: MAX_PAGE_SIZE };
    const { data } = await callEndpoint(endpoint, { query }, { signal });
    const rows = (data as T[]).filter(({ uuid }) => !exported.has(uuid));
    for (const { uuid } of rows) exported.add(uuid);
    if (rows.length > 0) parts.push(encodeCsv(rows.map(cellsOf)));
    onProgress(exported.size);
    if (data.length < MAX_PAGE_SIZE) return new Blob(parts, { type: 'text/csv;charset=utf-8' });
  }
}
