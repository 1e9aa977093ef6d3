import { z } from 'zod';
import { endpoint, json } from '../../contract/endpoint.ts';
import { expectedVersion, requiredName } from '../../contract/fields.ts';
import { recordEndpoints } from '../../contract/records.ts';

export const recipeCategoryInput = z.object({
  name: requiredName('o nome', 80),
  version: expectedVersion,
});
export type RecipeCategoryInput = z.output<typeof recipeCategoryInput>;

export const NAME_TAKEN = 'Já existe uma categoria com esse nome.';

export const recipeCategory = z.object({
  id: z.number(),
  uuid: z.string(),
  name: z.string(),
  version: z.number(),
  updated_at: z.string(),
});
export type RecipeCategory = z.output<typeof recipeCategory>;

const calls = recordEndpoints({
  table: 'recipe_categories',
  path: 'revenue-categories',
  area: 'recipes',
  many: 'as categorias de receitas',
  one: 'uma categoria de receitas',
  record: recipeCategory,
  sortable: ['id', 'name'],
  body: json(recipeCategoryInput),
});
export const {
  list: listRecipeCategories,
  show: getRecipeCategory,
  store: storeRecipeCategory,
  update: updateRecipeCategory,
} = calls;
/** Answers 409 for a category with recipes. */
export const destroyRecipeCategory = endpoint({
  ...calls.destroy,
  summary: 'Exclui uma categoria de receitas que nenhuma receita usa',
  failures: ['conflict'],
});
