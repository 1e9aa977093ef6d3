import { z } from 'zod';
import { data, done, endpoint, multipart, uuidParams, written } from '../../contract/endpoint.ts';
import { optionalLink, optionalText, requiredText, seenVersion, wholeNumber } from '../../contract/fields.ts';
import { imageAlt, imageFile } from '../../contract/image.ts';
import { list, listQuery } from '../../contract/list.ts';

export const recipeInput = z.object({
  name: requiredText('o nome', 120),
  revenue_category_id: wholeNumber('Escolha uma categoria.', 1, 2_147_483_647),
  description: optionalText(1000),
  /** One per line. */
  ingredients: optionalText(5000),
  /** One step per line. */
  preparation_mode: optionalText(10_000),
  recipe_link: optionalLink(),
  alt: imageAlt(),
  version: seenVersion,
});
export type RecipeInput = z.output<typeof recipeInput>;

export const recipe = z.object({
  id: z.number(),
  uuid: z.string(),
  name: z.string(),
  revenue_category_id: z.object({ id: z.number(), name: z.string() }),
  description: z.string().nullable(),
  ingredients: z.string().nullable(),
  preparation_mode: z.string().nullable(),
  recipe_link: z.string().nullable(),
  alt: z.string().nullable(),
  file: imageFile,
  version: z.number(),
  updated_at: z.string(),
});
export type Recipe = z.output<typeof recipe>;

/** What a shopper's browser gets of a recipe. */
export const publicRecipe = recipe.omit({ version: true, updated_at: true });
export type PublicRecipe = z.output<typeof publicRecipe>;

export const listRecipes = endpoint({
  method: 'GET',
  path: '/admin/revenues',
  summary: 'Lista as receitas',
  needs: 'recipes.read',
  query: listQuery(['id', 'name', 'revenue_category_id']),
  answers: { 200: list(recipe) },
});

export const getRecipe = endpoint({
  method: 'GET',
  path: '/admin/revenues/details/:uuid',
  summary: 'Mostra uma receita',
  needs: 'recipes.read',
  params: uuidParams,
  answers: { 200: data(recipe) },
});

export const storeRecipe = endpoint({
  method: 'POST',
  path: '/admin/revenues/store',
  summary: 'Cria uma receita',
  needs: 'recipes.write',
  body: multipart(recipeInput, { image: { kind: 'image', required: true, multiple: false } }),
  answers: { 201: written },
});

export const updateRecipe = endpoint({
  method: 'POST',
  path: '/admin/revenues/update/:uuid',
  summary: 'Altera uma receita',
  needs: 'recipes.write',
  params: uuidParams,
  body: multipart(recipeInput, { image: { kind: 'image', required: false, multiple: false } }),
  answers: { 200: written },
});

export const destroyRecipe = endpoint({
  method: 'DELETE',
  path: '/admin/revenues/destroy/:uuid',
  summary: 'Exclui uma receita',
  needs: 'recipes.write',
  params: uuidParams,
  answers: { 200: done },
});

export const siteRecipes = endpoint({
  method: 'GET',
  path: '/site/revenues',
  summary: 'Dicas e receitas, as novas primeiro',
  answers: { 200: list(publicRecipe) },
  cached: true,
});

export const siteRecipe = endpoint({
  method: 'GET',
  path: '/site/revenues/details/:uuid',
  summary: 'Uma receita',
  params: uuidParams,
  answers: { 200: data(publicRecipe) },
  cached: true,
});
