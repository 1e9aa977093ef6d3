import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';
import { namedBranches } from '../branchChoice/namedBranches.ts';
import * as many from './import/offerImport.contract.ts';
import { importOffers } from './import/offerImport.service.ts';
import * as contract from './offer.contract.ts';
import {
  destroyOffer,
  draftOffer,
  findOffer,
  listOffers,
  offerFormPictures,
  storeOffer,
  updateOffer,
} from './offer.service.ts';
import * as change from './offerChange.contract.ts';
import { changeOffers, undoOffers } from './offerChange.service.ts';
import { repeatOffers } from './offerRepeat.service.ts';
import { readHighlights, selectOffers } from './offerSelection.service.ts';
import { readOfferSitemap, readOfferSitemapPart } from './offerSitemap.service.ts';
import { publicOffer } from './publicOffers.service.ts';

export const feature: Feature = {
  routes: (deps) => [
    route(contract.listOffers, ({ actor, query }) => listOffers(deps, actor, query)),
    route(contract.getOffer, async ({ params }) => ({ data: await findOffer(deps, params.uuid) })),
    route(contract.listOfferBranches, async ({ actor }) => ({ data: await namedBranches(deps.db, actor) })),
    route(
      contract.storeOffer,
      async ({ actor, plan, body, files }) => ({
        data: await storeOffer(deps, { actor, plan }, body, files.image[0]),
      }),
      {
        draft: async ({ body, files }) => ({
          draft: await draftOffer(deps, body),
          pictures: offerFormPictures(body, files.image[0]),
        }),
      },
    ),
    route(
      contract.updateOffer,
      async ({ actor, plan, params, body, files }) => ({
        data: await updateOffer(deps, { actor, plan }, params.uuid, body, files.image[0]),
      }),
      {
        draft: async ({ params, body, files }) => ({
          draft: await draftOffer(deps, body, params.uuid),
          pictures: offerFormPictures(body, files.image[0]),
        }),
      },
    ),
    route(contract.destroyOffer, async ({ actor, params }) => ({
      data: await destroyOffer(deps, actor, params.uuid),
    })),
    route(many.importOffers, async ({ actor, body }) => ({ data: await importOffers(deps, actor, body) })),
    route(many.repeatOffers, async ({ actor, body }) => ({ data: await repeatOffers(deps, actor, body) })),
    route(change.changeOffers, async ({ actor, body }) => ({ data: await changeOffers(deps, actor, body) })),
    route(change.undoOffers, async ({ actor, body }) => ({ data: await undoOffers(deps, actor, body) })),
    route(contract.siteOffers, async ({ query }) => ({ data: await selectOffers(deps, query) })),
    route(contract.siteHighlights, async () => ({ data: await readHighlights(deps) })),
    route(contract.siteOfferSitemap, async () => ({ data: await readOfferSitemap(deps) })),
    route(contract.siteOfferSitemapPart, async ({ query }) => ({
      data: await readOfferSitemapPart(deps, query.part),
    })),
    route(contract.siteOffer, async ({ params }) => ({ data: await publicOffer(deps, params.uuid) })),
  ],
};
