import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';
import type { RateLimitRule } from '../../platform/security/rateLimits.ts';
import * as contract from './application.contract.ts';
import { listApplications, readOverview } from './application.list.ts';
import {
  applicationJobs,
  destroyApplication,
  findApplication,
  receiveApplication,
} from './application.service.ts';
import { destroyNote, moveApplications, sendMessage, storeNote } from './application.staff.ts';
import { openResumePages } from './resumePages.service.ts';

/** Limit per client address; generous, because a whole shop, school or mobile network can share one. */
const LIMIT: RateLimitRule = { points: 60, seconds: 3600 };

export const feature: Feature = {
  routes: (deps) => [
    route(
      contract.applyForVacancy,
      async ({ body, files }) => ({ data: await receiveApplication(deps, body, files.doc[0]) }),
      { limit: LIMIT },
    ),
    route(contract.listApplications, ({ actor, query }) => listApplications(deps, actor, query)),
    route(contract.applicationOverview, async () => ({ data: await readOverview(deps) })),
    route(contract.getApplication, async ({ actor, params }) => ({
      data: await findApplication(deps, actor, params.uuid),
    })),
    route(contract.destroyApplication, async ({ actor, params }) => ({
      data: await destroyApplication(deps, actor, params.uuid),
    })),
    route(contract.moveApplications, async ({ actor, body }) => ({
      data: await moveApplications(deps, actor, body),
    })),
    route(contract.storeNote, async ({ actor, params, body }) => ({
      data: await storeNote(deps, actor, params.uuid, body.text),
    })),
    route(contract.destroyNote, async ({ actor, params }) => ({
      data: await destroyNote(deps, actor, params.uuid),
    })),
    route(contract.sendMessage, async ({ actor, params, body }) => ({
      data: await sendMessage(deps, actor, params.uuid, body),
    })),
    route(contract.openResumePages, async ({ actor, params }) => ({
      data: await openResumePages(deps, actor, params.uuid),
    })),
  ],
  jobs: applicationJobs,
};
