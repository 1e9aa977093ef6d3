import { resource } from '../../shared/resource.ts';

export const recipes = resource({
  table: 'recipes',
  one: 'a receita',
  many: 'as receitas',
  meaning: 'a tip or recipe (`revenue` is a mistranslation of *receita* that the wire keeps)',
  area: 'recipes',
  title: 'name',
  files: ['file_id'],
  found: {
    kind: 'recipe',
    page: '/tips-and-recipes/details/:uuid',
    words: { name: 'title', ingredients: 'text', description: 'text' },
    excerpt: 'description',
  },
  office: {
    address: 'revenues',
    screens: {
      list: 'content/recipes/office/RecipeList',
      create: 'content/recipes/office/RecipeForm',
      show: 'content/recipes/office/RecipeDetails',
      edit: 'content/recipes/office/RecipeForm',
    },
    menu: { group: 'Para cliente', label: 'Dicas e receitas', icon: 'CookingPot' },
  },
});
