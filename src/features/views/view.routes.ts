import * as contract from '../../contract/views.ts';
import type { Deps } from '../../platform/deps.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { destroyView, renameView, storeView, viewsOf } from './view.service.ts';

export const viewRoutes = (deps: Deps): Route[] => [
  route(contract.listViews, async ({ actor, params }) => ({ data: await viewsOf(deps, actor, params.list) })),
  route(contract.storeView, async ({ actor, params, body }) => ({
    data: await storeView(deps, actor, params.list, body),
  })),
  route(contract.renameView, async ({ actor, params, body }) => ({
    data: await renameView(deps, actor, params.uuid, body.name),
  })),
  route(contract.destroyView, async ({ actor, params }) => ({
    data: await destroyView(deps, actor, params.uuid),
  })),
];
