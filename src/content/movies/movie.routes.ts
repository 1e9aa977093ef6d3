import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';
import * as contract from './movie.contract.ts';
import {
  destroyMovie,
  draftMovie,
  endMovie,
  findMovie,
  listMovies,
  moviePictures,
  publicMovie,
  publicMovies,
  storeMovie,
  updateMovie,
} from './movie.service.ts';

export const feature: Feature = {
  routes: (deps) => [
    route(contract.listMovies, ({ query }) => listMovies(deps, query)),
    route(contract.getMovie, async ({ params }) => ({ data: await findMovie(deps, params.uuid) })),
    route(
      contract.storeMovie,
      async ({ actor, body, files }) => ({
        data: await storeMovie(deps, actor, body, files.image[0]),
      }),
      {
        draft: async ({ body, files }) => ({
          draft: await draftMovie(deps, body),
          pictures: moviePictures(body, files.image[0]),
        }),
      },
    ),
    route(
      contract.updateMovie,
      async ({ actor, params, body, files }) => ({
        data: await updateMovie(deps, actor, params.uuid, body, files.image[0]),
      }),
      {
        draft: async ({ params, body, files }) => ({
          draft: await draftMovie(deps, body, params.uuid),
          pictures: moviePictures(body, files.image[0]),
        }),
      },
    ),
    route(contract.destroyMovie, async ({ actor, params }) => ({
      data: await destroyMovie(deps, actor, params.uuid),
    })),
    route(contract.endMovie, async ({ actor, params, body }) => ({
      data: await endMovie(deps, actor, params.uuid, body.version),
    })),
    route(contract.siteMovies, async () => ({ data: await publicMovies(deps) })),
    route(contract.siteMovie, async ({ params }) => ({ data: await publicMovie(deps, params.uuid) })),
  ],
};
