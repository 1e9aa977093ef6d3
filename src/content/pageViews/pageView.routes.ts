import { z } from 'zod';
import type { Deps } from '../../platform/deps.ts';
import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';
import { type JobKind, lightLane } from '../../platform/jobs/jobKind.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/dates.ts';
import * as contract from './pageView.contract.ts';
import { createPageViewCounter, purgePageViews } from './pageView.service.ts';

const PURGE: JobKind<object> = {
  name: 'purge reads',
  payload: z.object({}),
  lane: lightLane,
  attempts: 10,
  timeLimit: HOUR_MS,
  recurrence: { period: DAY_MS, delay: MINUTE_MS },
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
