import { z } from 'zod';
import { data, done, endpoint, json, uuidParams, written } from '../../contract/endpoint.ts';
import { requiredText, seenVersion } from '../../contract/fields.ts';
import { list, listQuery } from '../../contract/list.ts';

export const recipeCategoryInput = z.object({
  name: requiredText('o nome', 80),
  version: seenVersion,
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

export const listRecipeCategories = endpoint({
  method: 'GET',
  path: '/admin/revenue-categories',
  summary: 'Lista as categorias de receitas',
  needs: 'recipes.read',
  query: listQuery(['id', 'name']),
  answers: { 200: list(recipeCategory) },
});

export const getRecipeCategory = endpoint({
  method: 'GET',
  path: '/admin/revenue-categories/details/:uuid',
  summary: 'Mostra uma categoria de receitas',
  needs: 'recipes.read',
  params: uuidParams,
  answers: { 200: data(recipeCategory) },
});

export const storeRecipeCategory = endpoint({
  method: 'POST',
  path: '/admin/revenue-categories/store',
  summary: 'Cria uma categoria de receitas',
  needs: 'recipes.write',
  body: json(recipeCategoryInput),
  answers: { 201: written },
});

export const updateRecipeCategory = endpoint({
  method: 'PUT',
  path: '/admin/revenue-categories/update/:uuid',
  summary: 'Altera uma categoria de receitas',
  needs: 'recipes.write',
  params: uuidParams,
  body: json(recipeCategoryInput),
  answers: { 200: written },
});

/** A category that recipes use stays: 409. */
export const destroyRecipeCategory = endpoint({
  method: 'DELETE',
  path: '/admin/revenue-categories/destroy/:uuid',
  summary: 'Exclui uma categoria de receitas que nenhuma receita usa',
  needs: 'recipes.write',
  params: uuidParams,
  answers: { 200: done },
  failures: ['conflict'],
});
