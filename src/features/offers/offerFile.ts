import { plural } from '../../ui/plural.ts';
import { rowsOf } from './sheet.ts';

/** Returns in words why a file holds no offers, or null where it holds rows below the one of names. */
export function emptyFileProblem(text: string): string | null {
  const rows = rowsOf(text);
  if (typeof rows === 'string' || rows.length > 1) return null;
  return rows.length === 0
    ? 'O arquivo está vazio. O que estava aqui continua.'
    : 'O arquivo só tem uma linha, sem ofertas abaixo dela. O que estava aqui continua.';
}

/** The tables that others replaced, so that nothing typed is lost. The form keeps them in its draft. */
export interface TableHistory {
  /** Oldest first. */
  before: readonly string[];
  /** Tables that were undone, latest first. */
  after: readonly string[];
}

export const NO_TABLE_HISTORY: TableHistory = { before: [], after: [] };

/** A file or a paste of 300,000 characters is possible. */
const MAX_TABLES = 5;

/** Remembers `table` before another one replaces it; an empty one is nothing to come back to. */
export function rememberTable(history: TableHistory, table: string): TableHistory {
  if (table.trim() === '') return { ...history, after: [] };
  return { before: [...history.before, table].slice(-MAX_TABLES), after: [] };
}

interface Step {
  table: string;
  history: TableHistory;
}

/** Returns the table that `table` replaced; null where there is none. */
export function undoTable({ before, after }: TableHistory, table: string): Step | null {
  const last = before.at(-1);
  if (last === undefined) return null;
  return { table: last, history: { before: before.slice(0, -1), after: [table, ...after] } };
}

/** Returns the table that was undone last; null where there is none. */
export function redoTable({ before, after }: TableHistory, table: string): Step | null {
  const [next, ...rest] = after;
  if (next === undefined) return null;
  return { table: next, history: { before: [...before, table], after: rest } };
}

/** Returns what is said of the tables that can come back, or nothing. */
export function tableHistoryText({ before, after }: TableHistory): string {
  const last = before.at(-1);
  if (last === undefined) return after.length > 0 ? 'A tabela anterior está de volta.' : '';
  const rows = rowsOf(last);
  if (typeof rows === 'string' || rows.length < 2) return 'O que estava aqui foi trocado.';
  return `O que estava aqui foi trocado: ${plural(rows.length - 1, 'linha', 'linhas')}.`;
}
