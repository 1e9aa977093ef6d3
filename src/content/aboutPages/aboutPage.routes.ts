import type { Deps } from '../../platform/deps.ts';
import type { Feature } from '../../platform/feature.ts';
import { HandlerResponse, route } from '../../platform/http/route.ts';
import * as contract from './aboutPage.contract.ts';
import {
  aboutTypes,
  destroyAboutPage,
  draftAboutPage,
  draftAboutPageOfType,
  findAboutPage,
  findAboutPageOfType,
  listAboutPages,
  publicAboutPage,
  storeAboutPage,
  storeAboutPageOfType,
  updateAboutPage,
} from './aboutPage.service.ts';

const { ABOUT_TYPES, singleAboutPages } = contract;

export const feature: Feature = {
  routes: (deps) => [
    route(contract.listAboutPages, ({ query }) => listAboutPages(deps, query)),
    route(contract.getAboutPage, async ({ params }) => ({ data: await findAboutPage(deps, params.uuid) })),
    route(
      contract.storeAboutPage,
      async ({ actor, body }) => ({ data: await storeAboutPage(deps, actor, body) }),
      {
        draft: async ({ body }) => ({ draft: await draftAboutPage(deps.db, body) }),
      },
    ),
    route(
      contract.updateAboutPage,
      async ({ actor, params, body }) => ({
        data: await updateAboutPage(deps, actor, params.uuid, body),
      }),
      { draft: async ({ params, body }) => ({ draft: await draftAboutPage(deps.db, body, params.uuid) }) },
    ),
    route(contract.destroyAboutPage, async ({ actor, params }) => ({
      data: await destroyAboutPage(deps, actor, params.uuid),
    })),
    route(contract.listAboutTypes, async () => ({ data: aboutTypes() })),
    ...Object.values(singleAboutPages).flatMap(({ type, read, store }) => [
      route(read, async () => {
        const about = await findAboutPageOfType(deps, type);
        return about && { data: about };
      }),
      route(
        store,
        async ({ actor, body }) => {
          const { created, saved } = await storeAboutPageOfType(deps, actor, type, body);
          return new HandlerResponse(created ? 201 : 200, { data: saved });
        },
        { draft: async ({ body }) => ({ draft: await draftAboutPageOfType(deps.db, type, body) }) },
      ),
    ]),
    route(contract.siteAboutHypermarkets, () => page(deps, ABOUT_TYPES.hypermarket)),
    route(contract.siteAboutCreditCards, () => page(deps, ABOUT_TYPES.card)),
    route(contract.siteAboutShoppings, () => page(deps, ABOUT_TYPES.shopping)),
    route(contract.siteAboutMovieTheaters, () => page(deps, ABOUT_TYPES.cinema)),
  ],
};

async function page({ db }: Deps, type: contract.AboutType) {
  const about = await publicAboutPage(db, type);
  return about && { data: about };
}
