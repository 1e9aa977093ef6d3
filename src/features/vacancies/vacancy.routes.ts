import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';
import * as contract from './vacancy.contract.ts';
import {
  destroyVacancy,
  draftVacancy,
  findVacancy,
  listVacancies,
  publicVacancies,
  storeVacancy,
  updateVacancy,
} from './vacancy.service.ts';

export const feature: Feature = {
  routes: (deps) => [
    route(contract.siteVacancies, async () => ({ data: await publicVacancies(deps) })),
    route(contract.listVacancies, ({ query }) => listVacancies(deps, query)),
    route(contract.getVacancy, async ({ params }) => ({ data: await findVacancy(deps, params.uuid) })),
    route(
      contract.storeVacancy,
      async ({ actor, body }) => ({
        data: await storeVacancy(deps, actor, body),
      }),
      { draft: async ({ body }) => ({ draft: await draftVacancy(deps, body) }) },
    ),
    route(
      contract.updateVacancy,
      async ({ actor, params, body }) => ({
        data: await updateVacancy(deps, actor, params.uuid, body),
      }),
      { draft: async ({ params, body }) => ({ draft: await draftVacancy(deps, body, params.uuid) }) },
    ),
    route(contract.destroyVacancy, async ({ actor, params }) => ({
      data: await destroyVacancy(deps, actor, params.uuid),
    })),
  ],
};
