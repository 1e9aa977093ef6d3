import { z } from 'zod';
import { defineRecord } from '../../records/define/defineRecord.ts';
import {
  nameField,
  optionalChoiceField,
  optionalLinkField,
  optionalNumberField,
  optionalTextField,
  plainField,
} from '../../records/define/fields.ts';
import { altField, pictureField } from '../../records/define/pictureFields.ts';
import { referenceField } from '../../records/define/referenceFields.ts';
import { data, endpoint, uuidParams } from '../../shared/endpoint.ts';
import { cleanText, enumValue, optionalText } from '../../shared/fields.ts';
import { imageFile } from '../../shared/files/image.ts';
import { altFilter, attentionFilter } from '../../shared/filters.ts';
import { listResponse } from '../../shared/list.ts';
import { DIFFICULTIES, type Difficulty, parseMinutes, TIME_LIMITS } from './recipe.effort.ts';
import { MAX_RECIPE_SEARCH_LENGTH } from './recipe.selection.ts';

const MOST_MINUTES = 7 * 24 * 60;
const NO_TIME = 'Informe o tempo em minutos, como 45, ou em horas, como 1h30.';
const TOO_LONG = 'Uma receita leva no máximo uma semana.';
export const TOTAL_TOO_SHORT = 'O tempo total não pode ser menor que o de preparo.';

/** Reads minutes as a number or in words (`1h30`); an empty value clears. */
function minutes() {
  return z.preprocess((value) => {
    const text = cleanText(value);
    if (text === '') return null;
    return typeof text === 'string' ? (parseMinutes(text) ?? text) : text;
  }, z.number({ error: NO_TIME }).int(NO_TIME).min(1, NO_TIME).max(MOST_MINUTES, TOO_LONG).nullish());
}

/** Reads the yield in words; a bare number becomes portions. */
function servings() {
  return z.preprocess((value) => {
    const text = cleanText(value);
    if (typeof text !== 'string' || !/^\d{1,4}$/.test(text)) return text;
    return Number(text) === 1 ? '1 porção' : `${Number(text)} porções`;
  }, optionalText(60));
}

const minutesField = (label: string) => optionalNumberField({ label, public: true }, minutes());

interface Times {
  preparation_minutes?: number | null | undefined;
  total_minutes?: number | null | undefined;
}

/** Returns whether the preparation time is within the total time. */
export const isTotalLongEnough = ({ preparation_minutes, total_minutes }: Times): boolean =>
  !preparation_minutes || !total_minutes || preparation_minutes <= total_minutes;

export const recipeRecord = defineRecord({
  table: 'recipes',
  path: 'revenues',
  area: 'recipes',
  many: 'as receitas',
  one: 'uma receita',
  screenOrder: ['name', 'file_id', 'alt'],
  fields: {
    name: nameField({
      ...{ label: 'Nome', what: 'o nome', max: 120 },
      ...{ public: true, sortable: true },
    }),
    recipe_category_id: referenceField(
      {
        ...{ label: 'Categoria', missing: 'Escolha uma categoria.', sentAs: 'revenue_category_id' },
        ...{ public: true, sortable: true },
      },
      { table: 'recipe_categories', as: 'revenue_category_id', columns: ['name'], permanent: true },
    ),
    description: optionalTextField({ label: 'Descrição', max: 1000, public: true }),
    /** One ingredient per line. */
    ingredients: optionalTextField({ label: 'Ingredientes', max: 5000, public: true }),
    /** One step per line. */
    preparation_mode: optionalTextField({ label: 'Modo de preparo', max: 10_000, public: true }),
    recipe_link: optionalLinkField({ label: 'Link da receita', public: true }),
    // Extensions of the specification: working time, total time, yield and difficulty.
    preparation_minutes: minutesField('Tempo de preparo'),
    total_minutes: minutesField('Tempo total'),
    servings: plainField({ label: 'Rendimento', public: true }, servings(), z.string().nullable(), true),
    difficulty: optionalChoiceField(DIFFICULTIES, {
      ...{ label: 'Dificuldade', missing: 'Escolha a dificuldade.' },
      public: true,
    }),
    alt: altField({ public: true }),
    file_id: pictureField({ public: true }),
  },
  searchTexts: ({ name, ingredients, description }) => [name, ingredients, description],
  filters: {
    attention: attentionFilter,
    category: { label: 'Categoria' },
    difficulty: { label: 'Dificuldade', values: { ...DIFFICULTIES, none: 'Sem dificuldade' } },
    alt: altFilter,
  },
  refine(values, context) {
    if (!isTotalLongEnough(values))
      context.addIssue({ code: 'custom', path: ['total_minutes'], message: TOTAL_TOO_SHORT });
  },
});

