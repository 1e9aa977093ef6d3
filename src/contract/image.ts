import { z } from 'zod';
import type { FileField } from './endpoint.ts';

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

/** A picture of a gallery; `uuid` and `path` are the existing contract, the rest is added. */
export const galleryImage = imageFile.omit({ url_s3: true }).extend({ uuid: z.string(), path: z.string() });

export type GalleryImage = z.output<typeof galleryImage>;

/** New pictures of a gallery, as a request brings them. */
export const galleryFiles = {
  kind: 'image',
  required: false,
  multiple: true,
  most: 30,
} as const satisfies FileField;

export const IMAGE_TYPES = ['image/jpeg', 'image/jpg', 'image/png'] as const;
export const VIDEO_TYPE = /^video\//;
export const PDF_TYPE = 'application/pdf';
