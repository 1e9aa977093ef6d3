import { z } from 'zod';
import { type JobKind, light } from '../src/platform/jobs/kind.ts';

/** The job that holder.ts takes before it is killed, so that another process runs it. */
export const held: JobKind<{ name: string }> = {
  name: 'held',
  payload: z.object({ name: z.string() }),
  lane: light,
  attempts: 3,
  retry: { first: 1000, last: 8000 },
  limit: 60_000,
};
