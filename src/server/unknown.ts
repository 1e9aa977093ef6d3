import { z } from 'zod';
import type { CallApi } from '../contract/caller.ts';
import { Failure } from '../contract/failure.ts';
import { siteBranch } from '../features/branches/branch.contract.ts';
import { siteMovie } from '../features/movies/movie.contract.ts';
import { siteOffer } from '../features/offers/offer.contract.ts';
import { siteRecipe } from '../features/recipes/recipe.contract.ts';
import { namedTables, siteRecord } from '../features/records/record.contract.ts';
import { siteShop } from '../features/shops/shop.contract.ts';
import { roles } from '../features/users/users.office.ts';
import { siteVacancies } from '../features/vacancies/vacancy.contract.ts';
import type { Address } from './addresses.ts';

/** What tells whether the record of a public page is there for visitors. */
const PUBLIC = {
  '/branches/:uuid': siteBranch,
  '/cinema/:uuid': siteMovie,
  '/offers/details/:uuid': siteOffer,
  '/shops/:uuid': siteShop,
  '/tips-and-recipes/details/:uuid': siteRecipe,
} as const;

/**
 * Whether a page's address names a record that there is none of. Where that cannot be known (the API is away),
 * it is taken as known: the page itself will tell.
 */
export async function namesNoRecord(call: CallApi, { pattern, params }: Address): Promise<boolean> {
  const { uuid } = params;
  if (uuid === undefined) return false;
  const [, screens = ''] = /^\/admin\/(.+)\/(?:show|edit)\/:uuid$/.exec(pattern) ?? [];
  // Those that come with the product are called by a word.
  if (screens === roles.office.address) return false;
  if (!z.uuid().safeParse(uuid).success) return true;
  const table = namedTables.get(screens);
  try {
    if (pattern === '/vacancies/:uuid') {
      const { data } = await call(siteVacancies);
      return !data.some((vacancy) => vacancy.uuid === uuid);
    }
    if (Object.hasOwn(PUBLIC, pattern))
      await call(PUBLIC[pattern as keyof typeof PUBLIC], { params: { uuid } });
    else if (table) await call(siteRecord, { params: { table, uuid } });
    return false;
  } catch (error) {
    return error instanceof Failure && error.code === 'not_found';
  }
}
