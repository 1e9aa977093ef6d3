import { z } from 'zod';
import type { Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import type { JobKind, Lane } from '../../platform/jobs/jobKind.ts';
import { redrawJobs } from '../../records/server/files/redraw.job.ts';
import { drawResumePages, redrawResumePages } from './resumePages.draw.ts';

const SECONDS = 1000;

/** Own lane, because a user waits for the pages and jobs of the heavy lane may take minutes. */
const resumes: Lane = { concurrency: 1 };

/** Draws a résumé when staff first open it, so that uploads alone cost no CPU. */
const PAGES: JobKind<{ application: string }> = {
  name: 'resume pages',
  payload: z.object({ application: z.string() }),
  lane: resumes,
  attempts: 4,
  retry: { first: 2 * SECONDS, last: 30 * SECONDS },
  // Longer than the time limit of the drawing process.
  timeLimit: 180 * SECONDS,
};

export function resumePageJobs(deps: Deps): void {
  deps.jobs.define(PAGES, {
    async run({ application }, { signal, finish }) {
      await drawResumePages(deps, application, { signal, finish });
    },
    async failed({ application }, { trx }) {
      await trx
        .updateTable('job_applications')
        .set({ pages_state: 'failed' })
        .where('uuid', '=', application)
        .where('pages_state', '=', 'pending')
        .execute();
    },
  });
  redrawJobs(deps, {
    table: 'job_applications',
    name: 'resumes',
    redraw: (application, { signal, finish }) => redrawResumePages(deps, application, { signal, finish }),
  });
}

export function enqueueResumePages({ jobs }: Pick<Deps, 'jobs'>, work: Work, uuid: string): Promise<void> {
  return jobs.enqueue(work, PAGES, { application: uuid }, uuid);
}
