import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';
import * as contract from './phone.contract.ts';
import {
  destroyPhone,
  draftPhone,
  findPhone,
  listPhones,
  publicPhones,
  storePhone,
  updatePhone,
} from './phone.service.ts';

export const feature: Feature = {
  routes: (deps) => [
    route(contract.sitePhones, async () => ({ data: await publicPhones(deps.db) })),
    route(contract.listPhones, ({ query }) => listPhones(deps, query)),
    route(contract.getPhone, async ({ params }) => ({ data: await findPhone(deps, params.uuid) })),
    route(contract.storePhone, async ({ actor, body }) => ({ data: await storePhone(deps, actor, body) }), {
      draft: async ({ body }) => ({ draft: await draftPhone(deps.db, body) }),
    }),
    route(
      contract.updatePhone,
      async ({ actor, params, body }) => ({
        data: await updatePhone(deps, actor, params.uuid, body),
      }),
      { draft: async ({ params, body }) => ({ draft: await draftPhone(deps.db, body, params.uuid) }) },
    ),
    route(contract.destroyPhone, async ({ actor, params }) => ({
      data: await destroyPhone(deps, actor, params.uuid),
    })),
  ],
};
