import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';
import { singleRoutes } from '../../records/server/recordRoutes.ts';
import { companyRecord, siteInformation } from './company.contract.ts';
import { companyService } from './company.service.ts';

export const feature: Feature = {
  routes: (deps) => [
    ...singleRoutes(deps, companyRecord, companyService),
    route(siteInformation, async () => {
      const information = await companyService.published(deps);
      return information && { data: information };
    }),
  ],
};
