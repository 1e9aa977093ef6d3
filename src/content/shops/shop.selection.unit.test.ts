import { expect, test } from 'vitest';
import type { Shop } from './shop.contract.ts';
import { nextShops, readShopSearch, selectShops } from './shop.selection.ts';

const shopOf = (name: string, description: string | null = null) =>
  ({ uuid: name, name, description, file: {}, email: 'a@b.example' }) as Shop;
const shops = [
  shopOf('Café Meia-Xícara', 'Bolo do dia e sorvete no verão.'),
  shopOf('Gelateria Serenata', 'Vinte sabores de sorvete.'),
  shopOf('Sorvete & Cia'),
];
const names = (search: string) => selectShops(shops, search).map(({ name }) => name);

test('finds shops by name first, then by description, ignoring accents and case', () => {
  expect(names('')).toHaveLength(3);
  expect(names('CAFE xicara')).toEqual(['Café Meia-Xícara']);
  expect(names('sorvete')).toEqual(['Sorvete & Cia', 'Café Meia-Xícara', 'Gelateria Serenata']);
  expect(names('serenata sabores')).toEqual(['Gelateria Serenata']);
  expect(names('b.example')).toEqual([]);
});

test('trims and shortens the search', () => {
  expect(readShopSearch(new URLSearchParams({ busca: `  a \n b ${'x'.repeat(200)}` }))).toMatch(
    /^a b x{76}$/,
  );
  expect(readShopSearch(new URLSearchParams())).toBe('');
});

test('returns the next shops and wraps around at the end', () => {
  const of = (uuid: string) => nextShops(uuid, shops, 2).map(({ name }) => name);
  expect(of('Gelateria Serenata')).toEqual(['Sorvete & Cia', 'Café Meia-Xícara']);
  expect(nextShops('gone', shops, 9)).toHaveLength(3);
});
