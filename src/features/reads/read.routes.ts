import { z } from 'zod';
import type { Deps } from '../../platform/deps.ts';
import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';
import { type JobKind, light } from '../../platform/jobs/kind.ts';
import * as contract from './read.contract.ts';
import { createReads, purgeReads } from './read.service.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const PURGE: JobKind<object> = {
  name: 'purge reads',
  payload: z.object({}),
  lane: light,
  attempts: 10,
  retry: { first: MINUTE_MS, last: HOUR_MS },
  limit: HOUR_MS,
  every: { period: 24 * HOUR_MS, delay: MINUTE_MS },
};

export const reads: Feature = {
  routes(deps: Deps) {
    const counted = createReads(deps);
    return [
      route(contract.countRead, async ({ body, ip, agent }) => {
        counted.count(body, { ip, agent });
        return null;
      }),
    ];
  },
  jobs(deps) {
    deps.jobs.define(PURGE, { run: () => purgeReads(deps) });
  },
};
