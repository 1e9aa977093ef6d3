import { Failure } from '../../contract/failure.ts';
import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';
import * as contract from './shop.contract.ts';
import {
  destroyShop,
  destroyShopImage,
  draftShop,
  findShop,
  listShops,
  orderShops,
  publicShops,
  shopPictures,
  storeShop,
  updateShop,
} from './shop.service.ts';

export const feature: Feature = {
  routes: (deps) => [
    route(contract.siteShops, async () => ({ data: await publicShops(deps) })),
    route(contract.siteShop, async ({ params }) => {
      const [shop] = await publicShops(deps, params.uuid);
      if (!shop)
        throw new Failure('not_found', 'Não encontramos esta loja. Ela pode ter mudado de endereço.');
      return { data: shop };
    }),
    route(contract.listShops, ({ query }) => listShops(deps, query)),
    route(contract.getShop, async ({ params }) => ({ data: await findShop(deps, params.uuid) })),
    route(
      contract.storeShop,
      async ({ actor, body, files }) => ({
        data: await storeShop(deps, actor, body, files.image[0], files.gallery),
      }),
      {
        draft: async ({ body, files }) => ({
          draft: await draftShop(deps.db, body),
          pictures: shopPictures(body, files.image[0], files.gallery),
        }),
      },
    ),
    route(
      contract.updateShop,
      async ({ actor, params, body, files }) => ({
        data: await updateShop(deps, actor, params.uuid, body, files.image[0], files.gallery),
      }),
      {
        draft: async ({ params, body, files }) => ({
          draft: await draftShop(deps.db, body, params.uuid),
          pictures: shopPictures(body, files.image[0], files.gallery),
        }),
      },
    ),
    route(contract.destroyShop, async ({ actor, params }) => ({
      data: await destroyShop(deps, actor, params.uuid),
    })),
    route(contract.destroyShopImage, async ({ actor, params }) => ({
      data: await destroyShopImage(deps, actor, params.uuid),
    })),
    route(contract.orderShops, async ({ actor, body }) => ({
      data: await orderShops(deps, actor, body.uuids),
    })),
  ],
};
