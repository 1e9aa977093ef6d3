import { z } from 'zod';
import { data, endpoint, json, messageResponse, uuidParams } from '../../shared/endpoint.ts';
import { requiredDate, requiredNewName } from '../../shared/fields.ts';
import { documentFile } from '../../shared/files/document.ts';
import { imageFile } from '../../shared/files/image.ts';
import { areDaysInOrder, DAYS_REVERSED } from '../booklets/booklet.contract.ts';
import { DEPARTMENTS, type Department } from '../pricing/offer.types.ts';
import {
  type Format,
  LAYOUTS,
  layoutFor,
  MAX_POSTER_PAGES,
  MAX_PRODUCTS,
  MAX_SHORT_NAME,
  POSTER_FORMATS,
  pageCount,
  THEMES,
  type Theme,
} from './leaflet.types.ts';

const formatNames = Object.keys(POSTER_FORMATS) as [Format, ...Format[]];
const CHOOSE = 'Escolha pelo menos uma oferta.';
const AGAIN = 'Escolha as ofertas de novo.';
export const MAX_POSTER_TITLE = 60;

const drawn = z.object({
  title: requiredNewName('o título', MAX_POSTER_TITLE).describe(
    'O que o cartaz diz primeiro: «Dia de açougue».',
  ),
  valid_from: requiredDate('o primeiro dia'),
  valid_until: requiredDate('o último dia'),
  theme: z.enum(Object.keys(THEMES) as [Theme, ...Theme[]], 'Escolha a cor.').default('red'),
  layout: z
    .literal(LAYOUTS, 'Escolha quantos produtos cabem em cada página.')
    .nullish()
    .describe('Quantos produtos cabem em uma página; os que passam vão para outra. Sem ele, o que serve.'),
  offers: z
    .array(z.uuid(AGAIN), CHOOSE)
    .min(1, CHOOSE)
    .max(MAX_PRODUCTS, `Cabem ${MAX_PRODUCTS} ofertas em um cartaz.`)
    .describe('As ofertas, pelos códigos delas, na ordem em que aparecem.'),
  names: z
    .array(z.object({ offer: z.uuid(AGAIN), name: requiredNewName('o nome', MAX_SHORT_NAME) }, AGAIN), AGAIN)
    .max(MAX_PRODUCTS, AGAIN)
    .default([])
    .describe('Nomes mais curtos, só para este cartaz; a oferta não muda.'),
  bleed: z
    .boolean(AGAIN)
    .default(false)
    .describe('Se os PDFs têm 3 mm de sangria e marcas de corte, para a gráfica.'),
});
export type PosterContentInput = z.output<typeof drawn>;
/** Name of an offer for one poster alone. */
export type ShortName = PosterContentInput['names'][number];

const validated = <S extends z.ZodType<PosterContentInput>>(schema: S) =>
  schema.superRefine((leaflet, context) => {
    const { offers, layout, names } = leaflet as PosterContentInput;
    const report = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    if (!areDaysInOrder(leaflet as PosterContentInput)) report('valid_until', DAYS_REVERSED);
    if (new Set(offers).size < offers.length) report('offers', 'Cada oferta entra uma vez só.');
    const renamed = new Set(names.map(({ offer }) => offer));
    if (renamed.size < names.length || names.some(({ offer }) => !offers.includes(offer)))
      report('names', 'Cada nome é de uma oferta deste cartaz.');
    if (pageCount(offers.length, layout ?? layoutFor(offers.length)) > MAX_POSTER_PAGES)
      report('layout', `Seriam mais de ${MAX_POSTER_PAGES} páginas. Ponha mais produtos em cada uma.`);
  });

export const posterInput = validated(
  drawn.extend({
    formats: z
      .array(z.enum(formatNames, 'Escolha o que fazer.'), 'Escolha o que fazer.')
      .min(1, 'Escolha o que fazer.')
      .max(formatNames.length, 'Escolha o que fazer.'),
  }),
);
export type PosterInput = z.output<typeof posterInput>;

export const posterPreviewInput = validated(
  drawn.extend({
    format: z.enum(formatNames, 'Escolha o que ver.').default('site'),
    formats: z
      .array(z.enum(formatNames, AGAIN), AGAIN)
      .max(formatNames.length, AGAIN)
      .default([])
      .describe('Outros formatos em que os nomes devem caber.'),
    page: z.int('A página é um número.').min(1).max(MAX_POSTER_PAGES).default(1),
  }),
);
export type PosterPreviewInput = z.output<typeof posterPreviewInput>;

