import { z } from 'zod';

/** A stored file that is no picture, as the wire has it; all beside `url_s3` is an addition to the existing contract. */
export const documentFile = z.object({
  url_s3: z.string(),
  /** As its sender called it. */
  name: z.string(),
  type: z.string(),
  bytes: z.number(),
});

export type DocumentFile = z.output<typeof documentFile>;
