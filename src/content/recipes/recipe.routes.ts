import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';
import { recordRoutes } from '../../records/server/recordRoutes.ts';
import { readSitemapPart } from '../sitemapEntries/sitemapParts.service.ts';
import * as contract from './recipe.contract.ts';
import { publicRecipe, publicRecipes, recipeService } from './recipe.service.ts';
import { pairedRecipes, selectRecipes } from './recipeSelection.service.ts';
import { readRecipeSitemap } from './recipeSitemap.service.ts';

export const feature: Feature = {
  routes: (deps) => [
    ...recordRoutes(deps, contract.recipeRecord, recipeService),
    route(contract.siteRecipes, () => publicRecipes(deps)),
    route(contract.siteRecipeSelection, async ({ query }) => ({ data: await selectRecipes(deps, query) })),
    route(contract.siteRecipePairs, async ({ params }) => ({ data: await pairedRecipes(deps, params.uuid) })),
    route(contract.siteRecipeMap, async () => ({ data: await readRecipeSitemap(deps) })),
    route(contract.siteRecipeMapPart, async ({ query }) => ({
      data: await readSitemapPart(deps, 'recipes', query.part),
    })),
    route(contract.siteRecipe, async ({ params }) => ({ data: await publicRecipe(deps, params.uuid) })),
  ],
};
