import { z } from 'zod';
import type { Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { heavyLane, type JobKind, lightLane, PermanentFailure } from '../../platform/jobs/jobKind.ts';
import { DAY_MS, MINUTE_MS } from '../../shared/dates.ts';
import { DrawingError } from './drawing/leaflet.process.ts';
import { createPosterFiles, deleteExpiredPosters } from './leaflet.files.ts';

const LEAFLET: JobKind<{ leaflet: string }> = {
  name: 'leaflet',
  payload: z.object({ leaflet: z.string() }),
  lane: heavyLane,
  attempts: 20,
  // Retries soon at first, because a user is waiting.
  retry: { first: 5_000, last: 60 * MINUTE_MS },
  timeLimit: 60 * MINUTE_MS,
};

const SWEEP: JobKind<object> = {
  name: 'leaflets sweep',
  payload: z.object({}),
  lane: lightLane,
  attempts: 5,
  timeLimit: 10 * MINUTE_MS,
  recurrence: { period: DAY_MS, delay: 30 * MINUTE_MS },
};

export function posterJobs(deps: Deps): void {
  deps.jobs.define(LEAFLET, {
    async run({ leaflet }, job) {
      try {
        await createPosterFiles(deps, leaflet, job);
      } catch (error) {
        if (error instanceof DrawingError) throw new PermanentFailure(error.message, { cause: error });
        throw error;
      }
    },
    async failed({ leaflet }, { trx }) {
      await trx
        .updateTable('leaflets')
        .set({ state: 'failed' })
        .where('uuid', '=', leaflet)
        .where('state', '=', 'pending')
        .execute();
    },
  });
  deps.jobs.define(SWEEP, { run: async (_, { signal }) => void (await deleteExpiredPosters(deps, signal)) });
}

export const enqueuePoster = ({ jobs }: Pick<Deps, 'jobs'>, work: Work, uuid: string): Promise<void> =>
  jobs.enqueue(work, LEAFLET, { leaflet: uuid }, uuid);
