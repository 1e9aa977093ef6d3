import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';
import { recordRoutes } from '../../records/server/recordRoutes.ts';
import { readProgramme } from './programme.service.ts';
import { getWeek, saveWeek, screeningRecord, siteScreenings } from './screening.contract.ts';
import { screeningService } from './screening.service.ts';
import * as weeks from './week.service.ts';

export const feature: Feature = {
  routes: (deps) => [
    ...recordRoutes(deps, screeningRecord, screeningService),
    route(getWeek, async ({ params }) => ({ data: await weeks.readWeek(deps, params.from) })),
    route(saveWeek, async ({ actor, params, body }) => ({
      data: await weeks.saveWeek(deps, actor, params.from, body),
    })),
    route(siteScreenings, async () => ({ data: await readProgramme(deps) })),
  ],
};
