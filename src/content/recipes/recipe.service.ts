import { type SqlBool, sql } from 'kysely';
import { effectTexts } from '../../contract/effects.ts';
import { Failure, invalidField } from '../../contract/failure.ts';
import { enumValueOf } from '../../contract/fields.ts';
import { MAX_FILTER_VALUES } from '../../contract/filters.ts';
import { altOf } from '../../contract/image.ts';
import type { ListQuery } from '../../contract/list.ts';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import { currentRecord, type FormPictures, type RecordDraft } from '../../platform/database/drafts.ts';
import { declareComposition } from '../../platform/database/history.ts';
import { searchText, selectList, selectWholeList } from '../../platform/database/list.ts';
import { anyOf, filterRules, isDraft, lacksAlt } from '../../platform/database/listFilters.ts';
import type { ListRules } from '../../platform/database/listRequirements.ts';
import { deleteRecord, findRecord, type Row, valueOrStored } from '../../platform/database/records.ts';
import type { RecordColumns } from '../../platform/database/tables.ts';
import { isNotDeleted, isPublished } from '../../platform/database/visibility.ts';
import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import type { ReceivedFile } from '../../platform/files/receive.ts';
import type { Batches } from '../../platform/processes/batches.ts';
import { type FileDeps, loadImages } from '../../records/server/files/file.service.ts';
import { saveWithPictures } from '../../records/server/files/recordPictures.ts';
import {
  isTotalLongEnough,
  type PublicRecipe,
  type Recipe,
  type RecipeInput,
  recipeFilters,
  TOTAL_TOO_SHORT,
} from './recipe.contract.ts';
import { DIFFICULTIES } from './recipe.effort.ts';
import { ensureCategory, lockRecipes } from './recipeCategory.service.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    recipes: RecipeTable;
  }
}

export interface RecipeTable extends RecordColumns {
  name: string;
  description: string | null;
  ingredients: string | null;
  preparation_mode: string | null;
  recipe_link: string | null;
  preparation_minutes: number | null;
  total_minutes: number | null;
  servings: string | null;
  difficulty: number | null;
  alt: string | null;
  recipe_category_id: number;
  file_id: number;
  search: string;
  name_key: string;
}

declareComposition('recipes', {
  derive: (recipe) => {
    if (!isTotalLongEnough(recipe)) throw invalidField('total_minutes', TOTAL_TOO_SHORT);
    return derived(recipe);
  },
  ensureConsistent: ({ trx }, { recipe_category_id }) => ensureCategory(trx, recipe_category_id),
  references: [{ column: 'recipe_category_id', to: 'recipe_categories', kind: 'required' }],
});

const EFFECTS = effectTexts('em Dicas e receitas');
const GONE = 'Esta receita não existe mais.';
const GONE_FROM_SITE = 'Não encontramos esta receita. Ela pode ter saído do site.';

type Reading = Pick<Deps, 'db' | 'mediaUrl'>;

const LIST: ListRules = {
  table: 'recipes',
  search: 'recipes.search',
  sortable: {
    id: 'recipes.id',
    name: 'recipes.name_key',
    revenue_category_id: 'recipe_categories.name_key',
  },
  order: 'recipes.id',
  owner: 'recipes.recipe_category_id',
  id: 'recipes.id',
};

export async function listRecipes(deps: Reading, query: ListQuery & { category?: string | undefined }) {
  const rules = { ...LIST, filters: filtersIn(deps.db), joined: CATEGORY };
  // Within one category, sorting by its name is sorting by id, which has an index.
  const sort = query.category ? query.sort?.replace('revenue_category_id', 'id') : query.sort;
  return selectList(deps.db, recipesWithCategory(deps.db), { ...query, sort }, rules, (rows) =>
    presentAll(deps, rows),
  );
}

/** Staff see the category in each row, so their search includes its name. */
const CATEGORY = {
  table: 'recipe_categories',
  key: 'recipe_categories.name_key',
  column: 'recipes.recipe_category_id',
} as const;

function filtersIn(db: DbOrTransaction) {
  return filterRules('recipes', recipeFilters, {
    attention: () => anyOf(lacksAlt('recipes'), isDraft('recipes')),
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
    alt: () => lacksAlt('recipes'),
  });
}

export async function findRecipe(
  deps: Reading,
  uuid: string,
  gone = GONE,
  isThere = isNotDeleted,
): Promise<Recipe> {
  const rows = await recipesWithCategory(deps.db, isThere).where('recipes.uuid', '=', uuid).execute();
  const [found] = await presentAll(deps, rows);
  if (!found) throw new Failure('not_found', gone);
  return found;
}

export async function draftRecipe(
  db: DbOrTransaction,
  input: RecipeInput,
  uuid?: string,
): Promise<RecordDraft<'recipes'>> {
  const before = await currentRecord(db, 'recipes', uuid, input.version, GONE);
  await ensureCategory(db, input.revenue_category_id);
  const values = recipeColumns(input, before ?? undefined);
  return { table: 'recipes', before, values, message: before ? EFFECTS.changed : EFFECTS.added };
}

