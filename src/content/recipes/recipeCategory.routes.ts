import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';
import * as contract from './recipeCategory.contract.ts';
import {
  destroyRecipeCategory,
  draftRecipeCategory,
  findRecipeCategory,
  listRecipeCategories,
  storeRecipeCategory,
  updateRecipeCategory,
} from './recipeCategory.service.ts';

export const feature: Feature = {
  routes: (deps) => [
    route(contract.listRecipeCategories, ({ query }) => listRecipeCategories(deps, query)),
    route(contract.getRecipeCategory, async ({ params }) => ({
      data: await findRecipeCategory(deps, params.uuid),
    })),
    route(
      contract.storeRecipeCategory,
      async ({ actor, body }) => ({
        data: await storeRecipeCategory(deps, actor, body),
      }),
      { draft: async ({ body }) => ({ draft: await draftRecipeCategory(deps.db, body) }) },
    ),
    route(
      contract.updateRecipeCategory,
      async ({ actor, params, body }) => ({
        data: await updateRecipeCategory(deps, actor, params.uuid, body),
      }),
      {
        draft: async ({ params, body }) => ({ draft: await draftRecipeCategory(deps.db, body, params.uuid) }),
      },
    ),
    route(contract.destroyRecipeCategory, async ({ actor, params }) => ({
      data: await destroyRecipeCategory(deps, actor, params.uuid),
    })),
  ],
};
