import { expect, it } from 'vitest';
import {
  emptyFileProblem,
  NO_TABLE_HISTORY,
  redoTable,
  rememberTable,
  tableHistoryText,
  undoTable,
} from './offerFile.ts';

it('rejects a file without offers with a message', () => {
  for (const text of ['', ' \n\t\n', '\uFEFF\r\n'])
    expect(emptyFileProblem(text)).toBe('O arquivo está vazio. O que estava aqui continua.');
  expect(emptyFileProblem('Produto;Preço\n;\n')).toContain('só tem uma linha');
  expect(emptyFileProblem('Produto;Preço\nUva;9,99')).toBeNull();
});

it('leaves a file with an unclosed quote to the import, which names the line', () => {
  expect(emptyFileProblem('Produto;Preço\n"Uva;9,99')).toBeNull();
});

it('restores each table that a file replaced, and then the file again', () => {
  let history = rememberTable(NO_TABLE_HISTORY, 'typed');
  history = rememberTable(history, 'first file');
  const once = undoTable(history, 'second file, edited');
  expect(once?.table).toBe('first file');
  const twice = once && undoTable(once.history, once.table);
  expect(twice).toMatchObject({ table: 'typed', history: { before: [] } });
  expect(twice && undoTable(twice.history, twice.table)).toBeNull();
  const again = twice && redoTable(twice.history, twice.table);
  expect(again).toMatchObject({ table: 'first file' });
  expect(again && redoTable(again.history, again.table)).toEqual({
    table: 'second file, edited',
    history: { before: ['typed', 'first file'], after: [] },
  });
});

it('remembers at most five tables, and no empty one', () => {
  expect(rememberTable(NO_TABLE_HISTORY, ' ')).toEqual(NO_TABLE_HISTORY);
  const tables = ['1', '2', '3', '4', '5', '6'];
  expect(tables.reduce(rememberTable, NO_TABLE_HISTORY).before).toEqual(tables.slice(1));
});

it('says how many rows were replaced', () => {
  expect(tableHistoryText(NO_TABLE_HISTORY)).toBe('');
  expect(tableHistoryText({ before: ['Produto\tPreço\nUva\t9,99\nKiwi\t5,00'], after: [] })).toBe(
    'O que estava aqui foi trocado: 2 linhas.',
  );
  expect(tableHistoryText({ before: ['anything'], after: [] })).toBe('O que estava aqui foi trocado.');
});
