import { describe, expect, it, test } from 'vitest';
import { MAX_OFFER_ROWS } from './offerImport.contract.ts';
import { OFFER_COLUMNS, parseOfferRow, parseOfferSheet } from './offerSheet.ts';
import { MAX_CELL_LENGTH, MAX_COLUMNS, parseRows, parseRowsAtOnce } from './sheet.ts';

const rowsIn = (text: string) => {
  const rows = parseRowsAtOnce(text);
  if (typeof rows === 'string') throw new Error(rows);
  return rows;
};
const cellsOf = (text: string) => rowsIn(text).map(({ cells }) => cells);

describe('text table', () => {
  it.each([
    [
      'separated by semicolons',
      'a;b\n1,5;2\n',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    [
      'separated by commas',
      'a,b\n"1,5",2',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    [
      'separated by tabs, with an empty cell',
      'a\tb\r\n\t2\r\n',
      [
        ['a', 'b'],
        ['', '2'],
      ],
    ],
    [
      'with a byte order mark',
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
  ])('parses a table %s', (_, text, cells) => expect(cellsOf(text)).toEqual(cells));

  it('counts lines across empty rows and quoted line breaks', () =>
    expect(rowsIn('a;b\n\n"1\n2";3\n;\n4;5').map(({ line }) => line)).toEqual([1, 3, 6]));
});

describe('parser', () => {
  it('reads the separator from the sep= line that Excel writes and counts that line', () => {
    const text = 'sep=;\r\nProduto;Obs\r\nArroz;"1,5; a, b"\r\n';
    expect(rowsIn(text)).toEqual([
      { line: 2, cells: ['Produto', 'Obs'] },
      { line: 3, cells: ['Arroz', '1,5; a, b'] },
    ]);
    expect(cellsOf('sep=|\na|b')).toEqual([['a', 'b']]);
    expect(cellsOf('"sep=,"\na,b')).toEqual([['a', 'b']]);
  });

  it('takes the separator from the first row after empty lines', () =>
    expect(rowsIn('\n \r\nProduto;Preço\nArroz;19,90')).toEqual([
      { line: 3, cells: ['Produto', 'Preço'] },
      { line: 4, cells: ['Arroz', '19,90'] },
    ]));

  it('returns no rows for a text of white space', () => expect(parseRowsAtOnce('\uFEFF \n\t\n')).toEqual([]));

  it.each([
    ['a;b\nArroz;"promo\nFeijão;ok\n', 'Na linha 2 há aspas que abrem e não fecham.'],
    [`a;b\n1;2\nArroz;"promo\n${'Feijão;ok\n'.repeat(5000)}`, 'A linha 3 passa de 10.000 caracteres.'],
    ['a;b\n"duas\nlinhas";1\n"Cano 5" branco";2\n', 'Na linha 4 há aspas no meio de uma célula'],
    [`a;b\n1;2\n"x" y;1\n${'Feijão;ok\n'.repeat(5000)}`, 'Na linha 3 há aspas no meio de uma célula'],
    [
      `a;b\n1;${'x'.repeat(MAX_CELL_LENGTH + 1)}`,
      'Na linha 2, o texto da coluna 2 passa de 2.000 caracteres.',
    ],
    [`a;b\n${'1;'.repeat(MAX_COLUMNS)}`, 'A linha 2 tem 101 colunas. Use até 100.'],
  ])('names the line of a table that cannot be parsed (%#)', (text, words) =>
    expect(parseRowsAtOnce(text)).toContain(words),
  );

  it('parses the same rows however slices cut them', () => {
    const rows = Array.from({ length: 900 }, (_, at) => `"a ""${at}""";"x; y\nz";${at}`).join('\n');
    for (let shift = 0; shift < 12; shift += 1) {
      const read = rowsIn(`${'x'.repeat(shift)}h;i;j\n${rows}`);
      expect(read.length).toBe(901);
      expect(read.at(-1)).toEqual({ line: 2 + 899 * 2, cells: ['a "899"', 'x; y\nz', '899'] });
    }
  });
});

describe('cost of the parser', () => {
  /** Counts the characters that the parser receives; slices that are parsed again count twice. */
  function workOf(text: string) {
    const parsing = parseRows(text);
    const slices: number[] = [];
    for (let step = parsing.next(); !step.done; step = parsing.next()) slices.push(step.value);
    return { longest: Math.max(0, ...slices), given: slices.reduce((sum, length) => sum + length, 0) };
  }

  it.each([
    ['doubled quotes in cells', 'a""\n'],
    ['doubled quotes in quoted cells', '"a""";"b"\n'],
    ['rows of two lines', '"a\nb";1\n'],
    ['long rows', `${'x'.repeat(1500)};${'y'.repeat(1500)};${'y'.repeat(1500)}\n`],
    ['empty rows', ';\n'],
  ])('parses in linear time with %s', (_, row) => {
    const textOf = (length: number) => `h;i;j\n${row.repeat(Math.ceil(length / row.length))}`;
    const [half, whole] = [workOf(textOf(150_000)), workOf(textOf(300_000))];
    expect(whole.given).toBeLessThan(300_000 * 4);
    expect(whole.given / half.given).toBeLessThan(2.2);
    expect(whole.longest).toBeLessThanOrEqual(10_000);
  });

  it('ends early with one cell of quotes or blanks that fills the whole table', () => {
    for (const text of [
      `a;b\n"${'"x'.repeat(150_000)}`,
      `a;b\n"${'""'.repeat(150_000)}`,
      `a;b\n"${'"x'.repeat(75_000)}${' '.repeat(150_000)};`,
      '"'.repeat(300_001),
      ';'.repeat(300_000),
    ]) {
      expect(parseRowsAtOnce(text)).toEqual(expect.any(String));
      expect(workOf(text).given).toBeLessThan(30_000);
    }
  });
});

const HEAD = OFFER_COLUMNS.map(({ label }) => label).join(';');
const ROW = 'Café;Serra Alta;500;g;R$ 16,90;21,90;;5;MERCEARIA;21/11/2026;30/11/26;sim;';

function read(text: string) {
  const sheet = parseOfferSheet(text);
  if (typeof sheet === 'string') throw new Error(sheet);
  return sheet.rows.map((row) => parseOfferRow(sheet.columns, row, undefined));
}

test('reads an offer from a row as people write it', () => {
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

test('accepts columns in any order and under their API names, and ignores unknown ones', () => {
  const text =
    'codigo,preco,product,Tamanho,UN,setor,valid_from,Vale até\n7,"9,98",Coxa,1,quilo,Açougue,2026-11-21,2026-11-21';
  expect(read(text)[0]?.offer).toMatchObject({
    product: 'Coxa',
    price: '9.98',
    unit: 'kg',
    department: 'butcher',
  });
});

test('reports each problem at its cell', () => {
  const [row] = read(`${HEAD}\n;;zero;kilo;doze;;;;Roupas;31/02/2026;;talvez;`);
  expect(row?.offer).toBeNull();
  expect(row?.errors.map(({ column, text }) => `${OFFER_COLUMNS[column]?.label}: ${text}`)).toEqual([
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
  ['Café;16,90', 'A primeira linha diz o nome das colunas: Produto, '],
  ['Café;16,90', 'Filiais. Coloque essa linha no começo e importe de novo.'],
  [HEAD.replace('Preço;', ''), 'Falta a coluna «Preço». Coloque-a e importe de novo.'],
  [
    HEAD.replace('Preço;', '').replace('Produto;', ''),
    'Faltam as colunas «Produto», «Preço». Coloque-as e importe de novo.',
  ],
  [`${HEAD};Preço\n${ROW}`, 'A coluna «Preço» está duas vezes. Deixe só uma e importe de novo.'],
  [HEAD, 'Só há a linha dos nomes.'],
  [
    `${HEAD}\n${`${ROW}\n`.repeat(MAX_OFFER_ROWS + 1)}`,
    'São 2.001 linhas. Importe até 2.000 ofertas por vez.',
  ],
])('rejects a text that is not a table of offers with a message (%#)', (text, words) => {
  expect(parseOfferSheet(text)).toContain(words);
});
