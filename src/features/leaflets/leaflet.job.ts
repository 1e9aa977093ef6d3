import { z } from 'zod';
import type { Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { Hopeless, heavy, type JobKind, light } from '../../platform/jobs/kind.ts';
import { DrawingError } from './drawing/leaflet.process.ts';
import { dropOldLeaflets, makeLeaflet } from './leaflet.making.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const LEAFLET: JobKind<{ leaflet: string }> = {
  name: 'leaflet',
  payload: z.object({ leaflet: z.string() }),
  lane: heavy,
  attempts: 20,
  // Retries soon at first, because a user is waiting.
  retry: { first: 5_000, last: 60 * MINUTE_MS },
  limit: 60 * MINUTE_MS,
};

const SWEEP: JobKind<object> = {
  name: 'leaflets sweep',
  payload: z.object({}),
  lane: light,
  attempts: 5,
  retry: { first: MINUTE_MS, last: HOUR_MS },
  limit: 10 * MINUTE_MS,
  every: { period: 24 * HOUR_MS, delay: 30 * MINUTE_MS },
};

export function leafletJobs(deps: Deps): void {
  deps.jobs.define(LEAFLET, {
    async run({ leaflet }, job) {
      try {
        await makeLeaflet(deps, leaflet, job);
      } catch (error) {
        if (error instanceof DrawingError) throw new Hopeless(error.message, { cause: error });
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
  deps.jobs.define(SWEEP, { run: async (_, { signal }) => void (await dropOldLeaflets(deps, signal)) });
}

export const askForLeaflet = ({ jobs }: Pick<Deps, 'jobs'>, work: Work, uuid: string): Promise<void> =>
  jobs.enqueue(work, LEAFLET, { leaflet: uuid }, uuid);
