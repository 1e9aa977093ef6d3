import { type SqlBool, sql } from 'kysely';
import type { Deps } from '../../platform/deps.ts';
import type { Batches } from '../../platform/processes/batches.ts';
import { selectWholeList } from '../../records/server/lists/list.ts';
import { isNotDeleted, isPublished } from '../../records/server/publication/visibility.ts';
import { listRulesOf, recordService, type TableOf } from '../../records/server/recordService.ts';
import { effectTexts } from '../../shared/effects.ts';
import { invalidField } from '../../shared/failure.ts';
import { MAX_FILTER_VALUES } from '../../shared/filters.ts';
import type { VersionValue } from '../../shared/history.ts';
import { isTotalLongEnough, type PublicRecipe, recipeRecord, TOTAL_TOO_SHORT } from './recipe.contract.ts';
import { minutesInWords } from './recipe.effort.ts';
import { ensureCategory } from './recipeCategory.service.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    recipes: RecipeTable;
  }
}

export interface RecipeTable extends TableOf<typeof recipeRecord> {}

/** Within one category, sorting by its name is sorting by id, which has an index. */
const LIST = { ...listRulesOf(recipeRecord), owner: 'recipes.recipe_category_id' };

/** Staff see the category in each row, so their search includes its name. */
const CATEGORY = {
  table: 'recipe_categories',
  key: 'recipe_categories.name_key',
  column: 'recipes.recipe_category_id',
} as const;

const durationInWords = (minutes: number): VersionValue => ({ kind: 'text', text: minutesInWords(minutes) });

export const recipeService = recordService(recipeRecord, {
  gone: 'Esta receita não existe mais.',
  effects: effectTexts('em Dicas e receitas'),
  validate(recipe) {
    // The request may have only one of both times, which the contract cannot compare.
    if (!isTotalLongEnough(recipe)) throw invalidField('total_minutes', TOTAL_TOO_SHORT);
  },
  ensureConsistent: (db, { recipe_category_id }) => ensureCategory(db, recipe_category_id),
  valuesInWords: () => ({ preparation_minutes: durationInWords, total_minutes: durationInWords }),
  filterConditions: ({ db }) => ({
    category: {
      // Keeps ids within the range of the column; 0 for invalid input.
      where: (id) => sql`recipes.recipe_category_id = ${/^\d{1,9}$/.test(id) ? Number(id) : 0}`,
      values: async () => {
        const categories = await db
          .selectFrom('recipe_categories')
          .select(['id', 'name'])
          .where(isNotDeleted('recipe_categories'))
          .orderBy('name_key')
          .limit(MAX_FILTER_VALUES)
          .execute();
        return categories.map(({ id, name }) => ({ value: String(id), text: name }));
      },
    },
    difficulty: (value) =>
      value === 'none'
        ? sql<SqlBool>`recipes.difficulty is null`
        : sql<SqlBool>`recipes.difficulty = ${Number(value)}`,
  }),
  listRules: (_, { category }) => ({
    ...LIST,
    ...(category && { sortable: { ...LIST.sortable, revenue_category_id: 'recipes.id' } }),
    joined: CATEGORY,
  }),
});

type Reading = Pick<Deps, 'db' | 'mediaUrl' | 'clock'>;

/** Returns the recipes that shoppers see, the newest first, as streamed JSON. */
export async function publicRecipes(deps: Reading): Promise<{ data: Batches<PublicRecipe> }> {
  const base = recipeService.selectRecords(deps.db).where(isPublished('recipes'));
  const data = selectWholeList(deps.db, base, { sort: '-id' }, LIST, (rows) =>
    recipeService.presentAllPublic(deps, rows),
  );
  return { data };
}

export const publicRecipe = (deps: Reading, uuid: string): Promise<PublicRecipe> =>
  recipeService.findPublic(deps, uuid, 'Não encontramos esta receita. Ela pode ter saído do site.');
