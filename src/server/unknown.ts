import { z } from 'zod';
import type { CallApi } from '../contract/caller.ts';
import { Failure } from '../contract/failure.ts';
import { siteBranch } from '../features/branches/branch.contract.ts';
import { siteMovie } from '../features/movies/movie.contract.ts';
import { siteRecipe } from '../features/recipes/recipe.contract.ts';
import { siteShop } from '../features/shops/shop.contract.ts';
import { siteVacancies } from '../features/vacancies/vacancy.contract.ts';
import { findRecord } from '../platform/database/records.ts';
import type { Deps } from '../platform/deps.ts';
import type { Address } from './addresses.ts';

/** What tells whether the record of a public page is there for visitors. */
const PUBLIC = {
  '/branches/:uuid': siteBranch,
  '/cinema/:uuid': siteMovie,
  '/shops/:uuid': siteShop,
  '/tips-and-recipes/details/:uuid': siteRecipe,
} as const;

/** The tables of what the back office shows and edits, by the addresses of its screens. */
const OFFICE = {
  abouts: 'abouts',
  'about-items': 'about_items',
  banners: 'banners',
  'booklets/of-the-day': 'daily_booklets',
  branches: 'branches',
  movies: 'movies',
  'office-hours': 'office_hours',
  phones: 'phones',
  'revenue-categories': 'recipe_categories',
  revenues: 'recipes',
  shops: 'shops',
  'ticket-office-items': 'ticket_office_items',
  vacancies: 'vacancies',
  'work-with-us': 'job_applications',
} as const;

/**
 * Whether a page's address names a record that there is none of. Where that cannot be known (the database is away),
 * it is taken as known: the page itself will tell.
 */
export async function namesNoRecord(
  deps: Pick<Deps, 'db'>,
  call: CallApi,
  { pattern, params }: Address,
): Promise<boolean> {
  const { uuid } = params;
  if (uuid === undefined) return false;
  if (!z.uuid().safeParse(uuid).success) return true;
  const [, resource] = /^\/admin\/(.+)\/(?:show|edit)\/:uuid$/.exec(pattern) ?? [];
  try {
    if (pattern === '/vacancies/:uuid') {
      const { data } = await call(siteVacancies);
      return !data.some((vacancy) => vacancy.uuid === uuid);
    }
    if (Object.hasOwn(PUBLIC, pattern))
      await call(PUBLIC[pattern as keyof typeof PUBLIC], { params: { uuid } });
    else if (resource && Object.hasOwn(OFFICE, resource))
      await findRecord(deps.db, OFFICE[resource as keyof typeof OFFICE], uuid);
    return false;
  } catch (error) {
    return error instanceof Failure && error.code === 'not_found';
  }
}
