import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';
import type { Rule } from '../../platform/limits.ts';
import * as contract from './application.contract.ts';
import { applicationForm } from './application.form.ts';
import {
  applicationJobs,
  destroyApplication,
  findApplication,
  listApplications,
  receiveApplication,
} from './application.service.ts';

/** Wide: a whole shop, school or mobile network can share one address. */
const LIMIT: Rule = { points: 60, seconds: 3600 };

export const feature: Feature = {
  routes: (deps) => [
    route(
      contract.apply,
      async ({ body, files }) => ({ data: await receiveApplication(deps, body, files.doc[0]) }),
      { limit: LIMIT },
    ),
    route(contract.listApplications, ({ actor, query }) => listApplications(deps, actor, query)),
    route(contract.getApplication, async ({ actor, params }) => ({
      data: await findApplication(deps, actor, params.uuid),
    })),
    route(contract.destroyApplication, async ({ actor, params }) => ({
      data: await destroyApplication(deps, actor, params.uuid),
    })),
  ],
  jobs: applicationJobs,
  forms: [applicationForm],
};
