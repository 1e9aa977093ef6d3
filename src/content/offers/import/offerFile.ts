import { plural } from '../../../shared/text/plural.ts';
import { parseRowsAtOnce } from './sheet.ts';

/** Returns a message if a file contains no offers, or null if there are rows below the header. */
export function emptyFileProblem(text: string): string | null {
  const rows = parseRowsAtOnce(text);
  if (typeof rows === 'string' || rows.length > 1) return null;
  return rows.length === 0
    ? 'O arquivo está vazio. O que estava aqui continua.'
    : 'O arquivo só tem uma linha, sem ofertas abaixo dela. O que estava aqui continua.';
}

/** Tables that were replaced, so that typed text is not lost. The form stores them in its draft. */
export interface TableHistory {
  /** Replaced tables, oldest first. */
  before: readonly string[];
  /** Undone tables, latest first. */
  after: readonly string[];
}

export const NO_TABLE_HISTORY: TableHistory = { before: [], after: [] };

/** Number of tables to remember; each can have 300,000 characters. */
const MAX_TABLES = 5;

/** Remembers `table` before another one replaces it; an empty table is not worth restoring. */
export function rememberTable(history: TableHistory, table: string): TableHistory {
  if (table.trim() === '') return { ...history, after: [] };
  return { before: [...history.before, table].slice(-MAX_TABLES), after: [] };
}

interface Step {
  table: string;
  history: TableHistory;
}

/** Returns the table that `table` replaced, or null. */
export function undoTable({ before, after }: TableHistory, table: string): Step | null {
  const last = before.at(-1);
  if (last === undefined) return null;
  return { table: last, history: { before: before.slice(0, -1), after: [table, ...after] } };
}

/** Returns the table that was undone last, or null. */
export function redoTable({ before, after }: TableHistory, table: string): Step | null {
  const [next, ...rest] = after;
  if (next === undefined) return null;
  return { table: next, history: { before: [...before, table], after: rest } };
}

/** Returns the message about tables that can be restored; empty without any. */
export function tableHistoryText({ before, after }: TableHistory): string {
  const last = before.at(-1);
  if (last === undefined) return after.length > 0 ? 'A tabela anterior está de volta.' : '';
  const rows = parseRowsAtOnce(last);
  if (typeof rows === 'string' || rows.length < 2) return 'O que estava aqui foi trocado.';
  return `O que estava aqui foi trocado: ${plural(rows.length - 1, 'linha', 'linhas')}.`;
}
