import type { Deps } from '../../platform/deps.ts';
import type { Feature } from '../../platform/feature.ts';
import { type Route, route } from '../../platform/http/route.ts';
import * as contract from './leaflet.contract.ts';
import { leafletJobs } from './leaflet.job.ts';
import {
  chosenOffers,
  destroyLeaflet,
  findLeaflet,
  listLeaflets,
  previewLeaflet,
  storeLeaflet,
} from './leaflet.service.ts';

/** Limit of previews; each takes up to a second of one core. */
const PREVIEWS = { points: 300, seconds: 600 };
/** Limit of posters with all of their files. */
const MADE = { points: 40, seconds: 3600 };

const routes = (deps: Deps): Route[] => [
  route(contract.listLeaflets, async ({ actor }) => ({ data: await listLeaflets(deps, actor) })),
  route(contract.getLeaflet, async ({ actor, params }) => ({
    data: await findLeaflet(deps, actor, params.uuid),
  })),
  route(contract.chosenOffers, async ({ actor, query }) => ({
    data: await chosenOffers(deps, actor, query),
  })),
  route(
    contract.previewLeaflet,
    async ({ actor, body, signal }) => ({ data: await previewLeaflet(deps, actor, body, signal?.()) }),
    { limit: PREVIEWS },
  ),
  route(contract.storeLeaflet, async ({ actor, body }) => ({ data: await storeLeaflet(deps, actor, body) }), {
    limit: MADE,
  }),
  route(contract.destroyLeaflet, async ({ actor, params }) => ({
    data: await destroyLeaflet(deps, actor, params.uuid),
  })),
];

export const leaflets: Feature = { routes, jobs: leafletJobs };
