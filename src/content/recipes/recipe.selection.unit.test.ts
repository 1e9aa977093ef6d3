import { expect, it } from 'vitest';
import { recipesAddress } from './recipe.address.ts';
import { categorySlug, isCategory, readRecipeQuery } from './recipe.selection.ts';

it('gives a selection one canonical address', () => {
  expect(recipesAddress({})).toBe('/tips-and-recipes');
  expect(recipesAddress({ search: 'pão de ló', category: 'doces', page: 2 })).toBe(
    '/tips-and-recipes?categoria=doces&busca=p%C3%A3o+de+l%C3%B3&pagina=2',
  );
  expect(recipesAddress({ time: 30, difficulty: 1, page: 2 })).toBe(
    '/tips-and-recipes?dificuldade=facil&pagina=2&tempo=30',
  );
});

it('reads a mistyped address with defaults', () => {
  const read = (query: string) => readRecipeQuery(new URLSearchParams(query));
  expect(read('busca=%20p%C3%A3o%20%20de%20l%C3%B3&categoria=%20doces&pagina=3')).toEqual({
    search: 'pão de ló',
    category: 'doces',
    page: 3,
  });
  expect(read(`busca=${'a'.repeat(100)}`).search).toHaveLength(80);
  for (const wrong of ['0', '-1', '1.5', 'x', '']) expect(read(`pagina=${wrong}`).page).toBe(1);
});

it('identifies a category by slug or id', () => {
  const sweets = { id: 7, name: 'Doces & sobremesas' };
  expect(categorySlug(sweets)).toBe('doces-sobremesas');
  expect(categorySlug({ id: 9, name: '🍰' })).toBe('9');
  expect(['doces-sobremesas', '7', 'doces'].map((wanted) => isCategory(sweets, wanted))).toEqual([
    true,
    true,
    false,
  ]);
});
