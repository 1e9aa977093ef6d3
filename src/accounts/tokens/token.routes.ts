import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';
import * as contract from './token.contract.ts';
import { tokenJobs } from './token.job.ts';
import {
  destroyToken,
  findToken,
  listTokens,
  storeToken,
  updateToken,
  widensToken,
} from './token.service.ts';

export const tokenFeature: Feature = {
  routes: (deps) => [
    route(contract.listTokens, ({ query }) => listTokens(deps, query)),
    route(contract.getToken, async ({ params }) => ({ data: await findToken(deps, params.uuid) })),
    route(contract.storeToken, async ({ actor, body }) => ({ data: await storeToken(deps, actor, body) })),
    route(
      contract.updateToken,
      async ({ actor, params, body }) => ({ data: await updateToken(deps, actor, params.uuid, body) }),
      { confirmsWhen: ({ actor, params, body }) => widensToken(deps, actor, params.uuid, body) },
    ),
    route(contract.destroyToken, async ({ actor, params }) => ({
      data: await destroyToken(deps, actor, params.uuid),
    })),
  ],
  jobs: tokenJobs,
};
