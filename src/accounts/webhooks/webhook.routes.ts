import type { Deps } from '../../platform/deps.ts';
import type { Feature } from '../../platform/feature.ts';
import { type Route, route } from '../../platform/http/route.ts';
import * as contract from './webhook.contract.ts';
import { webhookJobs } from './webhook.jobs.ts';
import {
  changesWebhookAddress,
  destroyWebhook,
  findWebhook,
  listDeliveries,
  listWebhooks,
  renewSecret,
  resendDelivery,
  storeWebhook,
  testWebhook,
  updateWebhook,
} from './webhook.service.ts';

/** Each call sends a request to another system. */
const LIMIT = { points: 60, seconds: 600 };

const webhookRoutes = (deps: Deps): Route[] => [
  route(contract.listWebhooks, ({ query }) => listWebhooks(deps, query)),
  route(contract.getWebhook, async ({ params }) => ({ data: await findWebhook(deps, params.uuid) })),
  route(contract.storeWebhook, async ({ actor, body }) => ({ data: await storeWebhook(deps, actor, body) })),
  route(
    contract.updateWebhook,
    async ({ actor, params, body }) => ({ data: await updateWebhook(deps, actor, params.uuid, body) }),
    { confirmsWhen: ({ params, body }) => changesWebhookAddress(deps, params.uuid, body) },
  ),
  route(contract.destroyWebhook, async ({ actor, params }) => ({
    data: await destroyWebhook(deps, actor, params.uuid),
  })),
  route(contract.renewSecret, async ({ actor, params }) => ({
    data: await renewSecret(deps, actor, params.uuid),
  })),
  route(
    contract.testWebhook,
    async ({ actor, params }) => ({ data: await testWebhook(deps, actor, params.uuid) }),
    { limit: LIMIT },
  ),
  route(contract.listDeliveries, ({ params, query }) => listDeliveries(deps, params.uuid, query)),
  route(
    contract.resendDelivery,
    async ({ actor, params }) => ({ data: await resendDelivery(deps, actor, params.uuid) }),
    { limit: LIMIT },
  ),
];

export const webhooks: Feature = { routes: webhookRoutes, jobs: webhookJobs };
