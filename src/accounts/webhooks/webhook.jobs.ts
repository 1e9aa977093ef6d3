import { z } from 'zod';
import { driftSafeNow, isoAt } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { type JobKind, lightLane } from '../../platform/jobs/jobKind.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/dates.ts';
import { defineSendJob } from './webhook.delivery.ts';
import { queueEvents, redactTitle } from './webhook.events.ts';
import { eventsOfChanges, queueScheduledEvents } from './webhook.schedule.ts';

export const LOG_RETENTION_MS = 30 * DAY_MS;

/**
 * Publishes due changes every minute. The site does this when a visitor reads it, but webhooks must not
 * depend on visitors.
 */
const SCHEDULED_EVENTS: JobKind<object> = {
  name: 'webhook turns',
  payload: z.object({}),
  lane: lightLane,
  attempts: 3,
  retry: { first: 10_000, last: MINUTE_MS },
  timeLimit: 10 * MINUTE_MS,
  recurrence: { period: MINUTE_MS },
};

const PURGE: JobKind<object> = {
  name: 'webhook log',
  payload: z.object({}),
  lane: lightLane,
  attempts: 10,
  timeLimit: 10 * MINUTE_MS,
  recurrence: { period: HOUR_MS },
};

export function webhookJobs(deps: Deps): void {
  const { db, clock, jobs, publication } = deps;
  publication.onVisibleChange(async (work, seen) => {
    for (const { effect, table, uuid } of seen) if (effect === 'erased') await redactTitle(work, table, uuid);
    await queueEvents(deps, work, await eventsOfChanges(work, seen));
  });
  defineSendJob(deps);
  jobs.define(SCHEDULED_EVENTS, {
    async run() {
      await publication.publishDueChanges();
      await queueScheduledEvents(deps);
    },
  });
  jobs.define(PURGE, {
    async run() {
      await db
        .deleteFrom('webhook_deliveries')
        .where('created_at', '<', isoAt(driftSafeNow(clock) - LOG_RETENTION_MS))
        .where('state', '<>', 'waiting')
        .execute();
    },
  });
}
