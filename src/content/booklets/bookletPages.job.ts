import { z } from 'zod';
import type { Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { heavyLane, type JobKind } from '../../platform/jobs/jobKind.ts';
import { redrawJobs } from '../../records/server/files/redraw.job.ts';
import { isNotDeleted } from '../../records/server/publication/visibility.ts';
import { MINUTE_MS } from '../../shared/dates.ts';
import { renderBookletPages, rerenderBookletPages } from './bookletPages.service.ts';

/** Renders pages after the upload of the PDF was answered. The newest booklet goes first. */
const PAGES: JobKind<{ booklet: string }> = {
  name: 'booklet pages',
  payload: z.object({ booklet: z.string() }),
  lane: heavyLane,
  // A file store may be unavailable for days.
  attempts: 200,
  // Longer than the limit of the rendering process.
  timeLimit: 60 * MINUTE_MS,
  newestFirst: true,
};

export function pageJobs(deps: Deps): void {
  deps.jobs.define(PAGES, {
    async run({ booklet }, { signal, finish }) {
      if (await pending(deps, booklet)) await renderBookletPages(deps, booklet, { signal, finish });
    },
    async failed({ booklet }, { trx }) {
      await trx
        .updateTable('fortnightly_booklets')
        .set({ pages_state: 'failed' })
        .where('uuid', '=', booklet)
        .where('pages_state', '=', 'pending')
        .execute();
    },
    content: true,
  });
  redrawJobs(deps, {
    table: 'fortnightly_booklets',
    name: 'booklets',
    redraw: (booklet, { signal, finish }) => rerenderBookletPages(deps, booklet, { signal, finish }),
  });
  // Enqueues a restored booklet that was deleted before its pages were rendered.
  deps.publication.onRepublished(async (work, { table, row }) => {
    const isPending =
      table === 'fortnightly_booklets' && 'pages_state' in row && row.pages_state === 'pending';
    if (isPending) await enqueuePages(deps, work, row.uuid);
  });
}

export function enqueuePages({ jobs }: Pick<Deps, 'jobs'>, work: Work, uuid: string): Promise<void> {
  return jobs.enqueue(work, PAGES, { booklet: uuid }, uuid);
}

const pending = ({ db }: Deps, uuid: string) =>
  db
    .selectFrom('fortnightly_booklets')
    .select('id')
    .where('uuid', '=', uuid)
    .where(isNotDeleted('fortnightly_booklets'))
    .where('pages_state', '=', 'pending')
    .executeTakeFirst();
