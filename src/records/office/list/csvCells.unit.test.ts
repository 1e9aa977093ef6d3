import { describe, expect, it } from 'vitest';
import { encodeCsv } from './csv.ts';
import { encodeCell, fileNameOf } from './csvCells.ts';

describe('a CSV cell', () => {
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
  ])('a CSV cell encodes %j as %j', (cell, text) => {
    expect(encodeCell(cell)).toBe(text);
  });
});

it('sheetOf quotes every cell, separates them by semicolons and ends rows with CRLF', () => {
  expect(encodeCsv([['Nome', 'a "b"; c', 'duas\nlinhas', '=x', 1.5, null]])).toBe(
    '"Nome";"a ""b""; c";"duas\nlinhas";"\'=x";"1,5";""\r\n',
  );
});

it("an export's file name has the Portuguese title and the day in São Paulo", () => {
  expect(fileNameOf('Dicas e receitas', Date.parse('2026-11-23T02:00:00Z'))).toBe(
    'dicas-e-receitas-22-11-2026.csv',
  );
});
