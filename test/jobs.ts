import { z } from 'zod';
import { type JobKind, lightLane } from '../src/platform/jobs/jobKind.ts';

/** The job that heldJob.child.ts takes before it is killed, so that another process runs it. */
export const heldJob: JobKind<{ name: string }> = {
  name: 'held',
  payload: z.object({ name: z.string() }),
  lane: lightLane,
  attempts: 3,
  retry: { first: 1000, last: 8000 },
  timeLimit: 60_000,
};
