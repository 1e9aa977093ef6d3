import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';
import * as contract from './ticketOfficeItem.contract.ts';
import {
  destroyTicketOfficeItem,
  draftTicketOfficeItem,
  findTicketOfficeItem,
  listTicketOfficeItems,
  orderTicketOfficeItems,
  storeTicketOfficeItem,
  updateTicketOfficeItem,
} from './ticketOfficeItem.service.ts';

export const feature: Feature = {
  routes: (deps) => [
    route(contract.listTicketOfficeItems, ({ query }) => listTicketOfficeItems(deps, query)),
    route(contract.getTicketOfficeItem, async ({ params }) => ({
      data: await findTicketOfficeItem(deps, params.uuid),
    })),
    route(
      contract.storeTicketOfficeItem,
      async ({ actor, body }) => ({
        data: await storeTicketOfficeItem(deps, actor, body),
      }),
      { draft: async ({ body }) => ({ draft: await draftTicketOfficeItem(deps.db, body) }) },
    ),
    route(
      contract.updateTicketOfficeItem,
      async ({ actor, params, body }) => ({
        data: await updateTicketOfficeItem(deps, actor, params.uuid, body),
      }),
      {
        draft: async ({ params, body }) => ({
          draft: await draftTicketOfficeItem(deps.db, body, params.uuid),
        }),
      },
    ),
    route(contract.destroyTicketOfficeItem, async ({ actor, params }) => ({
      data: await destroyTicketOfficeItem(deps, actor, params.uuid),
    })),
    route(contract.orderTicketOfficeItems, async ({ actor, body }) => ({
      data: await orderTicketOfficeItems(deps, actor, body.uuids),
    })),
  ],
};
