import type { Feature } from '../../platform/feature.ts';
import { HandlerResponse, route } from '../../platform/http/route.ts';
import * as contract from './company.contract.ts';
import {
  companyInformation,
  draftInformation,
  findInformation,
  storeInformation,
} from './company.service.ts';

export const feature: Feature = {
  routes: (deps) => [
    route(contract.getInformation, async () => {
      const information = await findInformation(deps.db);
      return information && { data: information };
    }),
    route(
      contract.storeInformation,
      async ({ actor, body }) => {
        const { created, saved } = await storeInformation(deps, actor, body);
        return new HandlerResponse(created ? 201 : 200, { data: saved });
      },
      { draft: async ({ body }) => ({ draft: await draftInformation(deps.db, body) }) },
    ),
    route(contract.siteInformation, async () => {
      const information = await companyInformation(deps.db);
      return information && { data: information };
    }),
  ],
};
