import type { Feature } from '../../platform/feature.ts';
import { HandlerResponse, route } from '../../platform/http/route.ts';
import * as contract from './ticketOffice.contract.ts';
import {
  draftTicketOffice,
  findTicketOffice,
  publicTicketOffice,
  storeTicketOffice,
} from './ticketOffice.service.ts';

export const feature: Feature = {
  routes: (deps) => [
    route(contract.getTicketOffice, async () => {
      const office = await findTicketOffice(deps);
      return office && { data: office };
    }),
    route(
      contract.storeTicketOffice,
      async ({ actor, body }) => {
        const { created, data } = await storeTicketOffice(deps, actor, body);
        return new HandlerResponse(created ? 201 : 200, { data });
      },
      { draft: async ({ body }) => ({ draft: await draftTicketOffice(deps.db, body) }) },
    ),
    route(contract.siteTicketOffice, async () => {
      const office = await publicTicketOffice(deps);
      return office && { data: office };
    }),
  ],
};
