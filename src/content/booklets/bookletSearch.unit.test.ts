import { describe, expect, it } from 'vitest';
import { findInPages, readBookletSearch } from './bookletSearch.ts';

const pages = [
  { page: 1, text: 'Oito páginas de preço bom' },
  { page: 2, text: 'Açougue\nPicanha bovina\nPeça inteira\nR$ 59,90\nkg\nCostela\nsuína\nR$ 18,90' },
  { page: 3, text: 'Peça de pão\nCostela de pão' },
];
const wordsOf = (search: string) =>
  findInPages(pages, search).map(({ page, excerpts }) => [
    page,
    ...excerpts.map((excerpt) => excerpt.map(({ word, hit }) => (hit ? `[${word}]` : word)).join(' ')),
  ]);

describe('search in a booklet', () => {
  it.each([
    ['PAGINAS', [[1, 'Oito [páginas] de preço bom']]],
    ['costela suina', [[2, '[Costela] [suína] R$ 18,90']]],
    [
      'peca',
      [
        [2, '[Peça] inteira R$ 59,90 kg'],
        [3, '[Peça] de pão'],
      ],
    ],
    ['picanha pão', []],
    ['   ', []],
  ])('finds the excerpts for %j', (search, found) => {
    expect(wordsOf(search)).toEqual(found);
  });

  it('finds words on different lines, each with the lines that follow', () => {
    expect(wordsOf('acougue 18,90')).toEqual([
      [2, '[Açougue] Picanha bovina Peça inteira R$ 59,90 kg', 'R$ [18,90]'],
    ]);
  });

  it('normalizes the search from the address, and limits its length', () => {
    expect(readBookletSearch(new URLSearchParams({ busca: '  pão   francês ' }))).toBe('pão francês');
    expect(readBookletSearch(new URLSearchParams({ busca: 'x'.repeat(500) }))).toHaveLength(80);
    expect(readBookletSearch(new URLSearchParams())).toBe('');
  });
});
