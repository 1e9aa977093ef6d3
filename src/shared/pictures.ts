import { z } from 'zod';
import { data, endpoint, json, messageResponse, multipart, savedResponse, uuidParams } from './endpoint.ts';
import { recordNumber } from './fields.ts';
import { frame, imageFile } from './files/image.ts';

// Library of uploaded pictures, apart from the records that show them.

declare module './permissions.ts' {
  interface Areas {
    pictures: true;
  }
}

export const PICTURES_PER_PAGE = 24;
/** Limit of records named in `uses`. */
export const MAX_NAMED_USES = 12;
/** Limit of records in which a picture is replaced at once. */
export const MAX_REPLACED_RECORDS = 200;

/** States of a record that uses a picture, by precedence: the first that applies counts. */
export const PICTURE_USE_STATES = ['site', 'office', 'waiting', 'bin', 'former'] as const;
export type PictureUseState = (typeof PICTURE_USE_STATES)[number];

const use = z.object({
  table: z.string(),
  uuid: z.string(),
  title: z.string().nullable(),
  state: z.enum(PICTURE_USE_STATES),
  /** True if the record has a screen. */
  opens: z.boolean(),
});
export type PictureUse = z.output<typeof use>;

export const PICTURE_USAGES = ['used', 'former', 'unused'] as const;
export type PictureUsage = (typeof PICTURE_USAGES)[number];

const picture = z.object({
  uuid: z.string(),
  file: imageFile,
  name: z.string(),
  bytes: z.number(),
  created_at: z.string(),
  by: z.string().nullable(),
  /** `used` by a record or pending change, `former` if only former versions or trash use it, or `unused`. */
  usage: z.enum(PICTURE_USAGES),
  uses: z.array(use),
  /** Number of records beyond those in `uses`. */
  more: z.number(),
  /** Whether the caller may replace the picture in all records that show it. */
  replaceable: z.boolean(),
});
export type LibraryPicture = z.output<typeof picture>;

export const picturesQuery = z.object({
  search: z.string().trim().max(200).optional().catch(undefined),
  usage: z.enum(PICTURE_USAGES).optional().catch(undefined),
  /** Returns only pictures of records that the caller may change. */
  mine: z.literal('true').optional().catch(undefined),
  /** Returns only older pictures than this number (keyset pagination). */
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
        /** Value of `before` for the next page; null on the last one. */
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
        /** The uncropped picture, for staff only. */
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
  answers: { 201: savedResponse },
});

const replaced = data(
  z.object({
    message: z.string(),
    /** Uuid of the new picture. */
    uuid: z.string(),
    /** Number of records that show it. */
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
  answers: { 200: messageResponse },
  failures: ['conflict'],
});
