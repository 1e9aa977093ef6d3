import { slugOf } from '../../shared/text/fold.ts';
import type { RecipeQuery } from './recipe.address.ts';
import { type Effort, readEffort } from './recipe.effort.ts';

export const RECIPES_PER_PAGE = 24;
export const MAX_RECIPE_SEARCH_LENGTH = 80;

export type RecipeSelectionQuery = Required<Omit<RecipeQuery, keyof Effort>> & Effort;

/** Reads a selection from an address; invalid values fall back to defaults. */
export function readRecipeQuery(params: URLSearchParams): RecipeSelectionQuery {
  const page = Number(params.get('pagina'));
  return {
    search: (params.get('busca') ?? '').replace(/\s+/g, ' ').trim().slice(0, MAX_RECIPE_SEARCH_LENGTH),
    category: (params.get('categoria') ?? '').trim(),
    ...readEffort(params),
    page: Number.isSafeInteger(page) && page > 1 ? page : 1,
  };
}

interface Category {
  id: number;
  name: string;
}

/**
 * Returns the slug of a category: `Doces e sobremesas` → `doces-e-sobremesas`; its id if the name yields no
 * slug.
 */
export function categorySlug({ id, name }: Category): string {
  return slugOf(name) || String(id);
}

/** Returns whether `wanted`, from an address, is the slug or id of this category. */
export function isCategory(category: Category, wanted: string): boolean {
  return String(category.id) === wanted || categorySlug(category) === wanted;
}
