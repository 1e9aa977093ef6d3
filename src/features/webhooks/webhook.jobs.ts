import { z } from 'zod';
import { isoAt, surely } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { type JobKind, light } from '../../platform/jobs/kind.ts';
import { defineSending } from './webhook.delivery.ts';
import { forgetTitle, queueEvents } from './webhook.events.ts';
import { tellTurns, toldOf } from './webhook.turns.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
export const KEEP_MS = 30 * 24 * HOUR_MS;

/**
 * Publishes due changes every minute. The site does this when a visitor reads it, but webhooks must not
 * depend on visitors.
 */
const SCHEDULED_EVENTS: JobKind<object> = {
  name: 'webhook turns',
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
  publication.onSeen(async (work, seen) => {
    for (const { what, table, uuid } of seen) if (what === 'erased') await forgetTitle(work, table, uuid);
    await queueEvents(deps, work, await toldOf(work, seen));
  });
  defineSending(deps);
  jobs.define(SCHEDULED_EVENTS, {
    async run() {
      await publication.publishDueChanges();
      await tellTurns(deps);
    },
  });
  jobs.define(PURGE, {
    async run() {
      await db
        .deleteFrom('webhook_deliveries')
        .where('created_at', '<', isoAt(surely(clock) - KEEP_MS))
        .where('state', '<>', 'waiting')
        .execute();
    },
  });
}
