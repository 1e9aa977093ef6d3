import type { Feature } from '../../platform/feature.ts';
import { recordRoutes } from '../../records/server/recordRoutes.ts';
import { ticketOfficeItemRecord } from './ticketOfficeItem.contract.ts';
import { ticketOfficeItemService } from './ticketOfficeItem.service.ts';

export const feature: Feature = {
  routes: (deps) => recordRoutes(deps, ticketOfficeItemRecord, ticketOfficeItemService),
};
