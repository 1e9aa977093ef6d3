import { z } from 'zod';

/** A stored file other than a picture. All fields but `url_s3` were added to the existing contract. */
export const documentFile = z.object({
  url_s3: z.string(),
  /** File name at its upload. */
  name: z.string(),
  type: z.string(),
  bytes: z.number(),
});

export type DocumentFile = z.output<typeof documentFile>;
