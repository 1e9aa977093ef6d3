import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';
import * as contract from './aboutItem.contract.ts';
import {
  destroyAboutItem,
  draftAboutItem,
  findAboutItem,
  listAboutItems,
  orderAboutItems,
  storeAboutItem,
  updateAboutItem,
} from './aboutItem.service.ts';

export const feature: Feature = {
  routes: (deps) => [
    route(contract.listAboutItems, ({ query }) => listAboutItems(deps, query)),
    route(contract.getAboutItem, async ({ params }) => ({ data: await findAboutItem(deps, params.uuid) })),
    route(
      contract.storeAboutItem,
      async ({ actor, body }) => ({
        data: await storeAboutItem(deps, actor, body),
      }),
      { draft: async ({ body }) => ({ draft: await draftAboutItem(deps.db, body) }) },
    ),
    route(
      contract.updateAboutItem,
      async ({ actor, params, body }) => ({
        data: await updateAboutItem(deps, actor, params.uuid, body),
      }),
      { draft: async ({ params, body }) => ({ draft: await draftAboutItem(deps.db, body, params.uuid) }) },
    ),
    route(contract.destroyAboutItem, async ({ actor, params }) => ({
      data: await destroyAboutItem(deps, actor, params.uuid),
    })),
    route(contract.orderAboutItems, async ({ actor, body }) => ({
      data: await orderAboutItems(deps, actor, body.uuids),
    })),
  ],
};
