import { expect, it } from 'vitest';
import { faultsOf, hardProduct, leafletOf } from '../../../../test/leaflets.ts';
import { FORMATS, type Format } from '../leaflet.types.ts';

const MIXTURES = 400;

it.each(Object.keys(FORMATS) as Format[])('no leaflet overflows as %s, of very many', (format) => {
  for (let first = 0; first < MIXTURES; first += 1) {
    const count = (first % 16) + 1;
    const products = Array.from({ length: count }, (_, at) => hardProduct(first * 7 + at, at + 1));
    const title = 'Ofertas de fim de semana para a família toda, e mais'.slice(0, (first % 50) + 1);
    expect(faultsOf(leafletOf(products, { title }), format), `${count} from ${first}`).toEqual([]);
  }
});
