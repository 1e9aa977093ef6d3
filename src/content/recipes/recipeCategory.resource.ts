import { resource } from '../../shared/resource.ts';

export const recipeCategories = resource({
  table: 'recipe_categories',
  one: 'a categoria',
  many: 'as categorias',
  meaning: 'a category of recipes',
  area: 'recipes',
  title: 'name',
  office: {
    address: 'revenue-categories',
    screens: {
      list: 'content/recipes/office/RecipeCategoryList',
      create: 'content/recipes/office/RecipeCategoryForm',
      edit: 'content/recipes/office/RecipeCategoryForm',
    },
    menu: { group: 'Para cliente', label: 'Categorias de receitas', icon: 'Tags' },
  },
});
