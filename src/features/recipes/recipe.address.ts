import type { ImageFile } from '../../contract/image.ts';
import { difficultySlug, type Effort } from './recipe.effort.ts';

export const RECIPES = '/tips-and-recipes';

/** What a shopper asks of the list, as its address carries it. */
export interface RecipeQuery {
  search?: string;
  /** A category's name as addresses have it, or its id. */
  category?: string;
  time?: Effort['time'];
  difficulty?: Effort['difficulty'];
  page?: number;
}

/** The one address of a list: always in the same order, and without what it does not need. */
export function recipesAddress({ search, category, time, difficulty, page = 1 }: RecipeQuery): string {
  const query = new URLSearchParams();
  if (category) query.set('categoria', category);
  if (search) query.set('busca', search);
  if (difficulty) query.set('dificuldade', difficultySlug(difficulty));
  if (page > 1) query.set('pagina', String(page));
  if (time) query.set('tempo', String(time));
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
  total_minutes: number | null;
  difficulty: { number: number; text: string } | null;
  file: ImageFile;
}

/** A category to choose, with the number of recipes that the choice would show; null where they are too many. */
export interface RecipeChoice {
  slug: string;
  name: string;
  count: number | null;
  chosen: boolean;
}
