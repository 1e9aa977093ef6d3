import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { visibleOnlyWith } from '../../../platform/database/dependencyTracking.ts';
import type { Work } from '../../../platform/database/write.ts';
import type { Deps } from '../../../platform/deps.ts';
import { heavyLane, type Job, type JobKind, lightLane } from '../../../platform/jobs/jobKind.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../shared/dates.ts';
import { measureInChild } from './file.images.process.ts';
import { removeDueBytes } from './file.removal.ts';
import {
  type FileDeps,
  type FileRow,
  isSmaller,
  mainName,
  saveVariants,
  storageKey,
  variantOf,
  variantsOf,
} from './file.rows.ts';
import { sweep } from './file.sweep.ts';
import { encodeStored, storeVariants } from './file.variants.ts';

/** Encoding takes seconds, so it runs after the save. */
const AVIF: JobKind<{ file: string }> = {
  name: 'avif',
  payload: z.object({ file: z.string() }),
  lane: heavyLane,
  // The object store may be unavailable for days.
  attempts: 200,
  // Longer than the limit of the child process.
  timeLimit: 45 * MINUTE_MS,
};

const SWEEP: JobKind<object> = {
  name: 'sweep files',
  payload: z.object({}),
  lane: lightLane,
  attempts: 10,
  timeLimit: 6 * HOUR_MS,
  recurrence: { period: DAY_MS, delay: MINUTE_MS },
};

/**
 * Removes files that waited for a backup. It runs periodically, because an interrupted backup reports
 * nothing.
 */
const REMOVED: JobKind<object> = {
  name: 'removed files',
  payload: z.object({}),
  lane: lightLane,
  attempts: 10,
  timeLimit: HOUR_MS,
  recurrence: { period: 10 * MINUTE_MS },
};

export function fileJobs(deps: Deps): void {
  if (deps.config.AVIF)
    deps.jobs.define(AVIF, {
      run: ({ file }, job) => makeAvif(deps, file, job),
      failed: async ({ file }, { trx }) => {
        await trx
          .updateTable('files')
          .set({ avif: 'failed' })
          .where('uuid', '=', file)
          .where('avif', '=', 'pending')
          .execute();
      },
    });
  deps.publication.onRepublished(async (work, { files }) => {
    for (const file of await markUnencoded(work, files)) await enqueueAvif(deps, work, file);
  });
  deps.jobs.define(REMOVED, {
    async run(_, { giveWay }) {
      await removeDueBytes(deps, giveWay);
    },
  });
  deps.jobs.define(SWEEP, {
    async run(_, { signal, giveWay }) {
      await sweep(deps, giveWay);
      await measureMissingLuminance(deps, signal);
    },
  });
}

export function enqueueAvif({ jobs }: FileDeps, work: Work, { uuid }: FileRow): Promise<void> {
  return jobs.enqueue(work, AVIF, { file: uuid }, uuid);
}

/**
 * Returns files without AVIF variants and marks them as pending. Their job may have been given up while they
 * were hidden.
 */
async function markUnencoded({ trx }: Work, ids: number[]): Promise<FileRow[]> {
  if (ids.length === 0) return [];
  return trx
    .updateTable('files')
    .set({ avif: 'pending' })
    .where('id', 'in', ids)
    .where('avif', 'in', ['pending', 'failed'])
    .returningAll()
    .execute();
}

async function makeAvif(deps: FileDeps, uuid: string, job: Job): Promise<void> {
  const file = await deps.db
    .selectFrom('files')
    .selectAll()
    .where('uuid', '=', uuid)
    .where('avif', '=', 'pending')
    .executeTakeFirst();
  if (!file) return;
  const webp = variantsOf(file);
  const widths = { webp: [], avif: webp.map(({ width }) => width) };
  const warn = (details: object) => deps.log.warn(details, 'AVIF variants not encoded');
  const encoded = await encodeStored(deps, file, widths, { signal: job.signal, warn });
  if (!encoded) return void (await saveVariants(deps, job, file, { avif: 'failed' }));
  const avif = encoded.map(variantOf);
  if (!isSmaller(avif, webp)) return void (await saveVariants(deps, job, file, { avif: 'done' }));
  await storeVariants(deps, job, file, encoded, { avif: 'done' });
}

/**
 * Computes the luminance map of banner pictures that were stored before maps existed. Banner titles are drawn
 * on the picture.
 */
export async function measureMissingLuminance(deps: Deps, signal: AbortSignal): Promise<void> {
  const files = await deps.db
    .selectFrom('files')
    .selectAll()
    .where('ground', 'is', null)
    .where('state', '=', 'live')
    .where('id', 'in', (eb) => eb.selectFrom('banners').select('file_id'))
    .execute();
  for (const file of files) {
    const stored = await deps.store.read(file.area, storageKey(file.uuid, mainName(file)));
    const ground = stored && (await luminanceMapOf(deps, file, await buffer(stored.stream), signal));
    await deps.write(null, ({ trx }) =>
      visibleOnlyWith(['banners'], () =>
        trx
          .updateTable('files')
          .set({ ground: ground ?? '' })
          .where('id', '=', file.id)
          .execute(),
      ),
    );
  }
}

async function luminanceMapOf(deps: Deps, file: FileRow, stored: Buffer, signal: AbortSignal) {
  try {
    return await measureInChild(stored, signal);
  } catch (error) {
    signal.throwIfAborted();
    deps.log.warn({ err: error, file: file.uuid }, 'picture luminance not measured');
    return null;
  }
}
