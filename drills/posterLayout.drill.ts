import { expect, it } from 'vitest';
import { type Format, POSTER_FORMATS } from '../src/content/posters/leaflet.types.ts';
import { hardProduct, layoutFaults, posterOf } from '../test/posters.ts';

const RANDOM_POSTERS = 400;

it.each(Object.keys(POSTER_FORMATS) as Format[])(
  'fits very many hard products into %s without overflow',
  (format) => {
    for (let first = 0; first < RANDOM_POSTERS; first += 1) {
      const count = (first % 16) + 1;
      const products = Array.from({ length: count }, (_, at) => hardProduct(first * 7 + at, at + 1));
      const title = 'Ofertas de fim de semana para a família toda, e mais'.slice(0, (first % 50) + 1);
      expect(layoutFaults(posterOf(products, { title }), format), `${count} from ${first}`).toEqual([]);
    }
  },
);
