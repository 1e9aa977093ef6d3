import { z } from 'zod';
import type { FileField } from './endpoint.ts';
import { fromJson, optionalText } from './fields.ts';

/** What a picture shows, for those who do not see it. */
export const imageAlt = () => optionalText(300);

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

/** The widest variant that a row of a list needs. */
export const THUMBNAIL_WIDTH = 540;

/** A picture as rows of a list need it. */
export function thumbnailOf(file: ImageFile): ImageFile {
  const webp = file.variants.filter(({ type }) => type === 'image/webp');
  const small = webp.filter(({ width }) => width <= THUMBNAIL_WIDTH);
  return { ...file, variants: small.length > 0 ? small : webp.slice(0, 1), placeholder: null };
}

/** A picture of a gallery; `uuid` and `path` are the existing contract, the rest is added. */
export const galleryImage = imageFile
  .pick({ width: true, height: true, alt: true, variants: true, placeholder: true })
  .extend({ uuid: z.string(), path: z.string() });

const MOST_TEXTS = 300;

export type GalleryImage = z.output<typeof galleryImage>;

/** New pictures of a gallery, as a request brings them. */
export const galleryFiles = {
  kind: 'image',
  required: false,
  multiple: true,
  most: 30,
} as const satisfies FileField;

/**
 * What a request says of the pictures of a gallery, beside the files that it brings; both may be left out. A
 * picture that it does not name keeps its text, an empty text clears it.
 */
export const galleryAlts = z.object({
  gallery_alts: z
    .preprocess(
      fromJson,
      z
        .record(
          z.string().max(36),
          imageAlt(),
          'Envie os textos das fotos como JSON: { "uuid da foto": "texto" }.',
        )
        .refine(
          (texts) => Object.keys(texts).length <= MOST_TEXTS,
          `Envie até ${MOST_TEXTS} textos de fotos por vez.`,
        )
        .meta({ maxProperties: MOST_TEXTS })
        .nullish(),
    )
    .describe('Textos alternativos das fotos guardadas, como JSON: { "uuid da foto": "texto" }'),
  new_gallery_alts: z
    .preprocess(
      fromJson,
      z
        .array(imageAlt(), 'Envie os textos das fotos novas como JSON: ["texto", "texto"].')
        .max(galleryFiles.most, `Envie até ${galleryFiles.most} textos de fotos novas por vez.`)
        .nullish(),
    )
    .describe('Textos alternativos das fotos novas, na ordem delas, como JSON: ["texto", "texto"]'),
});

export type GalleryAlts = z.output<typeof galleryAlts>;

export const IMAGE_TYPES = ['image/jpeg', 'image/jpg', 'image/png'] as const;
export const VIDEO_TYPE = /^video\//;
export const PDF_TYPE = 'application/pdf';
