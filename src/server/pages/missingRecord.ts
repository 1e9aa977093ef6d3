import { z } from 'zod';
import { siteBranch } from '../../content/branches/branch.contract.ts';
import { siteMovie } from '../../content/movies/movie.contract.ts';
import { siteOffer } from '../../content/offers/offer.contract.ts';
import { siteRecipe } from '../../content/recipes/recipe.contract.ts';
import { siteShop } from '../../content/shops/shop.contract.ts';
import { siteVacancies } from '../../content/vacancies/vacancy.contract.ts';
import type { CallApi } from '../../shared/caller.ts';
import { Failure } from '../../shared/failure.ts';
import type { PageAddress } from './pageAddresses.ts';

/** Endpoints that tell whether the record of a public page is visible to visitors. */
const PUBLIC = {
  '/branches/:uuid': siteBranch,
  '/cinema/:uuid': siteMovie,
  '/offers/details/:uuid': siteOffer,
  '/shops/:uuid': siteShop,
  '/tips-and-recipes/details/:uuid': siteRecipe,
} as const;

/**
 * Returns whether a public page's address names a record that does not exist. While the API is unavailable,
 * the record counts as existing, and the page itself fails. Screens of the back office are never looked up:
 * their status would reveal to anonymous callers which drafts exist.
 */
export async function isMissingRecord(
  call: CallApi,
  { pattern, params, isPrivate }: PageAddress,
): Promise<boolean> {
  const { uuid } = params;
  if (uuid === undefined || isPrivate) return false;
  if (!z.uuid().safeParse(uuid).success) return true;
  try {
    if (pattern === '/vacancies/:uuid') {
      const { data } = await call(siteVacancies);
      return !data.some((vacancy) => vacancy.uuid === uuid);
    }
    if (Object.hasOwn(PUBLIC, pattern))
      await call(PUBLIC[pattern as keyof typeof PUBLIC], { params: { uuid } });
    return false;
  } catch (error) {
    return error instanceof Failure && error.code === 'not_found';
  }
}
