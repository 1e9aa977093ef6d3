import type { Deps } from '../../../platform/deps.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import * as contract from '../../../shared/savedViews.ts';
import { destroySavedView, renameSavedView, savedViewsOf, storeSavedView } from './savedView.service.ts';

export const savedViewRoutes = (deps: Deps): Route[] => [
  route(contract.listSavedViews, async ({ actor, params }) => ({
    data: await savedViewsOf(deps, actor, params.list),
  })),
  route(contract.storeSavedView, async ({ actor, params, body }) => ({
    data: await storeSavedView(deps, actor, params.list, body),
  })),
  route(contract.renameSavedView, async ({ actor, params, body }) => ({
    data: await renameSavedView(deps, actor, params.uuid, body.name),
  })),
  route(contract.destroySavedView, async ({ actor, params }) => ({
    data: await destroySavedView(deps, actor, params.uuid),
  })),
];
