import type { Deps } from '../../platform/deps.ts';
import { route } from '../../platform/http/route.ts';
import { siteChanges, siteNextChange } from './sitemapEntry.contract.ts';
import { nextSiteChange, readSitemapChanges } from './sitemapEntry.service.ts';

export const sitemapEntryRoutes = (deps: Deps) => [
  route(siteChanges, async () => ({ data: await readSitemapChanges(deps) })),
  route(siteNextChange, async () => {
    const now = deps.clock.now();
    return { data: { in_ms: Math.max(0, (await nextSiteChange(deps, now)) - now) } };
  }),
];
