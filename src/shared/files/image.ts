import { z } from 'zod';
import type { FileField } from '../endpoint.ts';
import { cleanText, fromJson, optionalFlag, optionalText } from '../fields.ts';
import { MAX_ROW_WIDTH } from './pictureWidths.ts';

/** Returns the schema of a picture's alternative text. */
export const imageAlt = () => optionalText(MAX_ALT_LENGTH);

export const MAX_ALT_LENGTH = 300;

/** Returns whether a picture is decorative: its text is empty. A picture without a text (null) is not. */
export const isDecorative = (alt: string | null | undefined): boolean => alt === '';

/** Alternative text of a form's picture. Without `decorative`, only the text changes. */
export const altFields = {
  alt: imageAlt(),
  decorative: z
    .preprocess(
      (value) => (value === '' ? undefined : value),
      optionalFlag('Diga se a imagem é só decorativa.'),
    )
    .describe(
      'A imagem é só decorativa: `alt` passa a ser o texto vazio, o que é diferente de não haver texto.',
    ),
};

/** Returns the new alternative text of a picture; an absent one keeps the stored text. */
export function altOf(
  { alt, decorative }: { alt?: string | null | undefined; decorative?: boolean | undefined },
  stored: string | null | undefined,
): string | null {
  if (decorative) return '';
  if (alt !== undefined) return alt;
  return decorative === false ? stored || null : (stored ?? null);
}

const NO_FRAME = 'Escolha de novo o corte da imagem.';
const percent = z.number(NO_FRAME).min(0, NO_FRAME).max(100, NO_FRAME);
/** A side of a crop, in percent. A smaller one would show nothing. */
const side = z.number(NO_FRAME).min(5, NO_FRAME).max(100, NO_FRAME);

/** The crop of a picture and its focus point. */
export const frame = z.object(
  {
    crop: z
      .object({ x: percent, y: percent, width: side, height: side }, NO_FRAME)
      .refine(({ x, y, width, height }) => x + width <= 100.1 && y + height <= 100.1, NO_FRAME)
      .nullable(),
    focus: z.object({ x: percent, y: percent }, NO_FRAME).nullable(),
  },
  NO_FRAME,
);
export type PictureFrame = z.output<typeof frame>;

/** Step of stored focus points, in percent. Each has a CSS rule, because pages may have no inline styles. */
export const FOCUS_STEP = 10;

/** Returns the stored step nearest to `percent`. */
export const roundFocus = (percent: number): number =>
  Math.min(100, Math.max(0, Math.round(percent / FOCUS_STEP) * FOCUS_STEP));

/** Fields of a form's picture besides its file. */
export const pictureFields = {
  ...altFields,
  image_from: z
    .preprocess(
      (value) => (value === '' ? undefined : value),
      z.uuid('Escolha a imagem de novo na biblioteca.').optional(),
    )
    .describe('Uma imagem da biblioteca, pelo código dela, em vez de um arquivo.'),
  image_frame: z
    .preprocess(fromJson, frame.nullish())
    .describe('O corte e o ponto de atenção da imagem, como JSON; sem ele, ficam como estão.'),
};

/** Input that removes a picture. */
export const imageRemove = optionalFlag('Diga se a imagem sai.').describe(
  'Tira a imagem e o texto dela, se não vier outra no mesmo envio.',
);

/** Input fields of a form's picture. */
export interface PictureInput {
  image_from?: string | undefined;
  image_remove?: boolean | undefined;
  image_frame?: PictureFrame | null | undefined;
}

/** Returns the schema of one picture's text among several. `false` means decorative. */
const listedAlt = () =>
  z.preprocess(
    (value) => (value === false ? value : cleanText(value) || null),
    z
      .union(
        [
          z.literal(false),
          z
            .string({ error: 'Informe um texto.' })
            .max(MAX_ALT_LENGTH, `Use no máximo ${MAX_ALT_LENGTH} caracteres.`),
        ],
        'Informe um texto.',
      )
      .nullish(),
  );

/** A source of `<img srcset>` in one format, ascending by width. */
const variant = z.object({ url: z.string(), width: z.number(), type: z.enum(['image/webp', 'image/avif']) });

