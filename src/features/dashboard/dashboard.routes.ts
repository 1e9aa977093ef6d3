import type { Deps } from '../../platform/deps.ts';
import { route } from '../../platform/http/route.ts';
import { getDashboard } from './dashboard.contract.ts';
import { readDashboard } from './dashboard.service.ts';

export const dashboardRoutes = (deps: Deps) => [
  route(getDashboard, async ({ actor, ip }) => ({
    data: await readDashboard(deps, deps.callAs({ kind: 'person', actor, ip })),
  })),
];
