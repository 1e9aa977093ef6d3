import type { Deps } from '../../platform/deps.ts';
import { route } from '../../platform/http/route.ts';
import { getDashboard } from './dashboard.contract.ts';
import { readDashboard } from './dashboard.service.ts';

export const dashboardRoutes = (deps: Deps) => [
  route(getDashboard, async () => ({ data: await readDashboard(deps) })),
];