const preview = z.object({
  /** WebP, base64. */
  picture: z.string(),
  width: z.number(),
  height: z.number(),
  page: z.number(),
  pages: z.number(),
  /** Text of the page, as alternative text. */
  text: z.string(),
  /** Offers whose names are too long for a page of these formats. */
  cut: z.array(z.string()),
});

const LEAFLET_STATES = ['pending', 'ready', 'failed'] as const;

const leaflet = z.object({
  uuid: z.string(),
  title: z.string(),
  valid_from: z.string(),
  valid_until: z.string(),
  created_at: z.string(),
  /** Day on which the files are deleted. */
  kept_until: z.string(),
  state: z.enum(LEAFLET_STATES),
  products: z.number(),
  pages: z.number(),
  formats: z.array(z.enum(formatNames)),
  /** Number of formats whose files are ready. */
  done: z.number(),
});
export type ListedPoster = z.output<typeof leaflet>;

const made = leaflet.extend({
  /** Address of all files as one archive, for a few minutes; null if there is no more than one. */
  archive: z.string().nullable(),
  /** Everything else that was chosen, to make the poster again. */
  chosen: z.object({
    theme: z.enum(Object.keys(THEMES) as [Theme, ...Theme[]]),
    layout: z.literal(LAYOUTS),
    bleed: z.boolean(),
    offers: z.array(z.string()),
    names: z.array(z.object({ offer: z.string(), name: z.string() })),
  }),
  files: z.array(
    z.object({
      format: z.enum(formatNames),
      /** Null for a file with all pages. */
      page: z.number().nullable(),
      file: documentFile,
      /** Uuid of the picture in the library, and its alternative text; only for the format `site`. */
      picture: z.string().nullable(),
      alt: z.string().nullable(),
      /** Transcript of the page, one product a line. */
      text: z.string().nullable(),
      photos: imageFile.nullable(),
    }),
  ),
});
export type PosterDetails = z.output<typeof made>;

/** Number of days for which a poster and its files are stored. */
export const POSTER_RETENTION_DAYS = 30;
export const MAX_POSTERS = 100;

export const listPosters = endpoint({
  method: 'GET',
  path: '/admin/leaflets',
  summary: 'Lista os cartazes feitos das ofertas, os mais novos primeiro',
  needs: 'offers.read',
  answers: { 200: z.object({ data: z.array(leaflet) }) },
});

export const getPoster = endpoint({
  method: 'GET',
  path: '/admin/leaflets/details/:uuid',
  summary: 'Mostra um cartaz feito das ofertas, com os arquivos dele',
  needs: 'offers.read',
  params: uuidParams,
  answers: { 200: data(made) },
});

const product = z.object({
  uuid: z.string(),
  product: z.string(),
  brand: z.string().nullable(),
  size: z.string(),
  price: z.string(),
  department: z.enum(Object.keys(DEPARTMENTS) as [Department, ...Department[]]),
  valid_from: z.string(),
  valid_until: z.string(),
  file: imageFile.nullable(),
});
export type PosterOffer = z.output<typeof product>;

/** Leaves out unknown and deleted offers, so that a mistyped address still opens. */
export const posterOffers = endpoint({
  method: 'GET',
  path: '/admin/leaflets/offers',
  summary: 'Mostra as ofertas escolhidas para um cartaz, na ordem delas',
  needs: 'offers.read',
  query: z.object({
    offers: z
      .string()
      .max(37 * MAX_PRODUCTS)
      .default('')
      .catch('')
      .describe('Os códigos das ofertas, separados por vírgula.'),
  }),
  answers: { 200: data(z.object({ offers: z.array(product), today: z.string() })) },
});

export const previewPoster = endpoint({
  method: 'POST',
  path: '/admin/leaflets/preview',
  summary: 'Desenha uma página de um cartaz, para ver antes de fazer',
  needs: 'offers.write',
  body: json(posterPreviewInput),
  keepsNothing: true,
  answers: { 200: data(preview) },
  failures: ['too_many'],
});

export const storePoster = endpoint({
  method: 'POST',
  path: '/admin/leaflets/store',
  summary: 'Faz um cartaz das ofertas: imagens para o site e as redes, PDF para imprimir',
  needs: 'offers.write',
  body: json(posterInput),
  answers: { 201: z.object({ data: z.object({ message: z.string(), uuid: z.string() }) }) },
  failures: ['too_many'],
});

export const destroyPoster = endpoint({
  method: 'DELETE',
  path: '/admin/leaflets/destroy/:uuid',
  summary: 'Apaga um cartaz feito das ofertas e os arquivos dele',
  needs: 'offers.write',
  params: uuidParams,
  answers: { 200: messageResponse },
});
