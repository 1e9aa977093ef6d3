import { describe, expect, it } from 'vitest';
import { BRAND, hardProduct, layoutFaults, posterOf, wordsIn } from '../../../../test/posters.ts';
import { type Format, LAYOUTS, layoutFor, POSTER_FORMATS, splitIntoPages } from '../leaflet.types.ts';
import { drawableText } from './fitText.ts';
import { layOutPages } from './layout.ts';

const formats = Object.keys(POSTER_FORMATS) as Format[];

describe('poster', () => {
  it.each(formats)('fits hard products into %s without overflow', (format) => {
    for (let count = 1; count <= 16; count += 1)
      for (const first of [0, 11]) {
        const products = Array.from({ length: count }, (_, at) => hardProduct(first + at, at + 1));
        const title = ['Dia de açougue', 'M'.repeat(60), 'Ofertas de fim de semana para a família toda'][
          first % 3
        ];
        const content = posterOf(products, { title: title ?? '' });
        expect(layoutFaults(content, format), `${count} from ${first}`).toEqual([]);
      }
  });

  it('shows each name unabridged or reports it as cut, and shows each price always', () => {
    const products = Array.from({ length: 16 }, (_, at) => ({
      ...hardProduct(at),
      product: at === 3 ? 'Leve três pague dois '.repeat(9) : 'Desodorante antitranspirante aerossol, 150 ml',
      price: '99999.99',
    }));
    for (const format of formats)
      for (const { cells } of layOutPages(posterOf(products), format, BRAND))
        for (const { parts, product, isNameCut } of cells) {
          if (product.product.length > 100) expect(isNameCut, format).toBe(true);
          const said = wordsIn(parts);
          const name = said.filter(({ face }) => face === 'title').map(({ text }) => text);
          expect(name.join(' '), format).toContain(isNameCut ? '…' : product.product);
          expect(said.filter(({ face }) => face === 'price').map(({ text }) => text)).toEqual([
            'R$',
            '99.999',
            ',99',
          ]);
        }
  });

  it('chooses the smallest layout that fits, and fills pages evenly', () => {
    expect([1, 2, 4, 5, 9, 10, 16, 17, 64].map(layoutFor)).toEqual([1, 4, 4, 9, 9, 16, 16, 16, 16]);
    const some = (count: number) => Array.from({ length: count }, (_, at) => at);
    expect(splitIntoPages(some(17), 16).map(({ length }) => length)).toEqual([9, 8]);
    for (const layout of LAYOUTS)
      for (const count of [1, 5, 16, 33]) {
        const pages = splitIntoPages(some(count), layout);
        expect(pages.flat()).toEqual(some(count));
        expect(Math.max(...pages.map(({ length }) => length))).toBeLessThanOrEqual(layout);
      }
  });

  it('writes only letters that the fonts have', () => {
    expect(drawableText('Crème  brûlée Ş日本 🍅\nAção')).toBe('Crème brûlée S Ação');
  });
});
