import { z } from 'zod';
import { data, done, endpoint, json, multipart, uuidParams, written } from './endpoint.ts';
import { recordNumber } from './fields.ts';
import { frame, imageFile } from './image.ts';

// What was uploaded, apart from the records that show it.

declare module './needs.ts' {
  interface Areas {
    pictures: true;
  }
}

export const PICTURES_PER_PAGE = 24;
/** Of the records that use a picture, those that are named. */
export const MOST_USES = 12;
/** In how many records a picture is replaced at once. */
export const MOST_REPLACED = 200;

/** Where a record stands that uses a picture: what is said of it first wins. */
export const USE_STATES = ['site', 'office', 'waiting', 'bin', 'former'] as const;
export type UseState = (typeof USE_STATES)[number];

const use = z.object({
  table: z.string(),
  uuid: z.string(),
  title: z.string().nullable(),
  state: z.enum(USE_STATES),
  /** Whether it has a screen. */
  opens: z.boolean(),
});
export type PictureUse = z.output<typeof use>;

export const USAGES = ['used', 'former', 'unused'] as const;
export type Usage = (typeof USAGES)[number];

const picture = z.object({
  uuid: z.string(),
  file: imageFile,
  name: z.string(),
  bytes: z.number(),
  created_at: z.string(),
  by: z.string().nullable(),
  /** By a record that is there, or by a change of one that waits; only by what was; by nothing. */
  usage: z.enum(USAGES),
  uses: z.array(use),
  /** Records that are not named in `uses`. */
  more: z.number(),
});
export type Picture = z.output<typeof picture>;

export const picturesQuery = z.object({
  search: z.string().trim().max(200).optional().catch(undefined),
  usage: z.enum(USAGES).optional().catch(undefined),
  /** Older than this one. */
  before: recordNumber.optional().catch(undefined),
});
export type PicturesQuery = z.output<typeof picturesQuery>;

export const listPictures = endpoint({
  method: 'GET',
  path: '/admin/pictures',
  summary: 'O que foi enviado, e onde está',
  needs: 'pictures.read',
  query: picturesQuery,
  answers: {
    200: z.object({
      data: z.array(picture),
      meta: z.object({
        /** For `before`, where there is more. */
        next: z.number().nullable(),
      }),
    }),
  },
});

export const getPicture = endpoint({
  method: 'GET',
  path: '/admin/pictures/details/:uuid',
  summary: 'Mostra uma imagem, com o corte dela',
  needs: 'pictures.read',
  params: uuidParams,
  answers: {
    200: data(
      picture.extend({
        frame,
        /** The whole picture, which only staff get. */
        whole: z.string(),
      }),
    ),
  },
});

const image = { image: { kind: 'image', required: true, multiple: false } } as const;

export const storePicture = endpoint({
  method: 'POST',
  path: '/admin/pictures/store',
  summary: 'Guarda uma imagem para usar depois',
  needs: 'pictures.write',
  body: multipart(z.object({}), image),
  answers: { 201: written },
});

const replaced = data(
  z.object({
    message: z.string(),
    /** Of the picture that is there now. */
    uuid: z.string(),
    /** How many records show it. */
    records: z.number(),
  }),
);

export const replacePicture = endpoint({
  method: 'POST',
  path: '/admin/pictures/replace/:uuid',
  summary: 'Troca uma imagem por outra em todos os registros que a usam',
  needs: 'pictures.write',
  params: uuidParams,
  body: multipart(z.object({}), image),
  answers: { 200: replaced },
  failures: ['conflict'],
});

export const replaceByStored = endpoint({
  method: 'POST',
  path: '/admin/pictures/replace-by/:uuid',
  summary: 'Põe uma imagem da biblioteca no lugar de outra, também para desfazer uma troca',
  needs: 'pictures.write',
  params: uuidParams,
  body: json(z.object({ by: z.uuid('Escolha a imagem na biblioteca.') })),
  answers: { 200: replaced },
  failures: ['conflict'],
});

export const destroyPicture = endpoint({
  method: 'DELETE',
  path: '/admin/pictures/destroy/:uuid',
  summary: 'Exclui uma imagem que nada usa',
  needs: 'pictures.delete',
  params: uuidParams,
  answers: { 200: done },
  failures: ['conflict'],
});