/** A stored image as the wire has it. All fields but `url_s3` were added to the existing contract. */
export const imageFile = z.object({
  url_s3: z.string(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  alt: z.string().nullable(),
  variants: z.array(variant),
  /** A data URL of a few pixels, shown until the picture is loaded. */
  placeholder: z.string().nullable(),
  /** Focus point that stays visible in every crop, in percent from the left and the top; else the centre. */
  focus: z.object({ x: z.number(), y: z.number() }).optional(),
});

export type ImageFile = z.output<typeof imageFile>;

/** Returns a picture with only the variants that rows of a list need. */
export function thumbnailOf(file: ImageFile): ImageFile {
  const webp = file.variants.filter(({ type }) => type === 'image/webp');
  const small = webp.filter(({ width }) => width <= MAX_ROW_WIDTH);
  return { ...file, variants: small.length > 0 ? small : webp.slice(0, 1), placeholder: null };
}

/** A picture of a gallery. `uuid` and `path` are the existing contract, the rest was added. */
export const galleryImage = imageFile
  .pick({ width: true, height: true, alt: true, variants: true, placeholder: true, focus: true })
  .extend({ uuid: z.string(), path: z.string() });

const MAX_TEXTS = 300;

export type GalleryImage = z.output<typeof galleryImage>;

/** File field for new pictures of a gallery. */
export const galleryFiles = {
  kind: 'image',
  required: false,
  multiple: true,
  most: 30,
} as const satisfies FileField;

/** Limit of an order: the stored pictures and the new ones of two saves. */
const MAX_ORDERED = 600;
const NOT_ORDER = 'Envie a ordem das fotos como JSON: ["uuid da foto", 0].';
const NOT_REMOVED = 'Envie as fotos que saem como JSON: ["uuid da foto"].';

/** Uuid of a stored picture, or index of a new one among the new ones, from 0. */
export type GalleryPlace = string | number;

/**
 * Returns all pictures of a gallery in order: those that `order` names, then the other stored ones, then the
 * other new ones. Unknown pictures in `order` are ignored.
 */
export function galleryOrder(
  order: readonly GalleryPlace[],
  stored: readonly string[],
  added: number,
): GalleryPlace[] {
  const present = new Set<GalleryPlace>([...stored, ...Array(added).keys()]);
  return [...new Set([...order.filter((place) => present.has(place)), ...present])];
}

const NOT_FRAMES = 'Escolha de novo o corte das fotos.';
const framesByPhoto = z
  .record(z.string().max(36), frame, NOT_FRAMES)
  .refine(
    (frames) => Object.keys(frames).length <= galleryFiles.most,
    `Corte até ${galleryFiles.most} fotos por vez.`,
  )
  .meta({ maxProperties: galleryFiles.most });

/**
 * Optional fields of a gallery, besides its files. A picture that they do not name keeps its text and crop;
 * an empty text clears it. Pictures from the library follow the files, and both are the new pictures.
 */
export const galleryFields = z.object({
  gallery_from: z
    .preprocess(
      fromJson,
      z
        .array(z.uuid('Escolha a foto de novo na biblioteca.'), 'Escolha as fotos de novo na biblioteca.')
        .max(galleryFiles.most, `Escolha até ${galleryFiles.most} fotos por vez.`)
        .nullish(),
    )
    .describe(
      'Fotos novas da biblioteca, pelos códigos delas, como JSON: ["código"]; vêm depois dos arquivos',
    ),
  gallery_frames: z
    .preprocess(fromJson, framesByPhoto.nullish())
    .describe('Corte e ponto de atenção das fotos guardadas, como JSON: { "uuid da foto": {…} }'),
  new_gallery_frames: z
    .preprocess(
      fromJson,
      z
        .array(frame.nullable(), NOT_FRAMES)
        .max(2 * galleryFiles.most, NOT_FRAMES)
        .nullish(),
    )
    .describe(
      'Corte e ponto de atenção das fotos novas, na ordem delas, como JSON; `null` as deixa inteiras',
    ),
  gallery_remove: z
    .preprocess(
      fromJson,
      z
        .array(z.uuid(NOT_REMOVED), NOT_REMOVED)
        .max(MAX_TEXTS, `Tire até ${MAX_TEXTS} fotos por vez.`)
        .nullish(),
    )
    .describe('Fotos guardadas que saem da galeria, pelos uuids delas, como JSON: ["uuid da foto"]'),
  gallery_order: z
    .preprocess(
      fromJson,
      z
        .array(
          z.union(
            [
              z.uuid(NOT_ORDER),
              z
                .int()
                .min(0)
                .max(2 * galleryFiles.most),
            ],
            NOT_ORDER,
          ),
          NOT_ORDER,
        )
        .max(MAX_ORDERED, `Ordene até ${MAX_ORDERED} fotos por vez.`)
        .nullish(),
    )
    .describe(
      'Ordem das fotos, como JSON: as guardadas pelo uuid, as novas pelo lugar entre as novas, de 0 em diante; as que faltam vão depois',
    ),
  gallery_alts: z
    .preprocess(
      fromJson,
      z
        .record(
          z.string().max(36),
          listedAlt(),
          'Envie os textos das fotos como JSON: { "uuid da foto": "texto" }.',
        )
        .refine(
          (texts) => Object.keys(texts).length <= MAX_TEXTS,
          `Envie até ${MAX_TEXTS} textos de fotos por vez.`,
        )
        .meta({ maxProperties: MAX_TEXTS })
        .nullish(),
    )
    .describe(
      'Textos alternativos das fotos guardadas, como JSON: { "uuid da foto": "texto" }; `false` diz que a foto é só decorativa',
    ),
  new_gallery_alts: z
    .preprocess(
      fromJson,
      z
        .array(listedAlt(), 'Envie os textos das fotos novas como JSON: ["texto", "texto"].')
        .max(2 * galleryFiles.most, `Envie até ${2 * galleryFiles.most} textos de fotos novas por vez.`)
        .nullish(),
    )
    .describe(
      'Textos alternativos das fotos novas, na ordem delas, como JSON: ["texto", "texto"]; `false` diz que a foto é só decorativa',
    ),
});

/** Input fields of a gallery. */
export type GalleryInput = z.output<typeof galleryFields>;
