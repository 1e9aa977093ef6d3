import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { dailyOfferPictures } from '../../../demo/content.ts';
import { leafletTexts } from '../../../demo/dailyOfferTexts.ts';
import { offers } from '../../../demo/offers.ts';

const drawn = await readFile(new URL('../../../demo/art/dailyOffers.mjs', import.meta.url), 'utf8');
/** Returns the products with prices that `art/dailyOffers.mjs` draws, by the picture's name. */
const drawnOn = (name: string): [product: string, price: string][] => {
  const [, body = ''] = new RegExp(`name: '${name}'([\\s\\S]*?)\\n  \\}`).exec(drawn) ?? [];
  return Array.from(
    body.matchAll(/\['[^']+', '([^']+)', '([\d,]+)', '\w+'\]/g),
    ([, product = '', price = '']) => [product.split(/,|&| \d/)[0] ?? '', price],
  );
};

it('describes each drawn picture with its products and prices, which equal those of the offers', () => {
  expect(Object.keys(leafletTexts).toSorted()).toEqual(dailyOfferPictures.map(({ file }) => file).toSorted());
  for (const [file, lines] of Object.entries(leafletTexts)) {
    const products = drawnOn(file.replace('.webp', ''));
    expect(products.length, file).toBe(7);
    expect(lines.length, 'a title, and each offer').toBe(products.length + 1);
    for (const [at, [product, price]] of products.entries()) {
      const line = lines[at + 1] ?? '';
      expect(line.startsWith(product), `${line} is ${product}`).toBe(true);
      expect(line).toContain(`R$ ${price} `);
      const offered = offers.filter((offer) => offer.product.startsWith(product));
      if (offered.length === 1) expect(offered[0]?.price.replace('.', ','), product).toBe(price);
    }
  }
});
