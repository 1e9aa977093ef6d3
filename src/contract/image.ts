import { z } from 'zod';

/** `<img srcset>` sources of one format, ascending by width. */
const variant = z.object({ url: z.string(), width: z.number(), type: z.enum(['image/webp', 'image/avif']) });

/** A stored image as the wire has it; all beside `url_s3` is an addition to the existing contract. */
export const imageFile = z.object({
  url_s3: z.string(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  alt: z.string().nullable(),
  variants: z.array(variant),
  /** A data URL of a few pixels, shown until the picture is there. */
  placeholder: z.string().nullable(),
});

export type ImageFile = z.output<typeof imageFile>;

export const IMAGE_TYPES = ['image/jpeg', 'image/jpg', 'image/png'] as const;
export const VIDEO_TYPE = /^video\//;
export const PDF_TYPE = 'application/pdf';
