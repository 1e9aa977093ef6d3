import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';
import { recordRoutes } from '../../records/server/recordRoutes.ts';
import { questionRecord, siteQuestions } from './question.contract.ts';
import { publicQuestions, questionService } from './question.service.ts';

export const feature: Feature = {
  routes: (deps) => [
    ...recordRoutes(deps, questionRecord, questionService),
    route(siteQuestions, async ({ query }) => ({ data: await publicQuestions(deps.db, query.topic) })),
  ],
};
