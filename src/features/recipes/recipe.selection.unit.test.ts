import { describe, expect, it } from 'vitest';
import { recipesAddress } from './recipe.address.ts';
import type { PublicRecipe } from './recipe.contract.ts';
import { pairsOf, RECIPES_PER_PAGE, readRecipeQuery, selectRecipes } from './recipe.selection.ts';

const SWEETS = { id: 7, name: 'Doces & sobremesas' };
const FAMILY = { id: 3, name: 'Almoço de família' };

function recipe(name: string, category = SWEETS, more: Partial<PublicRecipe> = {}): PublicRecipe {
  return {
    id: 1,
    uuid: `uuid de ${name}`,
    name,
    revenue_category_id: category,
    description: null,
    ingredients: null,
    preparation_mode: null,
    recipe_link: null,
    alt: null,
    file: { url_s3: '/media/a.webp', width: 4, height: 3, alt: null, variants: [], placeholder: null },
    ...more,
  };
}

const RECIPES = [
  recipe('Feijoada', FAMILY, { ingredients: '500 g de feijão preto\n1 maço de couve' }),
  recipe('Pudim sem furinho', SWEETS, { description: 'O da vovó.' }),
  recipe('Pão de ló', SWEETS, { ingredients: '6 ovos' }),
];

const select = (query: string, recipes = RECIPES) =>
  selectRecipes(recipes, readRecipeQuery(new URLSearchParams(query)));
const names = (query: string) => select(query).cards.map(({ name }) => name);

describe('the selection of recipes', () => {
  it('is everything when nothing is asked for, with the categories by name', () => {
    const all = select('');
    expect([all.total, all.page, all.pages, all.category]).toEqual([3, 1, 1, null]);
    expect(all.choices).toEqual([
      { slug: 'almoco-de-familia', name: 'Almoço de família', count: 1, chosen: false },
      { slug: 'doces-sobremesas', name: 'Doces & sobremesas', count: 2, chosen: false },
    ]);
    expect(Object.keys(all.cards[0] ?? {})).toEqual(['uuid', 'name', 'category', 'file']);
  });

  it('searches name, category, description and ingredients without accents, every word', () => {
    expect(names('busca=PAO')).toEqual(['Pão de ló']);
    expect(names('busca=vovo')).toEqual(['Pudim sem furinho']);
    expect(names('busca=couve+feijão')).toEqual(['Feijoada']);
    expect(names('busca=doces')).toEqual(['Pudim sem furinho', 'Pão de ló']);
    expect(names('busca=couve+pudim')).toEqual([]);
    expect(names('busca=%20%20')).toHaveLength(3);
  });

  it('takes a category by name or by id, and counts the others under the same search', () => {
    expect(names('categoria=doces-sobremesas')).toEqual(['Pudim sem furinho', 'Pão de ló']);
    expect(names('categoria=3')).toEqual(['Feijoada']);
    const both = select('categoria=doces-sobremesas&busca=feijao');
    expect(both.cards).toEqual([]);
    expect(both.category).toEqual({ slug: 'doces-sobremesas', name: 'Doces & sobremesas' });
    expect(both.choices.map(({ name, count }) => [name, count])).toEqual([
      ['Almoço de família', 1],
      ['Doces & sobremesas', 0],
    ]);
    expect(select('categoria=nao-existe')).toMatchObject({ total: 0, category: null });
  });

  it('comes in pages, and a page that does not exist is the nearest one', () => {
    const many = Array.from({ length: RECIPES_PER_PAGE + 1 }, (_, index) => recipe(`Receita ${index}`));
    expect(select('', many)).toMatchObject({ page: 1, pages: 2, total: RECIPES_PER_PAGE + 1 });
    expect(select('pagina=2', many).cards).toHaveLength(1);
    expect(select('pagina=99', many).page).toBe(2);
    for (const wrong of ['0', '-1', '1.5', 'x', '']) expect(select(`pagina=${wrong}`, many).page).toBe(1);
  });

  it('has one address for each selection', () => {
    expect(recipesAddress({})).toBe('/tips-and-recipes');
    expect(recipesAddress({ search: 'pão de ló', category: 'doces', page: 2 })).toBe(
      '/tips-and-recipes?categoria=doces&busca=p%C3%A3o+de+l%C3%B3&pagina=2',
    );
  });
});

describe('what goes well with a recipe', () => {
  it('is of its category first, then others, and never itself', () => {
    const [feijoada, pudim] = RECIPES as [PublicRecipe, PublicRecipe];
    expect(pairsOf(pudim, RECIPES).map(({ name }) => name)).toEqual(['Pão de ló', 'Feijoada']);
    expect(pairsOf(feijoada, [...RECIPES, recipe('Bolo'), recipe('Torta')])).toHaveLength(3);
  });
});
