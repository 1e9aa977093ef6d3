import { z } from 'zod';
import type { Deps } from '../../platform/deps.ts';
import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';
import { type JobKind, lightLane } from '../../platform/jobs/jobKind.ts';
import * as contract from './pageView.contract.ts';
import { createPageViewCounter, purgePageViews } from './pageView.service.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const PURGE: JobKind<object> = {
  name: 'purge reads',
  payload: z.object({}),
  lane: lightLane,
  attempts: 10,
  retry: { first: MINUTE_MS, last: HOUR_MS },
  timeLimit: HOUR_MS,
  recurrence: { period: 24 * HOUR_MS, delay: MINUTE_MS },
};

export const pageViews: Feature = {
  routes(deps: Deps) {
    const counted = createPageViewCounter(deps);
    return [
      route(contract.countPageView, async ({ body, ip, agent }) => {
        counted.count(body, { ip, agent });
        return null;
      }),
    ];
  },
  jobs(deps) {
    deps.jobs.define(PURGE, { run: () => purgePageViews(deps) });
  },
};
