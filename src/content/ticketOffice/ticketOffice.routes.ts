import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';
import { singleRoutes } from '../../records/server/recordRoutes.ts';
import { siteTicketOffice, ticketOfficeRecord } from './ticketOffice.contract.ts';
import { publicTicketOffice, ticketOfficeService } from './ticketOffice.service.ts';

export const feature: Feature = {
  routes: (deps) => [
    ...singleRoutes(deps, ticketOfficeRecord, ticketOfficeService),
    route(siteTicketOffice, async () => {
      const office = await publicTicketOffice(deps);
      return office && { data: office };
    }),
  ],
};
