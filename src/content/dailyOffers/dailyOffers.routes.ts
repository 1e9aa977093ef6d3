import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';
import { recordRoutes } from '../../records/server/recordRoutes.ts';
import * as contract from './dailyBooklet.contract.ts';
import { dailyBookletService, dailyBookletsToday, repeatDailyBooklets } from './dailyBooklet.service.ts';
import { getDailyOffers, saveDailyOffers as saveOffers } from './dailyOffers.contract.ts';
import { readDailyOffers, saveDailyOffers } from './dailyOffers.service.ts';
import { readPdfTexts } from './pdfText.service.ts';

export const feature: Feature = {
  routes: (deps) => [
    ...recordRoutes(deps, contract.dailyBookletRecord, dailyBookletService),
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
