import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';
import { recordRoutes } from '../../records/server/recordRoutes.ts';
import { siteVacancies, vacancyRecord } from './vacancy.contract.ts';
import { publicVacancies, vacancyService } from './vacancy.service.ts';

export const feature: Feature = {
  routes: (deps) => [
    route(siteVacancies, async () => ({ data: await publicVacancies(deps) })),
    ...recordRoutes(deps, vacancyRecord, vacancyService),
  ],
};
