import type { Deps } from '../../platform/deps.ts';
import { route } from '../../platform/http/route.ts';
import { siteDailyBooklets, siteFortnightlyBooklet } from './booklet.contract.ts';
import { dailyBookletsToday, fortnightlyBooklet } from './booklet.service.ts';

export const bookletRoutes = (deps: Deps) => [
  route(siteFortnightlyBooklet, async () => {
    const booklet = await fortnightlyBooklet(deps);
    return booklet && { data: booklet };
  }),
  route(siteDailyBooklets, async () => ({ data: await dailyBookletsToday(deps) })),
];
