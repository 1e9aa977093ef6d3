import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';
import { holidayProposals } from './holidayProposals.service.ts';
import * as contract from './specialDay.contract.ts';
import {
  destroySpecialDay,
  draftSpecialDay,
  findSpecialDay,
  listSpecialDayPlaces,
  listSpecialDays,
  publicSpecialDays,
  storeSpecialDay,
  updateSpecialDay,
} from './specialDay.service.ts';

export const feature: Feature = {
  routes: (deps) => [
    route(contract.siteSpecialDays, async () => ({ data: await publicSpecialDays(deps) })),
    route(contract.listHolidayProposals, async () => ({ data: await holidayProposals(deps) })),
    route(contract.listSpecialDayPlaces, async ({ actor }) => ({
      data: await listSpecialDayPlaces(deps, actor),
    })),
    route(contract.listSpecialDays, ({ actor, query }) => listSpecialDays(deps, actor, query)),
    route(contract.getSpecialDay, async ({ params }) => ({ data: await findSpecialDay(deps, params.uuid) })),
    route(
      contract.storeSpecialDay,
      async ({ actor, body }) => ({
        data: await storeSpecialDay(deps, actor, body),
      }),
      { draft: async ({ body }) => ({ draft: await draftSpecialDay(deps, body) }) },
    ),
    route(
      contract.updateSpecialDay,
      async ({ actor, params, body }) => ({
        data: await updateSpecialDay(deps, actor, params.uuid, body),
      }),
      { draft: async ({ params, body }) => ({ draft: await draftSpecialDay(deps, body, params.uuid) }) },
    ),
    route(contract.destroySpecialDay, async ({ actor, params }) => ({
      data: await destroySpecialDay(deps, actor, params.uuid),
    })),
  ],
};
