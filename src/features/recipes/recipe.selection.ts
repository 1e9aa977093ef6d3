import { fold } from '../../contract/list.ts';
import type { RecipeChoice, RecipeOnCard, RecipeQuery } from './recipe.address.ts';
import type { PublicRecipe } from './recipe.contract.ts';

export const RECIPES_PER_PAGE = 24;
const LONGEST_SEARCH = 80;
const PAIRS = 3;

export interface RecipeSelection {
  cards: RecipeOnCard[];
  total: number;
  page: number;
  pages: number;
  choices: RecipeChoice[];
  /** The chosen category; null without one, and for one that no recipe has. */
  category: { slug: string; name: string } | null;
}

/** Wrong values fall back: an address that somebody typed still shows recipes. */
export function readRecipeQuery(params: URLSearchParams): Required<RecipeQuery> {
  const page = Number(params.get('pagina'));
  return {
    search: (params.get('busca') ?? '').replace(/\s+/g, ' ').trim().slice(0, LONGEST_SEARCH),
    category: (params.get('categoria') ?? '').trim(),
    page: Number.isSafeInteger(page) && page > 1 ? page : 1,
  };
}

/** Every word of the search is somewhere in the recipe, in any order, whatever its accents and case. */
export function selectRecipes(
  recipes: readonly PublicRecipe[],
  query: Required<RecipeQuery>,
): RecipeSelection {
  const words = fold(query.search).split(' ').filter(Boolean);
  const matching = words.length === 0 ? recipes : recipes.filter((recipe) => hasAll(recipe, words));
  const choices = choicesOf(recipes, matching, query.category);
  const chosen = choices.find((choice) => choice.chosen);
  const found = query.category ? matching.filter((recipe) => isIn(recipe, query.category)) : matching;
  const pages = Math.max(1, Math.ceil(found.length / RECIPES_PER_PAGE));
  const page = Math.min(query.page, pages);
  return {
    cards: found.slice((page - 1) * RECIPES_PER_PAGE, page * RECIPES_PER_PAGE).map(cardOf),
    total: found.length,
    page,
    pages,
    choices: choices.filter(({ count, chosen }) => count > 0 || chosen),
    category: chosen ? { slug: chosen.slug, name: chosen.name } : null,
  };
}

/** What goes well with `recipe`: of its own category first, the new ones before the old. */
export function pairsOf(recipe: PublicRecipe, recipes: readonly PublicRecipe[]): RecipeOnCard[] {
  const others = recipes.filter(({ uuid }) => uuid !== recipe.uuid);
  const own = (other: PublicRecipe) => other.revenue_category_id.id === recipe.revenue_category_id.id;
  return [...others.filter(own), ...others.filter((other) => !own(other))].slice(0, PAIRS).map(cardOf);
}

export function cardOf({ uuid, name, revenue_category_id, file }: PublicRecipe): RecipeOnCard {
  return { uuid, name, category: revenue_category_id.name, file };
}

type Category = PublicRecipe['revenue_category_id'];

/** `Doces e sobremesas` → `doces-e-sobremesas`; the id where nothing of the name can stand in an address. */
export function categorySlug({ id, name }: Category): string {
  return (
    fold(name)
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || String(id)
  );
}

function isIn({ revenue_category_id: category }: PublicRecipe, wanted: string): boolean {
  return String(category.id) === wanted || categorySlug(category) === wanted;
}

function hasAll(recipe: PublicRecipe, words: readonly string[]): boolean {
  const { name, revenue_category_id, description, ingredients } = recipe;
  const text = fold([name, revenue_category_id.name, description, ingredients].filter(Boolean).join(' '));
  return words.every((word) => text.includes(word));
}

/** Those that recipes have, by name. */
function choicesOf(
  recipes: readonly PublicRecipe[],
  matching: readonly PublicRecipe[],
  wanted: string,
): RecipeChoice[] {
  const choices = new Map<string, RecipeChoice>();
  for (const recipe of recipes) {
    const slug = categorySlug(recipe.revenue_category_id);
    if (choices.has(slug)) continue;
    const { name } = recipe.revenue_category_id;
    choices.set(slug, { slug, name, count: 0, chosen: isIn(recipe, wanted) });
  }
  for (const { revenue_category_id } of matching) {
    const choice = choices.get(categorySlug(revenue_category_id));
    if (choice) choice.count += 1;
  }
  return [...choices.values()].sort((one, other) => one.name.localeCompare(other.name, 'pt-BR'));
}
