import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';
import { recordRoutes } from '../../records/server/recordRoutes.ts';
import * as contract from './movie.contract.ts';
import { endMovie, movieService, publicMovie, publicMovies } from './movie.service.ts';

export const feature: Feature = {
  routes: (deps) => [
    ...recordRoutes(deps, contract.movieRecord, movieService),
    route(contract.endMovie, async ({ actor, params, body }) => ({
      data: await endMovie(deps, actor, params.uuid, body.version),
    })),
    route(contract.siteMovies, async () => ({ data: await publicMovies(deps) })),
    route(contract.siteMovie, async ({ params }) => ({ data: await publicMovie(deps, params.uuid) })),
  ],
};
