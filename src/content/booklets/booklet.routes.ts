import type { Feature } from '../../platform/feature.ts';
import { HandlerResponse, route } from '../../platform/http/route.ts';
import * as contract from './booklet.contract.ts';
import { pageJobs } from './bookletPages.job.ts';
import {
  announceFortnightlyBooklet,
  changeFortnightlyBookletDays,
  destroyFortnightlyBooklet,
  draftFortnightlyBooklet,
  findFortnightlyBooklet,
  fortnightlyBooklet,
  fortnightlyPages,
  listFortnightlyBooklets,
  nextFortnightlyBooklet,
  restoreFortnightlyBooklet,
  storeFortnightlyBooklet,
  withdrawFortnightlyBooklet,
} from './fortnightlyBooklet.service.ts';

export const feature: Feature = {
  routes: (deps) => [
    route(contract.getFortnightlyBooklet, async () => {
      const booklet = await findFortnightlyBooklet(deps);
      return booklet && { data: booklet };
    }),
    route(
      contract.storeFortnightlyBooklet,
      async ({ actor, body, files }) => {
        const { created, data } = await storeFortnightlyBooklet(deps, actor, body, files.doc[0]);
        return new HandlerResponse(created ? 201 : 200, { data });
      },
      {
        draft: async ({ body, files }) => ({
          draft: await draftFortnightlyBooklet(deps, body),
          document: files.doc[0],
        }),
      },
    ),
    route(contract.listFortnightlyBooklets, async () => ({ data: await listFortnightlyBooklets(deps) })),
    route(contract.withdrawFortnightlyBooklet, async ({ actor, params }) => ({
      data: await withdrawFortnightlyBooklet(deps, actor, params.uuid),
    })),
    route(contract.restoreFortnightlyBooklet, async ({ actor, params }) => ({
      data: await restoreFortnightlyBooklet(deps, actor, params.uuid),
    })),
    route(contract.announceFortnightlyBooklet, async ({ actor, params, body }) => ({
      data: await announceFortnightlyBooklet(deps, actor, params.uuid, body),
    })),
    route(contract.changeFortnightlyBookletDays, async ({ actor, params, body }) => ({
      data: await changeFortnightlyBookletDays(deps, actor, params.uuid, body),
    })),
    route(contract.siteNextFortnightlyBooklet, async () => {
      const next = await nextFortnightlyBooklet(deps);
      return next && { data: next };
    }),
    route(contract.destroyFortnightlyBooklet, async ({ actor, params }) => ({
      data: await destroyFortnightlyBooklet(deps, actor, params.uuid),
    })),
    route(contract.siteFortnightlyBooklet, async () => {
      const booklet = await fortnightlyBooklet(deps);
      return booklet && { data: booklet };
    }),
    route(contract.siteFortnightlyPages, async ({ query }) => {
      const booklet = await fortnightlyPages(deps, query.first);
      return booklet && { data: booklet };
    }),
  ],
  jobs: pageJobs,
};
