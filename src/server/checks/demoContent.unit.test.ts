import { readFile } from 'node:fs/promises';
import { describe, expect, it, test } from 'vitest';
import { branchServices } from '../../../demo/branchServices.ts';
import { branches, dailyOfferPictures, questions, ticketOffice } from '../../../demo/content.ts';
import { leafletTexts } from '../../../demo/dailyOfferTexts.ts';
import { type DemoOffer, offerNamed, offers } from '../../../demo/offers.ts';
import type { ServiceName } from '../../content/branches/services.ts';

const FORTNIGHT = 14;

/** Returns the products with prices that a module of `demo/art` draws in the picture or page `name`. */
async function drawnIn(module: string, name: string): Promise<[product: string, price: string][]> {
  const source = await readFile(new URL(`../../../demo/art/${module}.mjs`, import.meta.url), 'utf8');
  const [, body = ''] = new RegExp(`name: '${name}'([\\s\\S]*?)\\n  \\}`).exec(source) ?? [];
  return Array.from(
    body.matchAll(/\['[^']+', '([^']+)', '([\d,]+)', '\w+'\]/g),
    ([, product = '', price = '']) => [product.split(/,|&| \d/)[0] ?? '', price],
  );
}

describe('daily offer pictures', () => {
  it('have a text each', () => {
    const files = dailyOfferPictures.map(({ file }) => file);
    expect(Object.keys(leafletTexts).toSorted()).toEqual(files.toSorted());
  });

  it.each(Object.entries(leafletTexts))(
    '%s: the text has the drawn products, their prices and the days on which they are valid',
    async (file, [, ...lines]) => {
      const drawn = await drawnIn('dailyOffers', file.replace('.webp', ''));
      expect(drawn).toHaveLength(7);
      expect(lines).toHaveLength(8);
      const found: DemoOffer[] = [];
      for (const [at, [product, price]] of drawn.entries()) {
        const line = lines[at] ?? '';
        const offer = offerNamed(product);
        found.push(offer);
        expect(line.startsWith(product), `${line} is ${product}`).toBe(true);
        expect(line).toContain(`R$ ${price} `);
        expect(offer.price.replace('.', ','), product).toBe(price);
        expect(offer.branches, `${product} is valid everywhere`).toBeUndefined();
        expect(/hoje/i.test(line), `${line}: until day ${offer.last_day}`).toBe(offer.last_day === 0);
      }
      const validity = lines.at(-1) ?? '';
      expect(/quinzena/.test(validity)).toBe(found.some(({ last_day }) => last_day === FORTNIGHT));
      expect(/hoje/.test(validity)).toBe(found.some(({ last_day }) => last_day === 0));
      expect(found.filter(({ last_day }) => last_day !== 0 && last_day !== FORTNIGHT)).toEqual([]);
    },
  );
});

it('no offer of the fortnightly booklet ends before it', async () => {
  const sheets = ['acougue', 'hortifruti', 'padaria', 'peixaria', 'limpeza', 'bebidas'];
  const drawn = (await Promise.all(sheets.map((name) => drawnIn('booklet', name)))).flat();
  expect(drawn).toHaveLength(60);
  for (const [product, price] of drawn)
    for (const offer of offers.filter((one) => one.product.startsWith(product)))
      expect([offer.last_day, offer.price.replace('.', ',')], product).toEqual([FORTNIGHT, price]);
});

describe('answers about services', () => {
  /** Returns the names of the demo branches with a service, in their order. */
  const branchesWith = (service: ServiceName) =>
    branches
      .filter(({ slug }) => branchServices[slug]?.some((one) => one.service === service))
      .map(({ name }) => name);
  const answerTo = (words: RegExp) => questions.find(({ question }) => words.test(question))?.answer ?? '';
  /** Returns the branches that an answer names. */
  const namedIn = (answer: string) =>
    branches.map(({ name }) => name).filter((name) => answer.includes(name));

  test.each<[ServiceName, RegExp]>([
    ['delivery', /entregam em casa/],
    ['pickup', /buscar na loja/],
    ['parking', /estacionamento/],
  ])('name the branches that have %s', (service, words) => {
    const answer = answerTo(words);
    expect(namedIn(answer)).toEqual(branchesWith(service));
    expect(answer).toContain('cinco');
    expect(branchesWith(service)).toHaveLength(5);
  });

  test('promise everywhere only what every branch has', () => {
    expect(answerTo(/estacionamento/)).toMatch(/^Em todas as filiais, cadeira de rodas/);
    expect(branchesWith('wheelchair')).toHaveLength(branches.length);
  });

  test('give the same age for half-price tickets as the ticket office', () => {
    for (const text of [answerTo(/meia-entrada/), ticketOffice.description])
      expect(text).toContain('60 anos ou mais');
  });
});
