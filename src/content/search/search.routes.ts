import { z } from 'zod';
import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';
import { type JobKind, lightLane } from '../../platform/jobs/jobKind.ts';
import { refold } from '../../records/server/lists/refold.ts';
import { HOUR_MS, MINUTE_MS } from '../../shared/dates.ts';
import { indexRecords, repairIndex } from '../searchIndex/search.index.ts';
import * as contract from './search.contract.ts';
import { searchSite } from './search.service.ts';
import { suggest } from './suggestions.service.ts';

const MEND: JobKind<object> = {
  name: 'search index',
  payload: z.object({}),
  lane: lightLane,
  attempts: 10,
  // The job rests most of the time (`giveWay`).
  timeLimit: 6 * HOUR_MS,
  recurrence: { period: 10 * MINUTE_MS, delay: 0 },
};

export const search: Feature = {
  routes: (deps) => [
    route(contract.searchSite, async ({ query }) => ({ data: await searchSite(deps, query) })),
    route(contract.suggest, async ({ query }) => ({ data: await suggest(deps, query.q) })),
  ],
  jobs(deps) {
    deps.publication.onVisibleChange(async (work, seen) => {
      const uuids = new Map<string, Set<string>>();
      for (const { table, uuid } of seen) uuids.set(table, (uuids.get(table) ?? new Set()).add(uuid));
      for (const [table, of] of uuids) await indexRecords(work, table, [...of]);
    });
    deps.jobs.define(MEND, {
      async run(_, { giveWay }) {
        await refold(deps, { giveWay });
        await repairIndex(deps, giveWay);
      },
    });
  },
};
