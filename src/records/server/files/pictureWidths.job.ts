import { z } from 'zod';
import { isoAt } from '../../../platform/clock.ts';
import type { Deps } from '../../../platform/deps.ts';
import { heavyLane, type Job, type JobKind, lightLane } from '../../../platform/jobs/jobKind.ts';
import { MINUTE_MS } from '../../../shared/dates.ts';
import { missingWidths, WIDTHS_VERSION } from '../../../shared/files/pictureWidths.ts';
import type { WidthsByFormat } from './file.images.ts';
import { type FileRow, type PictureVariant, saveVariants, variantsOf } from './file.rows.ts';
import { encodeStored, storeVariants } from './file.variants.ts';

/** Bounds how much of this work waits at a time. */
const FOUND_AT_ONCE = 200;

/** Adds the widths that one stored picture lacks. Other heavy work alternates with it. */
const ADD_WIDTHS: JobKind<{ file: string }> = {
  name: 'picture widths',
  payload: z.object({ file: z.string() }),
  lane: heavyLane,
  // The object store may be unavailable for days.
  attempts: 200,
  // Longer than the limit of the child process.
  timeLimit: 45 * MINUTE_MS,
};

const FIND: JobKind<object> = {
  name: 'find outdated pictures',
  payload: z.object({}),
  lane: lightLane,
  attempts: 10,
  timeLimit: 10 * MINUTE_MS,
  recurrence: { period: 10 * MINUTE_MS, delay: MINUTE_MS },
};

/** Defines the jobs that give stored pictures the widths that were decided later. */
export function pictureWidthJobs(deps: Deps): void {
  deps.jobs.define(ADD_WIDTHS, {
    run: ({ file }, job) => addWidths(deps, file, job),
    async failed({ file }, { trx }) {
      await trx.updateTable('files').set({ sized_with: WIDTHS_VERSION }).where('uuid', '=', file).execute();
    },
  });
  deps.jobs.define(FIND, { run: () => findOutdated(deps) });
}

const outdated = ({ db }: Pick<Deps, 'db'>) =>
  db
    .selectFrom('files')
    .where('sized_with', '<', WIDTHS_VERSION)
    .where('kind', '=', 'image')
    .where('variants', 'is not', null)
    .where('state', '<>', 'staged');

/** Enqueues the newest outdated pictures. Without any, records once that all have the current widths. */
async function findOutdated(deps: Deps): Promise<void> {
  const found = await outdated(deps).select('uuid').orderBy('id', 'desc').limit(FOUND_AT_ONCE).execute();
  if (found.length === 0) return recordDone(deps);
  await deps.write(
    null,
    async (work) => {
      for (const { uuid } of found) await deps.jobs.enqueue(work, ADD_WIDTHS, { file: uuid }, uuid);
    },
    { content: false },
  );
}

async function recordDone({ db, clock, log }: Deps): Promise<void> {
  const known = await db.selectFrom('installation').select('pictures_sized_with').executeTakeFirst();
  if ((known?.pictures_sized_with ?? 0) >= WIDTHS_VERSION) return;
  const { numUpdatedRows } = await db
    .updateTable('installation')
    .set({ pictures_sized_with: WIDTHS_VERSION, pictures_sized_at: isoAt(clock.now()) })
    .where('id', '=', 1)
    .where((eb) =>
      eb.or([eb('pictures_sized_with', 'is', null), eb('pictures_sized_with', '<', WIDTHS_VERSION)]),
    )
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  const { pictures } = await db
    .selectFrom('files')
    .select(({ fn }) => fn.countAll().as('pictures'))
    .where('sized_with', '=', WIDTHS_VERSION)
    .executeTakeFirstOrThrow();
  log.info({ pictures: Number(pictures), version: WIDTHS_VERSION }, 'stored pictures have all widths');
}

async function addWidths(deps: Deps, uuid: string, job: Job): Promise<void> {
  const file = await outdated(deps).selectAll().where('uuid', '=', uuid).executeTakeFirst();
  if (!file) return;
  const sized = { sized_with: WIDTHS_VERSION };
  const widths = lackingWidths(file, deps.config.AVIF);
  const isComplete = widths.webp.length + widths.avif.length === 0;
  const warn = (details: object) => deps.log.warn(details, 'picture widths not encoded');
  const encoded = isComplete ? [] : await encodeStored(deps, file, widths, { signal: job.signal, warn });
  // A picture that can no longer be encoded keeps the variants that it has.
  if (!encoded?.length) return void (await saveVariants(deps, job, file, sized));
  await storeVariants(deps, job, file, encoded, sized);
}

/** Returns the widths that a stored picture lacks. A picture without AVIF variants gets none here. */
function lackingWidths(file: FileRow, isAvifMade: boolean): WidthsByFormat {
  const lacking = (type: PictureVariant['type']) => {
    const stored = variantsOf(file).filter((variant) => variant.type === type);
    return stored.length === 0 || file.width === null
      ? []
      : missingWidths(
          file.width,
          stored.map(({ width }) => width),
        );
  };
  return { webp: lacking('image/webp'), avif: isAvifMade ? lacking('image/avif') : [] };
}
