import type { Feature } from '../../platform/feature.ts';
import { HandlerResponse, route } from '../../platform/http/route.ts';
import * as leaflets from '../dailyOffers/dailyOffers.contract.ts';
import { readDailyOffers, saveDailyOffers } from '../dailyOffers/dailyOffers.service.ts';
import * as contract from './booklet.contract.ts';
import {
  dailyBookletFormPictures,
  dailyBookletsToday,
  destroyDailyBooklet,
  draftDailyBooklet,
  findDailyBooklet,
  listDailyBooklets,
  repeatDailyBooklets,
  storeDailyBooklet,
  updateDailyBooklet,
} from './booklet.service.ts';
import { pageJobs } from './bookletPages.job.ts';
import {
  announceFortnightlyBooklet,
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
import { readPdfTexts } from './pdfText.service.ts';

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
    route(contract.siteFortnightlyPages, async () => {
      const booklet = await fortnightlyPages(deps);
      return booklet && { data: booklet };
    }),
    route(contract.listDailyBooklets, ({ query }) => listDailyBooklets(deps, query)),
    route(contract.getDailyBooklet, async ({ params }) => ({
      data: await findDailyBooklet(deps, params.uuid),
    })),
    route(
      contract.storeDailyBooklet,
      async ({ actor, plan, body, files }) => ({
        data: await storeDailyBooklet(deps, { actor, plan }, body, files.photos[0]),
      }),
      {
        draft: async ({ body, files }) => ({
          draft: await draftDailyBooklet(deps, body),
          pictures: dailyBookletFormPictures(body, files.photos[0]),
        }),
      },
    ),
    route(
      contract.updateDailyBooklet,
      async ({ actor, plan, params, body, files }) => ({
        data: await updateDailyBooklet(deps, { actor, plan }, params.uuid, body, files.photos[0]),
      }),
      {
        draft: async ({ params, body, files }) => ({
          draft: await draftDailyBooklet(deps, body, params.uuid),
          pictures: dailyBookletFormPictures(body, files.photos[0]),
        }),
      },
    ),
    route(contract.destroyDailyBooklet, async ({ actor, params }) => ({
      data: await destroyDailyBooklet(deps, actor, params.uuid),
    })),
    route(contract.repeatDailyBooklets, async ({ actor }) => ({
      data: await repeatDailyBooklets(deps, actor),
    })),
    route(contract.readPdfText, async ({ files }) => ({
      data: { pages: await readPdfTexts(deps, files.doc[0]) },
    })),
    route(leaflets.getDailyOffers, async ({ params }) => ({ data: await readDailyOffers(deps, params) })),
    route(leaflets.saveDailyOffers, async ({ actor, params, body }) => ({
      data: await saveDailyOffers(deps, actor, params, body),
    })),
    route(contract.siteDailyBooklets, async () => ({ data: await dailyBookletsToday(deps) })),
  ],
  jobs: pageJobs,
};
