import { expect, it } from 'vitest';
import {
  allRowProblems,
  nextProblem,
  type OfferRow,
  pastedText,
  pasteInto,
  proposedRow,
  rowProblems,
  rowsFromTable,
  tableFromRows,
  withCellText,
  withProposed,
} from './offerRows.ts';

const TODAY = '21/11/2026';
let keys = 0;
const newKey = () => {
  keys += 1;
  return String(keys);
};
const typed = (row: OfferRow, cells: Record<string, string>) =>
  Object.entries(cells).reduce((next, [field, text]) => withCellText(next, field as 'product', text), row);
const grape = { product: 'Uva "Itália"', price: '12,99', department: 'produce' };

it('proposes the next row with values of the row above, and excludes it until it is typed into', () => {
  const [first] = withProposed([], newKey, TODAY);
  expect(first).toMatchObject({ cells: { size: '1', unit: 'un', valid_from: TODAY }, isProposed: true });
  expect(tableFromRows([first as OfferRow])).toBe('');
  const rows = withProposed([typed(first as OfferRow, grape)], newKey, TODAY);
  expect(rows).toHaveLength(2);
  expect(rows[1]).toMatchObject({ cells: { department: 'produce', valid_until: TODAY }, isProposed: true });
  expect(rows[1]?.cells.product).toBeUndefined();
});

it('converts rows to the table that the import reads, and back', () => {
  const row = typed(proposedRow([], 'a', TODAY), grape);
  const table = tableFromRows([row]);
  expect(table).toContain('"Uva ""Itália"""\t\t1\tun\t12,99\t\t\t\tHortifrúti\t21/11/2026');
  expect(rowsFromTable(table, newKey)?.[0]?.cells).toMatchObject({
    ...grape,
    unit: 'un',
    valid_until: TODAY,
  });
  expect(rowProblems(row).size).toBe(0);
});

it('keeps a choice made in a proposed row, and turns an emptied row into a proposal again', () => {
  const row = proposedRow([], 'a', TODAY);
  const chosen = typed(row, { department: 'bakery', unit: 'kg' });
  expect(chosen.isProposed).toBe(false);
  expect(rowsFromTable(tableFromRows([chosen]), newKey)).toHaveLength(1);
  expect(typed(row, { product: 'Pão' }).isProposed).toBe(false);
  expect(typed(row, { product: 'Pão', price: '' }).isProposed).toBe(false);
  expect(withCellText(typed(row, { product: 'Pão' }), 'product', '').isProposed).toBe(true);
});

it('pastes a block from a cell on, and a table with a header by its column names', () => {
  const rows = withProposed([typed(proposedRow([], 'a', TODAY), grape)], newKey, TODAY);
  const at = { at: 1, column: 4 };
  const block = pasteInto(rows, at, '9,99\t12,99\n8,50\t', newKey);
  expect(block).toMatchObject([
    { cells: grape },
    { cells: { price: '9,99', former_price: '12,99' }, isProposed: false },
    { cells: { price: '8,50', former_price: '', department: 'produce', valid_from: TODAY } },
  ]);
  const column = pasteInto(rows, { at: 0, column: 0 }, 'Kiwi\r\nFigo\r\n', newKey);
  expect(column).toMatchObject([
    { cells: { product: 'Kiwi', price: '12,99' } },
    { cells: { product: 'Figo' } },
  ]);
  const named =
    'Por\tProduto\tTamanho\tUnidade\tSetor\tInício\tFim\n4,99\tMaçã\t1\tQuilo\tHortifruti\t1/12/26\t2/12/26';
  expect(pasteInto(rows, at, named, newKey)).toMatchObject([
    {},
    { cells: { product: 'Maçã', price: '4,99', unit: 'kg', department: 'produce' } },
  ]);
  expect(pasteInto(rows, at, 'Uva', newKey)).toBeNull();
  expect(pasteInto(rows, at, 'a\n'.repeat(300), newKey)).toBe('too many');
});

it('pastes prices without the sign and spaces, and other texts as they are', () => {
  const block = pasteInto(
    [],
    { at: 0, column: 0 },
    'Uva R$ 5\t\t1\tkg\tR$ 1.299,90\tr$\u00a012,99\t R$5 ',
    newKey,
  );
  expect(block).toMatchObject([
    { cells: { product: 'Uva R$ 5', price: '1.299,90', former_price: '12,99', card_price: '5' } },
  ]);
  expect(pastedText('price', ' R$ 1 299,90\n')).toBe('1299,90');
  expect(pastedText('brand', 'R$ 9')).toBe('R$ 9');
});

it('reports the problem of each cell, and leaves a table with other columns to the text', () => {
  const wrong = typed(proposedRow([], 'a', ''), { product: 'Uva', price: '9,99', former_price: '4,99' });
  expect(Object.fromEntries(rowProblems(wrong))).toMatchObject({
    department: 'Escolha o departamento.',
    valid_from: expect.any(String),
  });
  expect(
    rowProblems(typed(proposedRow([], 'a', TODAY), { ...grape, former_price: '4,99' })).get('former_price'),
  ).toBe('O preço de antes é maior que o da oferta.');
  expect(rowsFromTable('EAN\tProduto', newKey)).toBeNull();
  expect(rowsFromTable('', newKey)).toEqual([]);
});

it('names the other row if two rows of one offer have different values', () => {
  const row = (key: string, price: string, product = 'Uva') =>
    typed(proposedRow([], key, TODAY), { ...grape, product, price });
  const rows = [row('a', '12,99'), row('b', '9,99', 'Kiwi'), row('c', '11,99', 'UVA')];
  const problems = allRowProblems(rows);
  const text = (line: number) =>
    `Esta oferta também está na linha ${line}, com outro valor aqui. Deixe só uma.`;
  expect([...problems].map(([key, found]) => [key, [...found]])).toEqual([
    ['a', [['price', text(3)]]],
    ['b', []],
    ['c', [['price', text(1)]]],
  ]);
  expect(allRowProblems([row('a', '9,99'), row('b', '9,99')]).get('b')?.size).toBe(0);
});

it('reports a point before three digits of kilograms as ambiguous, in its cell', () => {
  const row = typed(proposedRow([], 'a', TODAY), { ...grape, size: '2.250', unit: 'kg' });
  expect(rowProblems(row).get('size')).toBe('«2.250 kg» quer dizer 2,25 ou 2250? Escreva um dos dois.');
  expect(rowProblems(withCellText(row, 'unit', 'g')).size).toBe(0);
});

it('finds the next wrong cell in reading order, and continues at the top after the last', () => {
  const rows = pasteInto([], { at: 0, column: 0 }, 'Uva\t\t1\tkg\tx\nKiwi\t\t1\tkg\t9\n\t\t1\tkg\t9', newKey);
  if (!Array.isArray(rows)) throw new Error('not pasted');
  const wrong = (row: OfferRow) =>
    new Map([...rowProblems(row)].filter(([field]) => /price|product/.test(field)));
  expect(nextProblem(rows, wrong, { at: -1, column: -1 })).toMatchObject({ at: 0, field: 'price' });
  expect(nextProblem(rows, wrong, { at: 0, column: 4 })).toMatchObject({ at: 2, field: 'product' });
  expect(nextProblem(rows, wrong, { at: 2, column: 0 })).toMatchObject({ at: 0, field: 'price' });
});
