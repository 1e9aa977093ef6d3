import Papa from 'papaparse';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { MAX_PAGE_SIZE } from '../../../contract/list.ts';
import { callEndpoint } from '../callEndpoint.ts';
import { listQueryOf } from '../load.ts';
import { type Cell, cellOf } from './csvCells.ts';

/** Without it Excel takes the text for one of Windows. */
export const BYTE_ORDER_MARK = '\ufeff';

/** Encodes rows as CSV. Every cell is quoted, so that none of its text can begin another cell. */
export function sheetOf(rows: Cell[][]): string {
  return `${Papa.unparse(
    rows.map((row) => row.map(cellOf)),
    { delimiter: ';', newline: '\r\n', quotes: true },
  )}\r\n`;
}

interface Sheet<T> {
  endpoint: Endpoint;
  fields: readonly string[];
  /** What the list's address says: all that it finds is fetched. */
  asked: URLSearchParams;
  heads: string[];
  cellsOf: (item: T) => Cell[];
  /** How many rows are there already. */
  onProgress: (rows: number) => void;
  signal: AbortSignal;
}

/** All rows that a list's address finds, fetched page by page; only their text is held. */
export async function csvOf<T extends { uuid: string }>(sheet: Sheet<T>): Promise<Blob> {
  const { endpoint, fields, asked, heads, cellsOf, onProgress, signal } = sheet;
  const parts: BlobPart[] = [BYTE_ORDER_MARK, sheetOf([heads])];
  // What is saved meanwhile may move a row to the next page.
  const seen = new Set<string>();
  for (let page = 1; ; page += 1) {
    const query = { ...listQueryOf(asked, fields), page, per_page: MAX_PAGE_SIZE };
    const { data } = (await callEndpoint(endpoint, { query } as never, { signal })) as unknown as {
      data: T[];
    };
    const rows = data.filter(({ uuid }) => !seen.has(uuid));
    for (const { uuid } of rows) seen.add(uuid);
    if (rows.length > 0) parts.push(sheetOf(rows.map(cellsOf)));
    onProgress(seen.size);
    if (data.length < MAX_PAGE_SIZE) return new Blob(parts, { type: 'text/csv;charset=utf-8' });
  }
}
