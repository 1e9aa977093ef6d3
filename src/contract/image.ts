import { z } from 'zod';
import type { FileField } from './endpoint.ts';
import { clean, fromJson, optionalText } from './fields.ts';

/** What a picture shows, for those who do not see it. */
export const imageAlt = () => optionalText(ALT_LENGTH);

export const ALT_LENGTH = 300;

/** As a picture's `alt` is read: one that shows nothing to tell of has an empty text, one without a text has none. */
export const isDecorative = (alt: string | null | undefined): boolean => alt === '';

const FLAGS: Record<string, boolean | undefined> = {
  1: true,
  true: true,
  0: false,
  false: false,
  '': undefined,
};

/** What a form says of its picture in words; without `decorative`, only its text changes. */
export const altFields = {
  alt: imageAlt(),
  decorative: z
    .preprocess(
      (value) => (typeof value === 'string' && value in FLAGS ? FLAGS[value] : value),
      z.boolean('Diga se a imagem é só decorativa.').optional(),
    )
    .describe(
      'A imagem é só decorativa: `alt` passa a ser o texto vazio, o que é diferente de não haver texto.',
    ),
};

/** What stands for a picture's text from now on. */
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
/** A side of what is cut out, in percent: what is smaller shows nothing. */
const side = z.number(NO_FRAME).min(5, NO_FRAME).max(100, NO_FRAME);

/** Which part of a picture is shown, and what of it stays in sight. */
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
export type Frame = z.output<typeof frame>;

/** Points are kept to this many percent: for each there is a rule in the styles, which pages may not bring along. */
export const FOCUS_STEP = 10;

/** The point that is kept for one at `percent`. */
export const focusStop = (percent: number): number =>
  Math.min(100, Math.max(0, Math.round(percent / FOCUS_STEP) * FOCUS_STEP));

/** What a form says of its picture beside the file that it brings. */
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
/** The same of a picture that may be absent. */
export const optionalPictureFields = {
  ...pictureFields,
  image_remove: z
    .preprocess(
      (value) => (typeof value === 'string' && value in FLAGS ? FLAGS[value] : value),
      z.boolean('Diga se a imagem sai.').optional(),
    )
    .describe('Tira a imagem e o texto dela, se não vier outra no mesmo envio.'),
};

export interface PictureWish {
  image_from?: string | undefined;
  image_remove?: boolean | undefined;
  image_frame?: Frame | null | undefined;
}

/** The text of one picture among several: `false` says that it is only decorative. */
const listedAlt = () =>
  z.preprocess(
    (value) => (value === false ? value : clean(value) || null),
    z
      .union(
        [
          z.literal(false),
          z.string({ error: 'Informe um texto.' }).max(ALT_LENGTH, `Use no máximo ${ALT_LENGTH} caracteres.`),
        ],
        'Informe um texto.',
      )
      .nullish(),
  );

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
  /** What stays in sight wherever the picture is cut, in percent from the left and the top; without it, the middle. */
  focus: z.object({ x: z.number(), y: z.number() }).optional(),
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
  .pick({ width: true, height: true, alt: true, variants: true, placeholder: true, focus: true })
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

/** Stored pictures and those of two saves. */
const MOST_ORDERED = 600;
const NOT_ORDER = 'Envie a ordem das fotos como JSON: ["uuid da foto", 0].';
const NOT_REMOVED = 'Envie as fotos que saem como JSON: ["uuid da foto"].';

/** A stored picture by its uuid, or a new one by its place among the new ones, from 0 on. */
export type GalleryPlace = string | number;

/**
 * Returns all pictures of a gallery in order: those that `order` names, then the other stored ones, then the other new
 * ones. Names of pictures that are not there are ignored.
 */
export function galleryOrder(
  order: readonly GalleryPlace[],
  stored: readonly string[],
  added: number,
): GalleryPlace[] {
  const there = new Set<GalleryPlace>([...stored, ...Array(added).keys()]);
  return [...new Set([...order.filter((place) => there.has(place)), ...there])];
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
 * What a request says of the pictures of a gallery, beside the files that it brings; all of it may be left out. A
 * picture that it does not name keeps its text and its cut, an empty text clears it. What comes from the library
 * stands behind the files, and both are the new pictures.
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
        .max(MOST_TEXTS, `Tire até ${MOST_TEXTS} fotos por vez.`)
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
        .max(MOST_ORDERED, `Ordene até ${MOST_ORDERED} fotos por vez.`)
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
          (texts) => Object.keys(texts).length <= MOST_TEXTS,
          `Envie até ${MOST_TEXTS} textos de fotos por vez.`,
        )
        .meta({ maxProperties: MOST_TEXTS })
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

export type GalleryWish = z.output<typeof galleryFields>;