export type Recipe = z.output<typeof recipeRecord.output>;
export type PublicRecipe = z.output<typeof recipeRecord.publicOutput>;

export const {
  list: listRecipes,
  show: getRecipe,
  store: storeRecipe,
  update: updateRecipe,
  destroy: destroyRecipe,
} = recipeRecord.endpoints;

export const siteRecipes = endpoint({
  method: 'GET',
  path: '/site/revenues',
  summary: 'Dicas e receitas, as novas primeiro',
  answers: { 200: listResponse(recipeRecord.publicOutput) },
  cached: true,
});

export const siteRecipe = endpoint({
  method: 'GET',
  path: '/site/revenues/details/:uuid',
  summary: 'Uma receita',
  params: uuidParams,
  answers: { 200: data(recipeRecord.publicOutput) },
  cached: true,
});

const LEVELS = Object.keys(DIFFICULTIES).map((key) => Number(key) as Difficulty);

const onCard = z.object({
  uuid: z.string(),
  name: z.string(),
  category: z.string(),
  total_minutes: z.number().nullable(),
  difficulty: enumValue.nullable(),
  file: imageFile,
});

const selection = z.object({
  cards: z.array(onCard),
  /** Number of recipes; if `more` is true, the limit at which counting stopped. */
  total: z.number(),
  more: z.boolean(),
  page: z.number(),
  pages: z.number(),
  /** Categories with recipes, by name; `count` is null if it was not determined. */
  choices: z.array(
    z.object({ slug: z.string(), name: z.string(), count: z.number().nullable(), chosen: z.boolean() }),
  ),
  /** Times and difficulties that match at least one recipe. */
  times: z.array(z.literal(TIME_LIMITS)),
  difficulties: z.array(z.literal(LEVELS)),
  /** Selected category; null if none is selected or it has no recipe. */
  category: z.object({ slug: z.string(), name: z.string() }).nullable(),
  /** The newest recipes, if nothing was found. */
  suggested: z.array(onCard),
});
export type RecipeSelection = z.output<typeof selection>;

/** Invalid parameters fall back to defaults, so that a mistyped address still shows recipes. */
export const siteRecipeSelection = endpoint({
  method: 'GET',
  path: '/site/revenues/selection',
  summary: `Uma página de receitas, as novas primeiro, por palavras, categoria, tempo e dificuldade`,
  query: z.object({
    search: z.string().max(MAX_RECIPE_SEARCH_LENGTH).default('').catch(''),
    /** Slug or id. */
    category: z.string().max(100).default('').catch(''),
    /** Maximum total minutes. */
    time: z.coerce.number().pipe(z.literal(TIME_LIMITS)).optional().catch(undefined),
    difficulty: z.coerce.number().pipe(z.literal(LEVELS)).optional().catch(undefined),
    page: z.coerce.number().int().min(1).default(1).catch(1),
  }),
  answers: { 200: data(selection) },
  cached: true,
});

export const siteRecipePairs = endpoint({
  method: 'GET',
  path: '/site/revenues/pairs/:uuid',
  summary: 'O que combina com uma receita',
  params: uuidParams,
  answers: { 200: data(z.array(onCard)) },
  cached: true,
});

const map = z.object({
  /** Parts with equally many ids; empty parts are omitted. */
  parts: z.array(z.object({ part: z.number(), count: z.number(), changed: z.string() })),
  categories: z.array(z.object({ slug: z.string(), changed: z.string() })),
});

/** Data for the sitemap, together with `siteRecipeMapPart`. */
export const siteRecipeMap = endpoint({
  method: 'GET',
  path: '/site/revenues/map',
  summary: 'Quando as receitas mudaram, por parte e por categoria',
  answers: { 200: data(map) },
  cached: true,
});

export const siteRecipeMapPart = endpoint({
  method: 'GET',
  path: '/site/revenues/map/part',
  summary: 'Quando cada receita de uma parte mudou, e a foto dela',
  query: z.object({ part: z.coerce.number().int().min(1).max(1_000_000).default(1).catch(1) }),
  answers: {
    200: data(z.array(z.object({ uuid: z.string(), changed: z.string(), image: z.string().nullable() }))),
  },
  cached: true,
});
