import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp, testClock } from '../../../test/app.ts';
import { fileOf, jpeg } from '../../../test/images.ts';
import { uploadCalls } from '../../../test/uploads.ts';
import { builtPages } from './builtPages.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({
    clock: testClock('2026-11-23T15:00:00Z'),
    pages: builtPages,
  });
  await app.signIn();
  const picture = await jpeg();
  const offers = uploadCalls(() => app, 'offers', {
    fields: () => ({
      product: 'Biscoito <b>',
      size: '1',
      unit: 'kg',
      price: '12.99',
      former_price: '15.00',
      department: 'grocery',
      valid_from: '2026-11-20',
      valid_until: '2026-11-30',
    }),
    files: () => ({ image: fileOf(picture) }),
  });
  for (let at = 0; at < 30; at += 1) await offers.storeRecord({ brand: `Marca ${at}` });
});
afterAll(() => app.remove());

async function read(url: string): Promise<string> {
  const { statusCode, payload } = await app.request('GET', url);
  expect(statusCode, url).toBe(200);
  expect(payload).not.toMatch(/undefined|NaN|\[object|<[^>]+\sstyle="/);
  expect(payload).toContain('content="noindex"');
  return payload.replaceAll('<!-- -->', '');
}

test('shows results by kind with prices and links to more', async () => {
  const page = await read('/search?q=biscoitos');
  expect(page).toContain('30 resultados com “biscoitos”');
  expect(page).toContain('<mark>Biscoito</mark> &lt;');
  expect(page).toContain('R$ 12,99');
  expect(page).toContain('href="/search?q=biscoitos&amp;tipo=ofertas"');
  const second = await read('/search?pagina=2&tipo=ofertas&q=biscoitos&x=1');
  expect(second).toContain('30 resultados com “biscoitos” em Ofertas, página 2 de 2');
  expect(second).toContain('href="/search?q=biscoitos&amp;tipo=ofertas" rel="prev"');
  expect(await read('/search?q=bisoito')).toContain('href="/search?q=biscoito"');
  expect(await read('/search?q=biscoito+cinema')).toContain('<p>Sem “cinema”</p>');
});

test('links to the departments with offers without results and without a query', async () => {
  for (const page of [await read('/search?q=xyzqwk'), await read('/search')])
    expect([...page.matchAll(/"\/offers\?departamento=(\w+)"/g)].map(([, key]) => key)).toEqual(['grocery']);
  expect(await read('/search?q=%3Cscript%3Ealert(1)%3C/script%3E')).not.toContain('<script>alert');
});

test('redirects /busca permanently with its query', async () => {
  const { statusCode, headers } = await app.request('GET', '/busca?q=p%C3%A3o&tipo=receitas');
  expect([statusCode, headers.location]).toEqual([301, '/search?q=p%C3%A3o&tipo=receitas']);
});

test('each page has the search form, and structured data describes it', async () => {
  const { payload } = await app.request('GET', '/');
  expect(payload).toContain('action="/search"');
  expect(payload).toMatch(/"urlTemplate":"[^"]*\/search\?q=\{search_term_string\}"/);
  expect((await app.request('GET', '/sitemap.xml')).payload).not.toContain('/search');
});