/** Returns the picture of a recipe form and how to apply it. */
export const recipePictures = (input: RecipeInput, image: ReceivedFile | undefined): FormPictures => ({
  image,
  wish: input,
});

export const storeRecipe = (
  deps: FileDeps,
  actor: Actor,
  input: RecipeInput,
  image: ReceivedFile | undefined,
) => saveWithPictures(deps, actor, recipePictures(input, image), (db) => draftRecipe(db, input), lockRecipes);

export const updateRecipe = (
  deps: FileDeps,
  actor: Actor,
  uuid: string,
  input: RecipeInput,
  image: ReceivedFile | undefined,
) =>
  saveWithPictures(
    deps,
    actor,
    recipePictures(input, image),
    (db) => draftRecipe(db, input, uuid),
    lockRecipes,
  );

export async function destroyRecipe(deps: Pick<Deps, 'write'>, actor: Actor, uuid: string) {
  await deps.write(actor, async (work) => {
    await lockRecipes(work.trx);
    await deleteRecord(work, 'recipes', await findRecord(work.trx, 'recipes', uuid, GONE));
  });
  return { message: EFFECTS.removed };
}

/** Returns the recipes that shoppers see, the newest first, as streamed JSON. */
export async function publicRecipes(deps: Reading): Promise<{ data: Batches<PublicRecipe> }> {
  const data = selectWholeList(
    deps.db,
    recipesWithCategory(deps.db, isPublished),
    { sort: '-id' },
    LIST,
    async (rows) => (await presentAll(deps, rows)).map(publicOf),
  );
  return { data };
}

export async function publicRecipe(deps: Reading, uuid: string): Promise<PublicRecipe> {
  return publicOf(await findRecipe(deps, uuid, GONE_FROM_SITE, isPublished));
}

const publicOf = ({ version, updated_at, ...recipe }: Recipe): PublicRecipe => recipe;

function recipesWithCategory(db: DbOrTransaction, isThere = isNotDeleted) {
  return db
    .selectFrom('recipes')
    .innerJoin('recipe_categories', 'recipe_categories.id', 'recipes.recipe_category_id')
    .selectAll('recipes')
    .select('recipe_categories.name as category_name')
    .where(isThere('recipes'));
}

/** Returns the columns of a recipe; an absent field keeps its stored value. */
export function recipeColumns(input: RecipeInput, stored?: Row<'recipes'>) {
  const { name } = input;
  const description = valueOrStored(input.description, stored?.description);
  const ingredients = valueOrStored(input.ingredients, stored?.ingredients);
  const times = {
    preparation_minutes: valueOrStored(input.preparation_minutes, stored?.preparation_minutes),
    total_minutes: valueOrStored(input.total_minutes, stored?.total_minutes),
  };
  // The request may have only one of both times, which the contract cannot compare.
  if (!isTotalLongEnough(times)) throw invalidField('total_minutes', TOTAL_TOO_SHORT);
  return {
    name,
    recipe_category_id: input.revenue_category_id,
    description,
    ingredients,
    preparation_mode: valueOrStored(input.preparation_mode, stored?.preparation_mode),
    recipe_link: valueOrStored(input.recipe_link, stored?.recipe_link),
    ...times,
    servings: valueOrStored(input.servings, stored?.servings),
    difficulty: valueOrStored(input.difficulty, stored?.difficulty),
    alt: altOf(input, stored?.alt),
    ...derived({ name, description, ingredients }),
  };
}

function derived({
  name,
  description,
  ingredients,
}: Pick<RecipeTable, 'name' | 'description' | 'ingredients'>) {
  return { search: searchText(name, ingredients, description), name_key: searchText(name) };
}

async function presentAll(
  deps: Reading,
  rows: (Row<'recipes'> & { category_name: string })[],
): Promise<Recipe[]> {
  const image = await loadImages(
    deps,
    rows.map((row) => row.file_id),
  );
  return rows.flatMap((row) => {
    const file = image(row.file_id, row.alt);
    if (!file) return [];
    return {
      id: row.id,
      uuid: row.uuid,
      name: row.name,
      revenue_category_id: { id: row.recipe_category_id, name: row.category_name },
      description: row.description,
      ingredients: row.ingredients,
      preparation_mode: row.preparation_mode,
      recipe_link: row.recipe_link,
      preparation_minutes: row.preparation_minutes,
      total_minutes: row.total_minutes,
      servings: row.servings,
      difficulty: row.difficulty === null ? null : enumValueOf(DIFFICULTIES, row.difficulty),
      alt: row.alt,
      file,
      version: row.version,
      updated_at: row.updated_at,
    };
  });
}
