import { z } from 'zod';
import type { Deps } from '../../../platform/deps.ts';
import { heavyLane, type Job, type JobKind, lightLane } from '../../../platform/jobs/jobKind.ts';
import { HOUR_MS, MINUTE_MS } from '../../../shared/dates.ts';
import { RENDERER_VERSION } from '../pdfPages/pdfPages.process.ts';
import { isPublished } from '../publication/visibility.ts';

/** Bounds how much of this work waits at a time. */
const FOUND_AT_ONCE = 100;

/** Records with pages that were drawn of a PDF, and with `drawn_with`. */
interface DrawnRecords {
  table: 'fortnightly_booklets' | 'job_applications';
  /** Names the jobs. */
  name: string;
  redraw(uuid: string, job: Pick<Job, 'signal' | 'finish'>): Promise<void>;
}

/** Defines the jobs that draw pages anew where an earlier version of the drawing drew them, one record at a time. */
export function redrawJobs(deps: Deps, { table, name, redraw }: DrawnRecords): void {
  const one: JobKind<{ record: string }> = {
    name: `redraw ${name}`,
    payload: z.object({ record: z.string() }),
    lane: heavyLane,
    // A store may be away for days.
    attempts: 200,
    timeLimit: HOUR_MS,
  };
  const find: JobKind<object> = {
    name: `find outdated ${name}`,
    payload: z.object({}),
    lane: lightLane,
    attempts: 10,
    timeLimit: 10 * MINUTE_MS,
    recurrence: { period: 10 * MINUTE_MS, delay: MINUTE_MS },
  };
  deps.jobs.define(one, {
    run: ({ record }, job) => redraw(record, job),
    async failed({ record }, { trx }) {
      await trx.updateTable(table).set({ drawn_with: RENDERER_VERSION }).where('uuid', '=', record).execute();
    },
  });
  deps.jobs.define(find, {
    async run() {
      const outdated = await deps.db
        .selectFrom(table)
        .select('uuid')
        .where('pages_state', 'in', ['ready', 'failed'])
        .where('drawn_with', '<', RENDERER_VERSION)
        .where(isPublished(table))
        .orderBy('id', 'desc')
        .limit(FOUND_AT_ONCE)
        .execute();
      if (outdated.length === 0) return;
      await deps.write(
        null,
        async (work) => {
          for (const { uuid } of outdated) await deps.jobs.enqueue(work, one, { record: uuid }, uuid);
        },
        { content: false },
      );
    },
  });
}
