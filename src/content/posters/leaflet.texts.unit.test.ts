import { describe, expect, it } from 'vitest';
import { hardProduct, posterOf } from '../../../test/posters.ts';
import { MAX_ALT_LENGTH } from '../../shared/files/image.ts';
import { MAX_TRANSCRIPT_LENGTH } from '../dailyOffers/dailyBooklet.contract.ts';
import { ownDaysText, pageAltText, pageTranscript, posterValidityText, termsText } from './leaflet.texts.ts';

const coffee = (number: number) => ({
  ...hardProduct(0),
  ...{ product: `Café ${number}`, brand: 'Serra Alta', size: '500 g', price: '12.99', former_price: '15.90' },
  ...{ card_price: '11.99', unit_price: 'R$ 25,98 o quilo', customer_limit: 3, days: 'só até 24/11' },
});
const leaflet = posterOf([]);

describe('texts of a page', () => {
  it('lists each product with all details', () => {
    expect(pageTranscript(leaflet, [coffee(1)]).split('\n')).toEqual([
      'Dia de açougue. De 23 a 29/11.',
      'Café 1 Serra Alta, R$ 12,99 500 g, antes R$ 15,90, R$ 25,98 o quilo, R$ 11,99 com o cartão, até 3 por cliente, só até 24/11.',
      leaflet.terms,
    ]);
  });

  it('shortens the alternative text to whole products', () => {
    expect(pageAltText(leaflet, [coffee(1)])).toContain('antes R$ 15,90');
    const many = Array.from({ length: 16 }, (_, at) => coffee(at + 1));
    const alt = pageAltText(leaflet, many);
    expect(alt.length).toBeLessThanOrEqual(MAX_ALT_LENGTH);
    expect(alt).toMatch(/: Café 1 R\$ 12,99 500 g; .*500 g e mais \d+\.$/);
    for (let seed = 0; seed < 40; seed += 1)
      expect(pageAltText(leaflet, [hardProduct(seed), hardProduct(seed + 1)]).length).toBeLessThanOrEqual(
        MAX_ALT_LENGTH,
      );
  });

  it('shortens the transcript to names and prices if the full text is too long', () => {
    const long = Array.from({ length: 16 }, (_, at) => ({ ...coffee(at), product: 'Café'.padEnd(200, 'é') }));
    const text = pageTranscript(leaflet, long);
    expect(text.length).toBeLessThanOrEqual(MAX_TRANSCRIPT_LENGTH);
    expect(text.match(/R\$ 12,99/g)?.length).toBe(16);
  });

  it('names the days of the poster, and those of offers with other days', () => {
    const week = { valid_from: '2026-11-23', valid_until: '2026-11-29' };
    const day = { valid_from: '2026-11-23', valid_until: '2026-11-23' };
    expect(posterValidityText(week)).toBe('De 23 a 29/11');
    expect(posterValidityText(day)).toBe('Só segunda-feira, 23/11');
    expect(termsText(week)).toBe(
      'Ofertas válidas de 23/11/2026 a 29/11/2026, ou enquanto durarem os estoques.',
    );
    expect(ownDaysText({ valid_from: '2026-11-01', valid_until: '2026-12-24' }, week)).toBeNull();
    expect(ownDaysText({ valid_from: '2026-11-01', valid_until: '2026-11-24' }, week)).toBe('só até 24/11');
    expect(ownDaysText({ valid_from: '2026-11-25', valid_until: '2026-12-24' }, week)).toBe(
      'a partir de 25/11',
    );
    expect(ownDaysText({ valid_from: '2026-11-25', valid_until: '2026-11-26' }, week)).toBe('de 25 a 26/11');
  });
});
