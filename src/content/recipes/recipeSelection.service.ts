import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Deps } from '../../platform/deps.ts';
import { loadImages } from '../../records/server/files/file.service.ts';
import { newestMatches } from '../../records/server/lists/newestMatches.ts';
import { idsParameter, wholeWordsFirst } from '../../records/server/lists/search.ts';
import { isPublished } from '../../records/server/publication/visibility.ts';
import { Failure } from '../../shared/failure.ts';
import { enumValueOf } from '../../shared/fields.ts';
import { fold } from '../../shared/text/fold.ts';
import { containsWord, wordForms } from '../../shared/text/searchWords.ts';
import type { RecipeCardData } from './recipe.address.ts';
import type { RecipeSelection } from './recipe.contract.ts';
import { DIFFICULTIES, type Difficulty, type Effort, TIME_LIMITS } from './recipe.effort.ts';
import { categorySlug, isCategory, RECIPES_PER_PAGE, type RecipeSelectionQuery } from './recipe.selection.ts';

type Reading = Pick<Deps, 'db' | 'mediaUrl'>;

interface Category {
  id: number;
  name: string;
  /** Number of its recipes. */
  count: number;
}

/** Most search results to count and page through. */
const MAX_MATCHES = 1000;
const SUGGESTED_COUNT = 3;
const PAIRED_COUNT = 3;

/**
 * Selects recipes: each word of the search must be in the recipe or in the name of its category, ignoring
 * accents and case.
 */
export async function selectRecipes(deps: Reading, query: RecipeSelectionQuery): Promise<RecipeSelection> {
  const effort = effortOf(query);
  const categories = await usedCategories(deps, effort);
  const wanted = query.category
    ? categories.filter((category) => isCategory(category, query.category))
    : null;
  const { ids, total, counts } = query.search
    ? await searched(deps, query, categories, wanted, effort)
    : await counted(deps, query, categories, wanted, effort);
  const pages = pagesOf(Math.min(total, query.search ? MAX_MATCHES : total));
  const choices = choicesOf(categories, counts, query.category);
  const chosen = choices.find((choice) => choice.chosen);
  return {
    cards: await cardsOf(deps, ids),
    total: query.search ? Math.min(total, MAX_MATCHES) : total,
    more: Boolean(query.search) && total > MAX_MATCHES,
    page: Math.min(query.page, pages),
    pages,
    choices: choices.filter(({ count, chosen }) => count !== 0 || chosen),
    ...(await effortChoices(deps)),
    category: chosen ? { slug: chosen.slug, name: chosen.name } : null,
    suggested: total === 0 ? await cardsOf(deps, await newest(deps, null, SUGGESTED_COUNT)) : [],
  };
}

/** Returns recipes that go well with another: of the same category first, the newest first. */
export async function pairedRecipes(
  deps: Reading & Pick<Deps, 'responseCache'>,
  uuid: string,
): Promise<RecipeCardData[]> {
  const recipe = await deps.db
    .selectFrom('recipes')
    .select('recipe_category_id')
    .where('uuid', '=', uuid)
    .where(isPublished('recipes'))
    .executeTakeFirst();
  if (!recipe) throw new Failure('not_found');
  const { recipe_category_id: category } = recipe;
  // Shared, because after the save of a recipe all other pages of recipes read it again.
  const newestOf = (key: string, where: Where) =>
    deps.responseCache.sharedRead(`recipes ${key} ${category}`, async () =>
      cardsOf(deps, await newest(deps, where, PAIRED_COUNT + 1)),
    );
  const inside = await newestOf('of', sql`recipe_category_id = ${category}`);
  const own = inside.filter((card) => card.uuid !== uuid);
  const more =
    own.length < PAIRED_COUNT ? await newestOf('outside', sql`recipe_category_id <> ${category}`) : [];
  return [...own, ...more].slice(0, PAIRED_COUNT);
}

const pagesOf = (total: number) => Math.max(1, Math.ceil(total / RECIPES_PER_PAGE));

const inCategories = (categories: Category[]): RawBuilder<SqlBool> =>
  categories.length > 0
    ? sql`recipe_category_id in (${sql.join(categories.map(({ id }) => id))})`
    : sql`false`;

type Where = RawBuilder<SqlBool>;

