import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';
import * as contract from './question.contract.ts';
import {
  destroyQuestion,
  draftQuestion,
  findQuestion,
  listQuestions,
  orderQuestions,
  publicQuestions,
  storeQuestion,
  updateQuestion,
} from './question.service.ts';

export const feature: Feature = {
  routes: (deps) => [
    route(contract.listQuestions, ({ query }) => listQuestions(deps, query)),
    route(contract.getQuestion, async ({ params }) => ({ data: await findQuestion(deps, params.uuid) })),
    route(
      contract.storeQuestion,
      async ({ actor, body }) => ({
        data: await storeQuestion(deps, actor, body),
      }),
      { draft: async ({ body }) => ({ draft: await draftQuestion(deps.db, body) }) },
    ),
    route(
      contract.updateQuestion,
      async ({ actor, params, body }) => ({
        data: await updateQuestion(deps, actor, params.uuid, body),
      }),
      { draft: async ({ params, body }) => ({ draft: await draftQuestion(deps.db, body, params.uuid) }) },
    ),
    route(contract.destroyQuestion, async ({ actor, params }) => ({
      data: await destroyQuestion(deps, actor, params.uuid),
    })),
    route(contract.orderQuestions, async ({ actor, body }) => ({
      data: await orderQuestions(deps, actor, body.uuids),
    })),
    route(contract.siteQuestions, async ({ query }) => ({
      data: await publicQuestions(deps.db, query.topic),
    })),
  ],
};
