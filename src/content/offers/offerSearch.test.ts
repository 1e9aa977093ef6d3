import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp, testClock } from '../../../test/app.ts';
import { uploadCalls } from '../../../test/uploads.ts';

const TODAY = '2026-11-21';
const whole = {
  ...{ product: 'Café', size: '500', unit: 'g', price: '12,99', department: 'grocery' },
  ...{ valid_from: TODAY, valid_until: '2026-11-30' },
};
const PRODUCTS = [
  'Copo d’água 300 ml',
  'Smørrebrød de centeio',
  'Tomate italiano',
  'Pão francês',
  'Limões taiti',
  'Coca‑Cola 2 litros',
  'Pudim da vovó',
];
const [WATER, SANDWICH, TOMATO, BREAD, LIME, COLA] = PRODUCTS;

let app: TestApp;
let token: string;
const { storeRecord, destroy } = uploadCalls(() => app, 'offers', {
  fields: () => whole,
  files: () => ({}),
});

beforeAll(async () => {
  app = await createTestApp({ clock: testClock(`${TODAY}T15:00:00Z`) });
  token = await app.signIn();
  for (const product of PRODUCTS) {
    await storeRecord({ product });
    await destroy(await storeRecord({ product }));
  }
});
afterAll(() => app.remove());

/** Returns the products found by each search: site, list of staff, command palette and trash. */
async function foundBy(search: string): Promise<unknown[]> {
  const asked = encodeURIComponent(search);
  const [site, office, palette, trash] = await Promise.all(
    [
      `/api/site/offers?search=${asked}`,
      `/api/admin/offers?page=1&search=${asked}`,
      `/api/admin/find?search=${asked}`,
      `/api/admin/bin?table=offers&search=${asked}`,
    ].map(async (path) => (await app.request('GET', path, { token })).json().data),
  );
  const products = (rows: { product: string }[]) => rows.map(({ product }) => product);
  const titles = (rows: { title: string }[]) => rows.map(({ title }) => title);
  return [products(site.offers), products(office), titles(palette), titles(trash)];
}

test.each([
  ["d'água", WATER],
  ['d’agua', WATER],
  ['d‘água', WATER],
  ['d´agua', WATER],
  ['d`agua', WATER],
  ['co\u00adpo', WATER],
  ['co\u200bpo', WATER],
  ["d'a\u0301gua", WATER],
  ['copos', WATER],
  ['smorrebrod', SANDWICH],
  ['SMØRREBRØD', SANDWICH],
  ['smørrebrød', SANDWICH],
  ['tomates', TOMATO],
  ['italianos tomates', TOMATO],
  ['pães', BREAD],
  ['pa\u0303es', BREAD],
  ['PAO', BREAD],
  ['limões', LIME],
  ['limão', LIME],
  ['lima\u0303o', LIME],
  ['coca-cola', COLA],
  ['coca‐cola', COLA],
  ['coca–cola', COLA],
  ['coca−cola', COLA],
])(
  'a search for %j finds %j on the site, in the list, the palette and the trash',
  async (search, product) => {
    expect(await foundBy(search)).toEqual([[product], [product], [product], [product]]);
  },
);

test('a plural does not find its singular within another word', async () => {
  expect(await foundBy('ovos')).toEqual([[], [], [], []]);
});

test('shoppers see offers with the word itself before those with it inside another word', async () => {
  for (const product of ['Tapete de banheiro', 'Ração pet']) await storeRecord({ product });
  const [site] = await foundBy('pet');
  expect(site).toEqual(['Ração pet', 'Tapete de banheiro']);
});
