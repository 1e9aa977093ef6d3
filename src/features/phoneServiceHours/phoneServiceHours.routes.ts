import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';
import * as contract from './phoneServiceHours.contract.ts';
import {
  destroyPhoneServiceHours,
  draftPhoneServiceHours,
  findPhoneServiceHours,
  listPhoneServiceHours,
  publicPhoneServiceHours,
  storePhoneServiceHours,
  updatePhoneServiceHours,
} from './phoneServiceHours.service.ts';

export const feature: Feature = {
  routes: (deps) => [
    route(contract.sitePhoneServiceHours, async () => ({ data: await publicPhoneServiceHours(deps) })),
    route(contract.listPhoneServiceHours, ({ query }) => listPhoneServiceHours(deps, query)),
    route(contract.getPhoneServiceHours, async ({ params }) => ({
      data: await findPhoneServiceHours(deps, params.uuid),
    })),
    route(
      contract.storePhoneServiceHours,
      async ({ actor, body }) => ({
        data: await storePhoneServiceHours(deps, actor, body),
      }),
      { draft: async ({ body }) => ({ draft: await draftPhoneServiceHours(deps.db, body) }) },
    ),
    route(
      contract.updatePhoneServiceHours,
      async ({ actor, params, body }) => ({
        data: await updatePhoneServiceHours(deps, actor, params.uuid, body),
      }),
      {
        draft: async ({ params, body }) => ({
          draft: await draftPhoneServiceHours(deps.db, body, params.uuid),
        }),
      },
    ),
    route(contract.destroyPhoneServiceHours, async ({ actor, params }) => ({
      data: await destroyPhoneServiceHours(deps, actor, params.uuid),
    })),
  ],
};
