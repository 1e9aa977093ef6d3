import type { Deps } from '../../platform/deps.ts';
import type { Feature } from '../../platform/feature.ts';
import { Answer, route } from '../../platform/http/route.ts';
import * as contract from './about.contract.ts';
import {
  aboutTypes,
  destroyAbout,
  draftAbout,
  draftAboutOf,
  findAbout,
  findAboutOf,
  listAbouts,
  publicAbout,
  storeAbout,
  storeAboutOf,
  updateAbout,
} from './about.service.ts';

const { ABOUT_TYPES, singleAbouts } = contract;

export const feature: Feature = {
  routes: (deps) => [
    route(contract.listAbouts, ({ query }) => listAbouts(deps, query)),
    route(contract.getAbout, async ({ params }) => ({ data: await findAbout(deps, params.uuid) })),
    route(contract.storeAbout, async ({ actor, body }) => ({ data: await storeAbout(deps, actor, body) }), {
      draft: async ({ body }) => ({ draft: await draftAbout(deps.db, body) }),
    }),
    route(
      contract.updateAbout,
      async ({ actor, params, body }) => ({
        data: await updateAbout(deps, actor, params.uuid, body),
      }),
      { draft: async ({ params, body }) => ({ draft: await draftAbout(deps.db, body, params.uuid) }) },
    ),
    route(contract.destroyAbout, async ({ actor, params }) => ({
      data: await destroyAbout(deps, actor, params.uuid),
    })),
    route(contract.listAboutTypes, async () => ({ data: aboutTypes() })),
    ...Object.values(singleAbouts).flatMap(({ type, read, store }) => [
      route(read, async () => {
        const about = await findAboutOf(deps, type);
        return about && { data: about };
      }),
      route(
        store,
        async ({ actor, body }) => {
          const { created, saved } = await storeAboutOf(deps, actor, type, body);
          return new Answer(created ? 201 : 200, { data: saved });
        },
        { draft: async ({ body }) => ({ draft: await draftAboutOf(deps.db, type, body) }) },
      ),
    ]),
    route(contract.siteAboutHypermarkets, () => page(deps, ABOUT_TYPES.hypermarket)),
    route(contract.siteAboutCreditCards, () => page(deps, ABOUT_TYPES.card)),
    route(contract.siteAboutShoppings, () => page(deps, ABOUT_TYPES.shopping)),
    route(contract.siteAboutMovieTheaters, () => page(deps, ABOUT_TYPES.cinema)),
  ],
};

async function page({ db }: Deps, type: contract.AboutType) {
  const about = await publicAbout(db, type);
  return about && { data: about };
}
