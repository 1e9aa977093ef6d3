import { describe, expect, it, test } from 'vitest';
import { COLUMNS, MOST_ROWS, readRow, sheetOf } from './offerSheet.ts';
import { rowsOf } from './sheet.ts';

const cellsOf = (text: string) => rowsOf(text).map(({ cells }) => cells);

describe('a table that is text', () => {
  it.each([
    [
      'by semicolons',
      'a;b\n1,5;2\n',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    [
      'by commas',
      'a,b\n"1,5",2',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    [
      'by tabs, with an empty cell',
      'a\tb\r\n\t2\r\n',
      [
        ['a', 'b'],
        ['', '2'],
      ],
    ],
    [
      'with what a spreadsheet puts before it',
      '\uFEFFa;b\r1;2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'with quotes, separators and line ends in a cell',
      'a;b\n"x ""y""; z\nw";2',
      [
        ['a', 'b'],
        ['x "y"; z\nw', '2'],
      ],
    ],
    [
      'with a quote within a word',
      'a;b\n5" de cano;2',
      [
        ['a', 'b'],
        ['5" de cano', '2'],
      ],
    ],
  ])('%s', (_, text, cells) => expect(cellsOf(text)).toEqual(cells));

  it('knows the line of each row, and passes over empty ones', () =>
    expect(rowsOf('a;b\n\n"1\n2";3\n;\n4;5').map(({ line }) => line)).toEqual([1, 3, 6]));
});

const HEAD = COLUMNS.map(({ label }) => label).join(';');
const ROW = 'Café;Serra Alta;500;g;R$ 16,90;21,90;;5;MERCEARIA;21/11/2026;30/11/26;sim;';

function read(text: string) {
  const sheet = sheetOf(text);
  if (typeof sheet === 'string') throw new Error(sheet);
  return sheet.rows.map((row) => readRow(sheet.columns, row, undefined));
}

test('a row is an offer, as people write it', () => {
  expect(read(`${HEAD}\n${ROW}`)[0]?.offer).toMatchObject({
    ...{
      product: 'Café',
      brand: 'Serra Alta',
      size: '500',
      unit: 'g',
      price: '16.90',
      former_price: '21.90',
    },
    ...{ card_price: null, customer_limit: 5, department: 'grocery', highlight: true, place: null },
    ...{ valid_from: '2026-11-21', valid_until: '2026-11-30' },
  });
});

test('columns stand in any order, under their names of the API too, and others are passed over', () => {
  const text =
    'codigo,preco,product,Tamanho,UN,setor,valid_from,Vale até\n7,"9,98",Coxa,1,quilo,Açougue,2026-11-21,2026-11-21';
  expect(read(text)[0]?.offer).toMatchObject({
    product: 'Coxa',
    price: '9.98',
    unit: 'kg',
    department: 'butcher',
  });
});

test('what is wrong is told at its cell', () => {
  const [row] = read(`${HEAD}\n;;zero;kilo;doze;;;;Roupas;31/02/2026;;talvez;`);
  expect(row?.offer).toBeNull();
  expect(row?.errors.map(({ column, text }) => `${COLUMNS[column]?.label}: ${text}`)).toEqual([
    'Produto: Informe o produto.',
    'Tamanho: Informe o tamanho como 500 ou 1,5.',
    'Unidade: Escolha a unidade.',
    'Preço: Informe o preço como 12,99.',
    'Departamento: Escolha o departamento.',
    'Vale de: Informe o dia, o mês e o ano.',
    'Vale até: Informe o último dia.',
    'Destaque: Diga se a oferta tem destaque.',
  ]);
});

test.each([
  ['', 'Digite as ofertas, cole a planilha ou escolha o arquivo.'],
  ['Café;16,90', 'A primeira linha diz o nome das colunas: '],
  [HEAD.replace('Preço;', ''), 'Falta a coluna «Preço».'],
  [`${HEAD};Preço\n${ROW}`, 'A coluna «Preço» está duas vezes.'],
  [HEAD, 'Só há a linha dos nomes.'],
  [`${HEAD}\n${`${ROW}\n`.repeat(MOST_ROWS + 1)}`, 'São 2.001 linhas. Importe até 2.000 ofertas por vez.'],
])('what is no table of offers is told in words (%#)', (text, words) => {
  expect(sheetOf(text)).toContain(words);
});
