import { z } from 'zod';
import { isoAt } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { type JobKind, light } from '../../platform/jobs/kind.ts';
import { defineSending } from './webhook.delivery.ts';
import { queueSeen } from './webhook.events.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const KEEP_MS = 30 * 24 * HOUR_MS;

/** What has its minute is published by whoever looks at the site next; whoever is told of it does not look. */
const PUBLISHING: JobKind<object> = {
  name: 'publish due',
  payload: z.object({}),
  lane: light,
  attempts: 3,
  retry: { first: 10_000, last: MINUTE_MS },
  limit: 10 * MINUTE_MS,
  every: { period: MINUTE_MS },
};

const PURGE: JobKind<object> = {
  name: 'webhook log',
  payload: z.object({}),
  lane: light,
  attempts: 10,
  retry: { first: MINUTE_MS, last: HOUR_MS },
  limit: 10 * MINUTE_MS,
  every: { period: HOUR_MS },
};

export function webhookJobs(deps: Deps): void {
  const { db, clock, jobs, publication } = deps;
  publication.onSeen((work, seen) => queueSeen(deps, work, seen));
  defineSending(deps);
  jobs.define(PUBLISHING, {
    async run() {
      await publication.settle();
    },
  });
  jobs.define(PURGE, {
    async run() {
      await db
        .deleteFrom('webhook_deliveries')
        .where('created_at', '<', isoAt(clock.now() - KEEP_MS))
        .where('state', '<>', 'waiting')
        .execute();
    },
  });
}
