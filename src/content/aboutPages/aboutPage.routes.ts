import type { Deps } from '../../platform/deps.ts';
import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';
import { recordRoutes, singleSaved } from '../../records/server/recordRoutes.ts';
import * as contract from './aboutPage.contract.ts';
import {
  aboutPageService,
  aboutTypes,
  draftAboutPageOfType,
  findAboutPageOfType,
  publicAboutPage,
  storeAboutPageOfType,
} from './aboutPage.service.ts';
import { ABOUT_TYPES, type AboutType } from './aboutPage.types.ts';

export const feature: Feature = {
  routes: (deps) => [
    ...recordRoutes(deps, { endpoints: contract.aboutPageEndpoints }, aboutPageService),
    route(contract.listAboutTypes, async () => ({ data: aboutTypes() })),
    ...Object.values(contract.singleAboutPages).flatMap(({ type, read, store }) => [
      route(read, async () => {
        const about = await findAboutPageOfType(deps, type);
        return about && { data: about };
      }),
      route(
        store,
        async ({ actor, plan, body }) =>
          singleSaved(await storeAboutPageOfType(deps, { actor, plan }, type, body)),
        { draft: async ({ body }) => ({ draft: await draftAboutPageOfType(deps.db, type, body) }) },
      ),
    ]),
    route(contract.siteAboutHypermarkets, () => page(deps, ABOUT_TYPES.hypermarket)),
    route(contract.siteAboutCreditCards, () => page(deps, ABOUT_TYPES.card)),
    route(contract.siteAboutShoppings, () => page(deps, ABOUT_TYPES.shopping)),
    route(contract.siteAboutMovieTheaters, () => page(deps, ABOUT_TYPES.cinema)),
  ],
};

async function page({ db }: Deps, type: AboutType) {
  const about = await publicAboutPage(db, type);
  return about && { data: about };
}
