import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';
import * as contract from './dailyBooklet.contract.ts';
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
} from './dailyBooklet.service.ts';
import { getDailyOffers, saveDailyOffers as saveOffers } from './dailyOffers.contract.ts';
import { readDailyOffers, saveDailyOffers } from './dailyOffers.service.ts';
import { readPdfTexts } from './pdfText.service.ts';

export const feature: Feature = {
  routes: (deps) => [
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
    route(getDailyOffers, async ({ params }) => ({ data: await readDailyOffers(deps, params) })),
    route(saveOffers, async ({ actor, params, body }) => ({
      data: await saveDailyOffers(deps, actor, params, body),
    })),
    route(contract.siteDailyBooklets, async () => ({ data: await dailyBookletsToday(deps) })),
  ],
};
