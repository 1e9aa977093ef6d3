import type { ImageFile } from '../../contract/image.ts';

export const RECIPES = '/tips-and-recipes';

/** What a shopper asks of the list, as its address carries it. */
export interface RecipeQuery {
  search?: string;
  /** A category's name as addresses have it, or its id. */
  category?: string;
  page?: number;
}

/** The one address of a list: always in the same order, and without what it does not need. */
export function recipesAddress({ search, category, page = 1 }: RecipeQuery): string {
  const query = new URLSearchParams();
  if (category) query.set('categoria', category);
  if (search) query.set('busca', search);
  if (page > 1) query.set('pagina', String(page));
  return query.size > 0 ? `${RECIPES}?${query}` : RECIPES;
}

export function recipeAddress(uuid: string): string {
  return `${RECIPES}/details/${uuid}`;
}

/** What a list shows of a recipe. */
export interface RecipeOnCard {
  uuid: string;
  name: string;
  category: string;
  file: ImageFile;
}

/** A category to choose, with the number of recipes that the choice would show; null where they are too many. */
export interface RecipeChoice {
  slug: string;
  name: string;
  count: number | null;
  chosen: boolean;
}
