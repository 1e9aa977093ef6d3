import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';
import { recordRoutes } from '../../records/server/recordRoutes.ts';
import { phoneServiceHoursRecord, sitePhoneServiceHours } from './phoneServiceHours.contract.ts';
import { phoneServiceHoursService } from './phoneServiceHours.service.ts';

export const feature: Feature = {
  routes: (deps) => [
    route(sitePhoneServiceHours, async () => ({ data: await phoneServiceHoursService.published(deps.db) })),
    ...recordRoutes(deps, phoneServiceHoursRecord, phoneServiceHoursService),
  ],
};
