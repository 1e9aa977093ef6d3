import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';
import { readProgramme } from './programme.service.ts';
import * as contract from './screening.contract.ts';
import {
  destroyScreening,
  draftScreening,
  findScreening,
  listScreenings,
  storeScreening,
  updateScreening,
} from './screening.service.ts';
import { readWeek, saveWeek } from './week.service.ts';

export const feature: Feature = {
  routes: (deps) => [
    route(contract.listScreenings, ({ query }) => listScreenings(deps, query)),
    route(contract.getScreening, async ({ params }) => ({ data: await findScreening(deps, params.uuid) })),
    route(
      contract.storeScreening,
      async ({ actor, body }) => ({
        data: await storeScreening(deps, actor, body),
      }),
      { draft: async ({ body }) => ({ draft: await draftScreening(deps, body) }) },
    ),
    route(
      contract.updateScreening,
      async ({ actor, params, body }) => ({
        data: await updateScreening(deps, actor, params.uuid, body),
      }),
      { draft: async ({ params, body }) => ({ draft: await draftScreening(deps, body, params.uuid) }) },
    ),
    route(contract.destroyScreening, async ({ actor, params }) => ({
      data: await destroyScreening(deps, actor, params.uuid),
    })),
    route(contract.getWeek, async ({ params }) => ({ data: await readWeek(deps, params.from) })),
    route(contract.saveWeek, async ({ actor, params, body }) => ({
      data: await saveWeek(deps, actor, params.from, body),
    })),
    route(contract.siteScreenings, async () => ({ data: await readProgramme(deps) })),
  ],
};
