import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';
import { readSitemapPart } from '../sitemapEntries/sitemapParts.service.ts';
import * as contract from './recipe.contract.ts';
import {
  destroyRecipe,
  draftRecipe,
  findRecipe,
  listRecipes,
  publicRecipe,
  publicRecipes,
  recipePictures,
  storeRecipe,
  updateRecipe,
} from './recipe.service.ts';
import { pairedRecipes, selectRecipes } from './recipeSelection.service.ts';
import { readRecipeSitemap } from './recipeSitemap.service.ts';

export const feature: Feature = {
  routes: (deps) => [
    route(contract.listRecipes, ({ query }) => listRecipes(deps, query)),
    route(contract.getRecipe, async ({ params }) => ({ data: await findRecipe(deps, params.uuid) })),
    route(
      contract.storeRecipe,
      async ({ actor, body, files }) => ({
        data: await storeRecipe(deps, actor, body, files.image[0]),
      }),
      {
        draft: async ({ body, files }) => ({
          draft: await draftRecipe(deps.db, body),
          pictures: recipePictures(body, files.image[0]),
        }),
      },
    ),
    route(
      contract.updateRecipe,
      async ({ actor, params, body, files }) => ({
        data: await updateRecipe(deps, actor, params.uuid, body, files.image[0]),
      }),
      {
        draft: async ({ params, body, files }) => ({
          draft: await draftRecipe(deps.db, body, params.uuid),
          pictures: recipePictures(body, files.image[0]),
        }),
      },
    ),
    route(contract.destroyRecipe, async ({ actor, params }) => ({
      data: await destroyRecipe(deps, actor, params.uuid),
    })),
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
