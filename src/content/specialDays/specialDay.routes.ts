import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';
import { recordRoutes } from '../../records/server/recordRoutes.ts';
import { holidayProposals } from './holidayProposals.service.ts';
import * as contract from './specialDay.contract.ts';
import { listSpecialDayPlaces, publicSpecialDays, specialDayService } from './specialDay.service.ts';

export const feature: Feature = {
  routes: (deps) => [
    route(contract.siteSpecialDays, async () => ({ data: await publicSpecialDays(deps) })),
    route(contract.listHolidayProposals, async () => ({ data: await holidayProposals(deps) })),
    route(contract.listSpecialDayPlaces, async ({ actor }) => ({
      data: await listSpecialDayPlaces(deps, actor),
    })),
    ...recordRoutes(deps, contract.specialDayRecord, specialDayService),
  ],
};
