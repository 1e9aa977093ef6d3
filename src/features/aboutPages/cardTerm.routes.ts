import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';
import * as contract from './cardTerm.contract.ts';
import {
  destroyCardTerm,
  draftCardTerm,
  findCardTerm,
  listCardTerms,
  orderCardTerms,
  publicCardTerms,
  storeCardTerm,
  updateCardTerm,
} from './cardTerm.service.ts';

export const feature: Feature = {
  routes: (deps) => [
    route(contract.listCardTerms, ({ query }) => listCardTerms(deps, query)),
    route(contract.getCardTerm, async ({ params }) => ({ data: await findCardTerm(deps, params.uuid) })),
    route(
      contract.storeCardTerm,
      async ({ actor, body }) => ({
        data: await storeCardTerm(deps, actor, body),
      }),
      { draft: async ({ body }) => ({ draft: await draftCardTerm(deps.db, body) }) },
    ),
    route(
      contract.updateCardTerm,
      async ({ actor, params, body }) => ({
        data: await updateCardTerm(deps, actor, params.uuid, body),
      }),
      { draft: async ({ params, body }) => ({ draft: await draftCardTerm(deps.db, body, params.uuid) }) },
    ),
    route(contract.destroyCardTerm, async ({ actor, params }) => ({
      data: await destroyCardTerm(deps, actor, params.uuid),
    })),
    route(contract.orderCardTerms, async ({ actor, body }) => ({
      data: await orderCardTerms(deps, actor, body.uuids),
    })),
    route(contract.siteCardTerms, async () => ({ data: await publicCardTerms(deps.db) })),
  ],
};
