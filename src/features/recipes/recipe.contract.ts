import { z } from 'zod';
import { data, endpoint, multipart, uuidParams } from '../../contract/endpoint.ts';
import { optionalLink, optionalText, requiredText, seenVersion, wholeNumber } from '../../contract/fields.ts';
import { imageAlt, imageFile } from '../../contract/image.ts';
import { list } from '../../contract/list.ts';
import { recordEndpoints } from '../../contract/records.ts';

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
export const publicRecipe = recipe.pick({
  id: true,
  uuid: true,
  name: true,
  revenue_category_id: true,
  description: true,
  ingredients: true,
  preparation_mode: true,
  recipe_link: true,
  alt: true,
  file: true,
});
export type PublicRecipe = z.output<typeof publicRecipe>;

export const {
  list: listRecipes,
  show: getRecipe,
  store: storeRecipe,
  update: updateRecipe,
  destroy: destroyRecipe,
} = recordEndpoints({
  path: 'revenues',
  area: 'recipes',
  many: 'as receitas',
  one: 'uma receita',
  record: recipe,
  sortable: ['id', 'name', 'revenue_category_id'],
  body: multipart(recipeInput, { image: { kind: 'image', required: true, multiple: false } }),
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
