import { whoMay } from '../../contract/access.ts';
import type { Area } from '../../contract/needs.ts';
import type { Deps } from '../../platform/deps.ts';
import { type Route, route } from '../../platform/http/route.ts';
import * as contract from './role.contract.ts';
import {
  destroyRole,
  findRole,
  listRoles,
  readWhoMay,
  relaxesBuiltIn,
  riskOf,
  storeRole,
  updateBuiltInRole,
  updateRole,
} from './role.service.ts';

export const roleRoutes = (deps: Deps): Route[] => [
  route(contract.listRoles, async () => ({ data: await listRoles(deps) })),
  route(contract.getRole, async ({ params }) => ({ data: await findRole(deps, params.key) })),
  route(contract.storeRole, async ({ actor, body }) => ({ data: await storeRole(deps, actor, body) })),
  route(
    contract.updateRole,
    async ({ actor, params, body }) => ({ data: await updateRole(deps, actor, params.uuid, body) }),
    {
      confirmsWhen: async ({ actor, params, body }) =>
        (await riskOf(deps, actor, params.uuid, body)) !== null,
    },
  ),
  route(
    contract.updateBuiltInRole,
    async ({ actor, params, body }) => ({
      data: await updateBuiltInRole(deps, actor, params.key, body.needs_second_factor),
    }),
    { confirmsWhen: ({ params, body }) => relaxesBuiltIn(deps, params.key, body.needs_second_factor) },
  ),
  route(contract.destroyRole, async ({ actor, params }) => ({
    data: await destroyRole(deps, actor, params.uuid),
  })),
  route(whoMay, async ({ actor, params }) => ({
    data: await readWhoMay(deps, actor, params.area as Area),
  })),
];
