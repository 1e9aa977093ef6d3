import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';
import { recordRoutes } from '../../records/server/recordRoutes.ts';
import { cardTermRecord, siteCardTerms } from './cardTerm.contract.ts';
import { cardTermService } from './cardTerm.service.ts';

export const feature: Feature = {
  routes: (deps) => [
    ...recordRoutes(deps, cardTermRecord, cardTermService),
    route(siteCardTerms, async () => ({ data: await cardTermService.published(deps.db) })),
  ],
};
