import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';
import * as contract from './officeHours.contract.ts';
import {
  destroyOfficeHours,
  draftOfficeHours,
  findOfficeHours,
  listOfficeHours,
  publicOfficeHours,
  storeOfficeHours,
  updateOfficeHours,
} from './officeHours.service.ts';

export const feature: Feature = {
  routes: (deps) => [
    route(contract.siteOfficeHours, async () => ({ data: await publicOfficeHours(deps) })),
    route(contract.listOfficeHours, ({ query }) => listOfficeHours(deps, query)),
    route(contract.getOfficeHours, async ({ params }) => ({
      data: await findOfficeHours(deps, params.uuid),
    })),
    route(
      contract.storeOfficeHours,
      async ({ actor, body }) => ({
        data: await storeOfficeHours(deps, actor, body),
      }),
      { draft: async ({ body }) => ({ draft: await draftOfficeHours(deps.db, body) }) },
    ),
    route(
      contract.updateOfficeHours,
      async ({ actor, params, body }) => ({
        data: await updateOfficeHours(deps, actor, params.uuid, body),
      }),
      { draft: async ({ params, body }) => ({ draft: await draftOfficeHours(deps.db, body, params.uuid) }) },
    ),
    route(contract.destroyOfficeHours, async ({ actor, params }) => ({
      data: await destroyOfficeHours(deps, actor, params.uuid),
    })),
  ],
};
