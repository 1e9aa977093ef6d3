import type { Deps } from '../../platform/deps.ts';
import { route } from '../../platform/http/route.ts';
import { siteChanges, siteTurn } from './record.contract.ts';
import { nextChange, readChanges } from './record.service.ts';

export const recordRoutes = (deps: Deps) => [
  route(siteChanges, async () => ({ data: await readChanges(deps) })),
  route(siteTurn, async () => {
    const now = deps.clock.now();
    return { data: { in_ms: Math.max(0, (await nextChange(deps, now)) - now) } };
  }),
];