/** Returns null if neither time nor difficulty is selected. */
function effortOf({ time, difficulty }: Effort): Where | null {
  const conditions = [
    ...(time ? [sql<SqlBool>`recipes.total_minutes <= ${time}`] : []),
    ...(difficulty ? [sql<SqlBool>`recipes.difficulty = ${difficulty}`] : []),
  ];
  return conditions.length > 0 ? sql<SqlBool>`(${sql.join(conditions, sql` and `)})` : null;
}

const and = (...wheres: (Where | null)[]): Where | null => {
  const conditions = wheres.filter((where) => where !== null);
  return conditions.length > 0 ? sql<SqlBool>`(${sql.join(conditions, sql` and `)})` : null;
};

/** Returns times and difficulties that match any recipe at all, so that no filter is always empty. */
async function effortChoices({ db }: Reading): Promise<Pick<RecipeSelection, 'times' | 'difficulties'>> {
  const exists = (where: Where) => sql<number>`
    case when exists (select 1 from recipes where ${isPublished('recipes')} and ${where}) then 1 else 0 end
  `;
  const times = TIME_LIMITS.map((time) => exists(sql`total_minutes <= ${time}`));
  const levels = Object.keys(DIFFICULTIES).map((key) => Number(key) as Difficulty);
  const difficulties = levels.map((level) => exists(sql`difficulty = ${level}`));
  const columns = [...times, ...difficulties].map((column, at) => sql`${column} as ${sql.ref(`n${at}`)}`);
  const { rows } = await sql<Record<string, number>>`select ${sql.join(columns)}`.execute(db);
  const found = (at: number) => Number(rows[0]?.[`n${at}`]) === 1;
  return {
    times: TIME_LIMITS.filter((_, at) => found(at)),
    difficulties: levels.filter((_, at) => found(TIME_LIMITS.length + at)),
  };
}

async function usedCategories({ db }: Reading, effort: Where | null): Promise<Category[]> {
  const rows = await db
    .selectFrom('recipe_categories')
    .select((eb) => [
      'id',
      'name',
      eb
        .selectFrom('recipes')
        .select((of) => of.fn.countAll<number>().as('count'))
        .whereRef('recipe_category_id', '=', 'recipe_categories.id')
        .where(isPublished('recipes'))
        .$if(effort !== null, (query) => query.where(effort ?? sql<SqlBool>`true`))
        .as('count'),
    ])
    .where(isPublished('recipe_categories'))
    .execute();
  return (
    rows
      .map(({ id, name, count }) => ({ id, name, count: Number(count) }))
      // With time or difficulty selected, a selected category may have no match and still must be shown.
      .filter(({ count }) => effort !== null || count > 0)
      .sort((a, b) => a.name.localeCompare(b.name, 'pt-BR'))
  );
}

interface SelectedIds {
  /** Ids of the requested page. */
  ids: number[];
  total: number;
  /** Counts by category; null if there are too many matches. */
  counts: Map<number, number> | null;
}

async function counted(
  deps: Reading,
  { page }: RecipeSelectionQuery,
  categories: Category[],
  wanted: Category[] | null,
  effort: Where | null,
): Promise<SelectedIds> {
  const total = (wanted ?? categories).reduce((sum, { count }) => sum + count, 0);
  const offset = (Math.min(page, pagesOf(total)) - 1) * RECIPES_PER_PAGE;
  return {
    ids:
      total === 0
        ? []
        : await newest(deps, and(wanted && inCategories(wanted), effort), RECIPES_PER_PAGE, offset),
    total,
    counts: new Map(categories.map(({ id, count }) => [id, count])),
  };
}

async function searched(
  deps: Reading,
  { search, page }: RecipeSelectionQuery,
  categories: Category[],
  wanted: Category[] | null,
  effort: Where | null,
): Promise<SelectedIds> {
  const all = await matchesOf(deps, search, categories, effort);
  const isAll = all.length <= MAX_MATCHES;
  const found = !wanted
    ? all
    : isAll
      ? all.filter(({ category }) => wanted.some(({ id }) => id === category))
      : await matchesOf(deps, search, categories, effort, wanted);
  const counts = new Map(categories.map(({ id }) => [id, 0]));
  for (const { category } of all) counts.set(category, (counts.get(category) ?? 0) + 1);
  const at = Math.min(page, pagesOf(Math.min(found.length, MAX_MATCHES))) - 1;
  return {
    ids: found
      .slice(0, MAX_MATCHES)
      .slice(at * RECIPES_PER_PAGE, (at + 1) * RECIPES_PER_PAGE)
      .map(({ id }) => id),
    total: found.length,
    counts: isAll ? counts : null,
  };
}

