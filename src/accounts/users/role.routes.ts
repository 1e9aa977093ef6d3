import type { Deps } from '../../platform/deps.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { getAreaAccess } from '../../shared/areaAccess.ts';
import type { Area } from '../../shared/permissions.ts';
import * as contract from './role.contract.ts';
import {
  destroyRole,
  findRole,
  listRoles,
  readPermissionHolders,
  relaxesBuiltIn,
  roleChangeRisk,
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
        (await roleChangeRisk(deps, actor, params.uuid, body)) !== null,
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
  route(getAreaAccess, async ({ actor, params }) => ({
    data: await readPermissionHolders(deps, actor, params.area as Area),
  })),
];
