import { describe, expect, it } from 'vitest';
import { sheetOf } from './csv.ts';
import { cellOf, fileNameOf } from './csvCells.ts';

describe('a cell of a spreadsheet', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+55 (85) 90000-0001', "'+55 (85) 90000-0001"],
    ['-cmd', "'-cmd"],
    ['@soma', "'@soma"],
    ['\tx', "'\tx"],
    ['\rx', "'\rx"],
    ['\nx', "'\nx"],
    ['＝1+1', "'＝1+1"],
    ['＋55', "'＋55"],
    ['－cmd', "'－cmd"],
    ['＠soma', "'＠soma"],
    ['pão = vida', 'pão = vida'],
    ['-', "'-"],
    [-3.5, '-3,5'],
    [1234.5, '1234,5'],
    [0, '0'],
    [null, ''],
    [undefined, ''],
  ])('%j is %j', (cell, text) => {
    expect(cellOf(cell)).toBe(text);
  });
});

it('quotes every cell of an exported row, which has semicolons and ends with CRLF', () => {
  expect(sheetOf([['Nome', 'a "b"; c', 'duas\nlinhas', '=x', 1.5, null]])).toBe(
    '"Nome";"a ""b""; c";"duas\nlinhas";"\'=x";"1,5";""\r\n',
  );
});

it('a file is named in Portuguese with the day of São Paulo', () => {
  expect(fileNameOf('Dicas e receitas', Date.parse('2026-11-23T02:00:00Z'))).toBe(
    'dicas-e-receitas-22-11-2026.csv',
  );
});