interface Match {
  id: number;
  category: number;
}

/**
 * Returns the newest matches, at most `MAX_MATCHES` + 1, those inside words last. Words in the name of a category match all its
 * recipes; the other words must be in the recipe.
 */
async function matchesOf(
  { db }: Reading,
  search: string,
  categories: Category[],
  effort: Where | null,
  wanted: Category[] | null = null,
): Promise<Match[]> {
  const words = fold(search).split(' ').filter(Boolean);
  const found = new Set<number>();
  const add = async (left: string[], within: Category[] | null) => {
    const where = and(within && inCategories(within), effort) ?? undefined;
    const ids =
      left.length > 0
        ? await newestMatches(db, 'recipes', left.join(' '), MAX_MATCHES + 1, { where })
        : await newest({ db }, where ?? null, MAX_MATCHES + 1);
    for (const id of ids) found.add(id);
  };
  await add(words, wanted);
  for (const category of wanted ?? categories) {
    // The limit is exceeded already.
    if (found.size > MAX_MATCHES) break;
    const name = fold(category.name);
    const left = words.filter((word) => !containsWord(name, wordForms(word)));
    if (left.length < words.length) await add(left, [category]);
  }
  const ids = [...found].sort((a, b) => b - a).slice(0, MAX_MATCHES + 1);
  const { rows } = await sql<Match>`
    select id, recipe_category_id as category from recipes where id in ${idsParameter(db, ids)}
    order by ${wholeWordsFirst('search', search)}, id desc
  `.execute(db);
  return rows;
}

async function newest(
  { db }: Pick<Reading, 'db'>,
  where: Where | null,
  limit: number,
  offset = 0,
): Promise<number[]> {
  const rows = await db
    .selectFrom('recipes')
    .select('id')
    .where(isPublished('recipes'))
    .$if(where !== null, (query) => query.where(where ?? sql<SqlBool>`true`))
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(({ id }) => id);
}

async function cardsOf(deps: Reading, ids: number[]): Promise<RecipeCardData[]> {
  if (ids.length === 0) return [];
  const rows = await deps.db
    .selectFrom('recipes')
    .innerJoin('recipe_categories', 'recipe_categories.id', 'recipes.recipe_category_id')
    .select(['recipes.id', 'recipes.uuid', 'recipes.name', 'recipes.file_id', 'recipes.alt'])
    .select(['recipes.total_minutes', 'recipes.difficulty'])
    .select('recipe_categories.name as category')
    .where('recipes.id', 'in', ids)
    .execute();
  const image = await loadImages(
    deps,
    rows.map(({ file_id }) => file_id),
  );
  const cards = new Map(
    rows.map(({ id, uuid, name, category, total_minutes, difficulty, file_id, alt }) => [
      id,
      {
        uuid,
        name,
        category,
        total_minutes,
        difficulty: difficulty === null ? null : enumValueOf(DIFFICULTIES, difficulty),
        file: image(file_id, alt),
      },
    ]),
  );
  return ids.flatMap((id) => {
    const { file, ...card } = cards.get(id) ?? { file: null };
    return file && 'uuid' in card ? [{ ...card, file }] : [];
  });
}

/** Returns category filters by name; categories with the same slug are one filter. */
function choicesOf(categories: Category[], counts: Map<number, number> | null, wanted: string) {
  const choices = new Map<string, RecipeSelection['choices'][number]>();
  for (const category of categories) {
    const slug = categorySlug(category);
    const { name } = category;
    const choice = choices.get(slug) ?? { slug, name, count: counts && 0, chosen: false };
    if (counts) choice.count = (choice.count ?? 0) + (counts.get(category.id) ?? 0);
    choice.chosen ||= isCategory(category, wanted);
    choices.set(slug, choice);
  }
  return [...choices.values()];
}
