import type { Deps } from '../../platform/deps.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { DESCRIBED_TABLES, describeEndpoints, getDashboard } from './dashboard.contract.ts';
import { describePicture, readDashboard } from './dashboard.service.ts';

export const dashboardRoutes = (deps: Deps): Route[] => [
  route(getDashboard, async ({ actor, ip }) => ({
    data: await readDashboard(deps, actor, deps.callAs({ kind: 'person', actor, ip })),
  })),
  ...DESCRIBED_TABLES.flatMap((table) => {
    const endpoint = describeEndpoints.get(table);
    if (!endpoint) return [];
    return route(endpoint, async ({ actor, params, body }) => ({
      data: await describePicture(deps, actor, table, params.uuid, body),
    }));
  }),
];
