import type { ImageFile } from '../../shared/files/image.ts';
import type { NamedPage, RecordAddress } from '../../shared/sitePages.ts';
import { difficultySlug, type Effort } from './recipe.effort.ts';

export const RECIPES = '/tips-and-recipes' satisfies NamedPage;

/** Selection of recipes, as its address encodes it. */
export interface RecipeQuery {
  search?: string;
  /** Slug or id of a category. */
  category?: string;
  time?: Effort['time'];
  difficulty?: Effort['difficulty'];
  page?: number;
}

/** Returns the canonical address of a selection: fixed order, no empty parameters. */
export function recipesAddress({ search, category, time, difficulty, page = 1 }: RecipeQuery): string {
  const query = new URLSearchParams();
  if (category) query.set('categoria', category);
  if (search) query.set('busca', search);
  if (difficulty) query.set('dificuldade', difficultySlug(difficulty));
  if (page > 1) query.set('pagina', String(page));
  if (time) query.set('tempo', String(time));
  return query.size > 0 ? `${RECIPES}?${query}` : RECIPES;
}

export function recipeAddress(uuid: string): RecordAddress {
  return `${RECIPES}/details/${uuid}`;
}

/** Fields of a recipe that its card needs. */
export interface RecipeCardData {
  uuid: string;
  name: string;
  category: string;
  total_minutes: number | null;
  difficulty: { number: number; text: string } | null;
  file: ImageFile;
}

/** A category filter, with the number of recipes that it would show; null if they were too many to count. */
export interface CategoryFilter {
  slug: string;
  name: string;
  count: number | null;
  chosen: boolean;
}
