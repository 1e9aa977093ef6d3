import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';
import * as contract from './ticketOfficeItem.contract.ts';
import {
  destroyTicketOfficeItem,
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
    route(contract.storeTicketOfficeItem, async ({ actor, body }) => ({
      data: await storeTicketOfficeItem(deps, actor, body),
    })),
    route(contract.updateTicketOfficeItem, async ({ actor, params, body }) => ({
      data: await updateTicketOfficeItem(deps, actor, params.uuid, body),
    })),
    route(contract.destroyTicketOfficeItem, async ({ actor, params }) => ({
      data: await destroyTicketOfficeItem(deps, actor, params.uuid),
    })),
    route(contract.orderTicketOfficeItems, async ({ actor, body }) => ({
      data: await orderTicketOfficeItems(deps, actor, body.uuids),
    })),
  ],
};
