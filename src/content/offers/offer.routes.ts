import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';
import { recordRoutes } from '../../records/server/recordRoutes.ts';
import { namedBranches } from '../branchChoice/namedBranches.ts';
import * as many from './import/offerImport.contract.ts';
import * as contract from './offer.contract.ts';
import { offerService } from './offer.service.ts';
import * as change from './offerChange.contract.ts';
import { changeOffers, undoOffers } from './offerChange.service.ts';
import { repeatOffers } from './offerRepeat.service.ts';
import { firstOffers, readHighlights, selectOffers } from './offerSelection.service.ts';
import { readOfferSitemap, readOfferSitemapPart } from './offerSitemap.service.ts';

const NOT_FOUND = 'Não encontramos esta oferta. Ela pode ter saído do site.';

export const feature: Feature = {
  routes: (deps) => [
    ...recordRoutes(deps, { endpoints: contract.offerEndpoints }, offerService),
    route(contract.listOfferBranches, async ({ actor }) => ({ data: await namedBranches(deps.db, actor) })),
    route(many.importOffers, async ({ actor, body }) => {
      const { importOffers } = await import('./import/offerImport.service.ts');
      return { data: await importOffers(deps, actor, body) };
    }),
    route(many.repeatOffers, async ({ actor, body }) => ({ data: await repeatOffers(deps, actor, body) })),
    route(change.changeOffers, async ({ actor, body }) => ({ data: await changeOffers(deps, actor, body) })),
    route(change.undoOffers, async ({ actor, body }) => ({ data: await undoOffers(deps, actor, body) })),
    route(contract.siteOffers, async ({ query }) => ({ data: await selectOffers(deps, query) })),
    route(contract.siteFirstOffers, async ({ query }) => ({
      data: await firstOffers(deps, query.department),
    })),
    route(contract.siteHighlights, async () => ({ data: await readHighlights(deps) })),
    route(contract.siteOfferSitemap, async () => ({ data: await readOfferSitemap(deps) })),
    route(contract.siteOfferSitemapPart, async ({ query }) => ({
      data: await readOfferSitemapPart(deps, query.part),
    })),
    route(contract.siteOffer, async ({ params }) => ({
      data: await offerService.findPublic(deps, params.uuid, NOT_FOUND),
    })),
  ],
};
