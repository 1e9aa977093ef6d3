import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';
import * as contract from './exception.contract.ts';
import {
  destroyException,
  draftException,
  findException,
  listExceptions,
  listPlaces,
  publicExceptions,
  storeException,
  updateException,
} from './exception.service.ts';
import { proposalsBetween } from './proposals.service.ts';

export const feature: Feature = {
  routes: (deps) => [
    route(contract.siteExceptions, async () => ({ data: await publicExceptions(deps) })),
    route(contract.listProposals, async () => ({ data: await proposalsBetween(deps) })),
    route(contract.listPlaces, async ({ actor }) => ({ data: await listPlaces(deps, actor) })),
    route(contract.listExceptions, ({ actor, query }) => listExceptions(deps, actor, query)),
    route(contract.getException, async ({ params }) => ({ data: await findException(deps, params.uuid) })),
    route(
      contract.storeException,
      async ({ actor, body }) => ({
        data: await storeException(deps, actor, body),
      }),
      { draft: async ({ body }) => ({ draft: await draftException(deps, body) }) },
    ),
    route(
      contract.updateException,
      async ({ actor, params, body }) => ({
        data: await updateException(deps, actor, params.uuid, body),
      }),
      { draft: async ({ params, body }) => ({ draft: await draftException(deps, body, params.uuid) }) },
    ),
    route(contract.destroyException, async ({ actor, params }) => ({
      data: await destroyException(deps, actor, params.uuid),
    })),
  ],
};
