import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';
import { recordRoutes } from '../../records/server/recordRoutes.ts';
import { phoneRecord, sitePhones } from './phone.contract.ts';
import { phoneService } from './phone.service.ts';

export const feature: Feature = {
  routes: (deps) => [
    route(sitePhones, async () => ({ data: await phoneService.published(deps.db) })),
    ...recordRoutes(deps, phoneRecord, phoneService),
  ],
};
