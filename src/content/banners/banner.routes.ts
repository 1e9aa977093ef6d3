import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';
import * as contract from './banner.contract.ts';
import {
  bannerPictures,
  destroyBanner,
  draftBanner,
  findBanner,
  listBanners,
  orderBanners,
  publicBanners,
  storeBanner,
  updateBanner,
} from './banner.service.ts';

export const feature: Feature = {
  routes: (deps) => [
    route(contract.siteBanners, async () => ({ data: await publicBanners(deps) })),
    route(contract.listBanners, ({ query }) => listBanners(deps, query)),
    route(contract.getBanner, async ({ params }) => ({ data: await findBanner(deps, params.uuid) })),
    route(
      contract.storeBanner,
      async ({ actor, body, files }) => ({
        data: await storeBanner(deps, actor, body, files.image[0]),
      }),
      {
        draft: async ({ body, files }) => ({
          draft: await draftBanner(deps, body),
          pictures: bannerPictures(body, files.image[0]),
        }),
      },
    ),
    route(
      contract.updateBanner,
      async ({ actor, params, body, files }) => ({
        data: await updateBanner(deps, actor, params.uuid, body, files.image[0]),
      }),
      {
        draft: async ({ params, body, files }) => ({
          draft: await draftBanner(deps, body, params.uuid),
          pictures: bannerPictures(body, files.image[0]),
        }),
      },
    ),
    route(contract.destroyBanner, async ({ actor, params }) => ({
      data: await destroyBanner(deps, actor, params.uuid),
    })),
    route(contract.orderBanners, async ({ actor, body }) => ({
      data: await orderBanners(deps, actor, body.uuids),
    })),
  ],
};
