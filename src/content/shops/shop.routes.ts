import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';
import { galleryImageRoute, recordRoutes } from '../../records/server/recordRoutes.ts';
import { destroyShopImage, shopRecord, siteShop, siteShops } from './shop.contract.ts';
import { shopService } from './shop.service.ts';

const NOT_FOUND = 'Não encontramos esta loja. Ela pode ter mudado de endereço.';

export const feature: Feature = {
  routes: (deps) => [
    route(siteShops, async () => ({ data: await shopService.publishedWithPictures(deps) })),
    route(siteShop, async ({ params }) => ({
      data: await shopService.findPublic(deps, params.uuid, NOT_FOUND),
    })),
    ...recordRoutes(deps, shopRecord, shopService),
    galleryImageRoute(deps, destroyShopImage, shopService),
  ],
};
