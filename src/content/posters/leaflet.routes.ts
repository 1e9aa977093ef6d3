import type { Deps } from '../../platform/deps.ts';
import type { Feature } from '../../platform/feature.ts';
import { type Route, route } from '../../platform/http/route.ts';
import * as contract from './leaflet.contract.ts';
import { posterJobs } from './leaflet.job.ts';
import {
  destroyPoster,
  findPoster,
  findPosterOffers,
  listPosters,
  previewPoster,
  storePoster,
} from './leaflet.service.ts';

/** Limit of previews; each takes up to a second of one core. */
const PREVIEWS = { points: 300, seconds: 600 };
/** Limit of posters with all of their files. */
const MADE = { points: 40, seconds: 3600 };

const routes = (deps: Deps): Route[] => [
  route(contract.listPosters, async ({ actor }) => ({ data: await listPosters(deps, actor) })),
  route(contract.getPoster, async ({ actor, params }) => ({
    data: await findPoster(deps, actor, params.uuid),
  })),
  route(contract.posterOffers, async ({ actor, query }) => ({
    data: await findPosterOffers(deps, actor, query),
  })),
  route(
    contract.previewPoster,
    async ({ actor, body, signal }) => ({ data: await previewPoster(deps, actor, body, signal?.()) }),
    { limit: PREVIEWS },
  ),
  route(contract.storePoster, async ({ actor, body }) => ({ data: await storePoster(deps, actor, body) }), {
    limit: MADE,
  }),
  route(contract.destroyPoster, async ({ actor, params }) => ({
    data: await destroyPoster(deps, actor, params.uuid),
  })),
];

export const posters: Feature = { routes, jobs: posterJobs };
