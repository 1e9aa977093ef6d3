import Papa from 'papaparse';
import { formatCount } from '../../../shared/text/plural.ts';

/** A row of a text table, with the line of the text on which it begins. */
export interface SheetRow {
  line: number;
  cells: string[];
}

/** Number of characters parsed without a pause, unless a single row is longer. */
const SLICE = 4096;
// The parser compares each stray quote of a row with the rest of its line, so the length of a row bounds its work.
const MAX_ROW_LENGTH = 10_000;
export const MAX_CELL_LENGTH = 2000;
export const MAX_COLUMNS = 100;

/** Line with which Excel names the separator of a file. */
const SEPARATOR_LINE = /^"?sep=([^"\uFEFF])"?[;,\t ]*$/i;

/**
 * Parses text copied from a spreadsheet (tabs between cells) or written as CSV (semicolons in Brazil, commas
 * elsewhere), and yields the number of characters after each slice. Returns the rows without empty ones, or
 * one sentence that says why the text cannot be read. Without `separator`, the `sep=` line decides, or else
 * the first line that is not empty.
 */
export function* parseRows(text: string, separator?: string): Generator<number, SheetRow[] | string> {
  const plain = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const start = plain.search(/\S/);
  if (start < 0) return [];
  let at = plain.lastIndexOf('\n', start) + 1;
  let line = plain.slice(0, at).split('\n').length;
  const firstLine = lineAt(plain, at);
  const [, named] = SEPARATOR_LINE.exec(firstLine) ?? [];
  if (named) {
    at += firstLine.length + 1;
    line += 1;
  }
  const delimiter = separator ?? named ?? separatorOf(firstLine);
  const parser = new Papa.Parser({ delimiter, newline: '\n' });
  const rows: SheetRow[] = [];
  let length = SLICE;
  while (at < plain.length) {
    const end = Math.min(at + length, plain.length);
    const begin = at;
    const isLast = end === plain.length;
    const { data, errors, meta }: Papa.ParseResult<string[]> = parser.parse(plain.slice(at, end), 0, !isLast);
    const [error] = errors;
    for (const [index, raw] of data.entries()) {
      if (error?.row === index) return quoteProblem(error, line);
      const cells = raw.map((cell) => cell.trim());
      const problem = problemOf(cells, line);
      if (problem) return problem;
      if (cells.some(Boolean)) rows.push({ line, cells });
      line += 1 + raw.reduce((count, cell) => count + cell.split('\n').length - 1, 0);
    }
    // A malformed quote may reach beyond the slice; its row is then not among the data yet.
    if (error && error.row === data.length && length >= MAX_ROW_LENGTH) return quoteProblem(error, line);
    if (data.length > 0) {
      at += meta.cursor;
      length = SLICE;
    } else if (length < MAX_ROW_LENGTH) length = Math.min(length * 2, MAX_ROW_LENGTH);
    else
      return `A linha ${line} passa de ${formatCount(MAX_ROW_LENGTH)} caracteres. Veja se há aspas abertas nela, ou encurte o texto.`;
    yield end - begin;
  }
  return rows;
}

/** Returns the rows of a text as `parseRows` reads them, without pauses. */
export function parseRowsAtOnce(text: string, separator?: string): SheetRow[] | string {
  const parsing = parseRows(text, separator);
  for (;;) {
    const { done, value } = parsing.next();
    if (done) return value;
  }
}

function quoteProblem({ code }: Papa.ParseError, line: number): string {
  return code === 'MissingQuotes'
    ? `Na linha ${line} há aspas que abrem e não fecham. Feche ou apague as aspas.`
    : `Na linha ${line} há aspas no meio de uma célula que começa com aspas. Escreva as de dentro duas vezes ("").`;
}

function problemOf(cells: readonly string[], line: number): string | null {
  if (cells.length > MAX_COLUMNS)
    return `A linha ${line} tem ${formatCount(cells.length)} colunas. Use até ${MAX_COLUMNS}.`;
  const long = cells.findIndex((cell) => cell.length > MAX_CELL_LENGTH);
  return long < 0
    ? null
    : `Na linha ${line}, o texto da coluna ${long + 1} passa de ${formatCount(MAX_CELL_LENGTH)} caracteres. Encurte o texto.`;
}

function lineAt(text: string, at: number): string {
  const end = text.indexOf('\n', at);
  return text.slice(at, end < 0 ? text.length : end);
}

/** Returns the most frequent separator outside quotes. */
function separatorOf(line: string): string {
  const plain = line.replace(/"[^"]*"/g, '');
  const count = (separator: string) => plain.split(separator).length;
  return ['\t', ';', ','].reduce((most, one) => (count(one) > count(most) ? one : most));
}
