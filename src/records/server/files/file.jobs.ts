import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { visibleOnlyWith } from '../../../platform/database/dependencyTracking.ts';
import type { Work } from '../../../platform/database/write.ts';
import type { Deps } from '../../../platform/deps.ts';
import { heavyLane, type Job, type JobKind, lightLane } from '../../../platform/jobs/jobKind.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../shared/dates.ts';
import { encodeInChild, measureInChild } from './file.images.process.ts';
import { removeDueBytes } from './file.removal.ts';
import {
  type FileDeps,
  type FileRow,
  isSmaller,
  mainName,
  storageKey,
  usersOf,
  variantName,
  variantOf,
  variantsOf,
} from './file.rows.ts';
import { sweep } from './file.sweep.ts';

/** Encoding takes seconds, so it runs after the save. */
const AVIF: JobKind<{ file: string }> = {
  name: 'avif',
  payload: z.object({ file: z.string() }),
  lane: heavyLane,
  // The object store may be unavailable for days.
  attempts: 200,
  retry: { first: MINUTE_MS, last: HOUR_MS },
  // Longer than the limit of the child process.
  timeLimit: 45 * MINUTE_MS,
};

const SWEEP: JobKind<object> = {
  name: 'sweep files',
  payload: z.object({}),
  lane: lightLane,
  attempts: 10,
  retry: { first: MINUTE_MS, last: HOUR_MS },
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
  retry: { first: MINUTE_MS, last: HOUR_MS },
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
    async run(_, { signal }) {
      await removeDueBytes(deps, signal);
    },
  });
  deps.jobs.define(SWEEP, {
    async run(_, { signal }) {
      await sweep(deps, signal);
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
  const encoded = await encodeStored(deps, file, job.signal);
  if (!encoded) return void (await saveResult(deps, job, file, { avif: 'failed' }, false));
  const webp = variantsOf(file);
  const avif = encoded.map(variantOf);
  if (!isSmaller(avif, webp)) return void (await saveResult(deps, job, file, { avif: 'done' }, false));
  const keys = encoded.map((item) => storageKey(file.uuid, variantName(item)));
  await Promise.all(
    encoded.map(({ data, type }, at) => deps.store.put(file.area, keys[at] ?? '', data, type)),
  );
  // Another process that took over this job writes the same bytes to the same keys, so they stay if the lease
  // is lost (`saveResult` throws).
  const exists = await saveResult(
    deps,
    job,
    file,
    { avif: 'done', variants: JSON.stringify([...webp, ...avif]) },
    true,
  );
  if (!exists) await Promise.all(keys.map((key) => deps.store.remove(file.area, key)));
}

async function encodeStored(deps: FileDeps, file: FileRow, signal: AbortSignal) {
  const stored = await deps.store.read(file.area, storageKey(file.uuid, mainName(file)));
  return stored && encode(deps, file, await buffer(stored.stream), signal);
}

async function encode(deps: FileDeps, file: FileRow, stored: Buffer, signal: AbortSignal) {
  const widths = variantsOf(file).map(({ width }) => width);
  try {
    return await encodeInChild(stored, widths, signal);
  } catch (error) {
    signal.throwIfAborted();
    deps.log.warn({ err: error, file: file.uuid }, 'AVIF variants not encoded');
    return null;
  }
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

/** Saves the values and finishes the job. Returns false if the file was deleted meanwhile. */
function saveResult(
  deps: FileDeps,
  job: Job,
  file: FileRow,
  values: Partial<Pick<FileRow, 'avif' | 'variants'>>,
  content: boolean,
): Promise<boolean> {
  return deps.write(
    null,
    async ({ trx }) => {
      const { numUpdatedRows } = await visibleOnlyWith(await usersOf(trx, file), () =>
        trx.updateTable('files').set(values).where('id', '=', file.id).executeTakeFirst(),
      );
      await job.finish(trx);
      return numUpdatedRows > 0n;
    },
    { content },
  );
}
