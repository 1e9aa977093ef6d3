import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';
import { recordRoutes } from '../../records/server/recordRoutes.ts';
import { bannerRecord, siteBanners } from './banner.contract.ts';
import { bannerService, publicBanners } from './banner.service.ts';

export const feature: Feature = {
  routes: (deps) => [
    route(siteBanners, async () => ({ data: await publicBanners(deps) })),
    ...recordRoutes(deps, bannerRecord, bannerService),
  ],
};
