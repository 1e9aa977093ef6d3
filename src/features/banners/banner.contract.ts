import { z } from 'zod';
import { data, done, endpoint, multipart, uuidParams, written } from '../../contract/endpoint.ts';
import {
  optionalDestination,
  optionalInstant,
  requiredText,
  seenVersion,
  wholeNumber,
} from '../../contract/fields.ts';
import { imageAlt, imageFile } from '../../contract/image.ts';
import { list, listQuery, orderBody } from '../../contract/list.ts';

export const bannerFields = z.object({
  title: requiredText('o título', 120),
  alt: imageAlt(),
  link: optionalDestination(),
  position: wholeNumber('A posição é um número a partir de 1.', 1, 10_000).optional(),
  starts_at: optionalInstant(),
  ends_at: optionalInstant(),
});

/** Where both are set, the end comes after the start. */
export function endsAfterStart({
  starts_at,
  ends_at,
}: {
  starts_at?: string | null;
  ends_at?: string | null;
}): boolean {
  return !starts_at || !ends_at || Date.parse(starts_at) < Date.parse(ends_at);
}
export const ENDS_FIRST = 'O fim vem depois do começo.';

export const bannerInput = bannerFields
  .extend({ version: seenVersion })
  .refine(endsAfterStart, { path: ['ends_at'], error: ENDS_FIRST });

export type BannerInput = z.output<typeof bannerInput>;

export const banner = z.object({
  id: z.number(),
  uuid: z.string(),
  title: z.string(),
  alt: z.string().nullable(),
  link: z.string().nullable(),
  position: z.number(),
  starts_at: z.string().nullable(),
  ends_at: z.string().nullable(),
  file: imageFile,
  version: z.number(),
  updated_at: z.string(),
});

export type Banner = z.output<typeof banner>;

/** What a shopper's browser gets of a banner. */
export const publicBanner = banner.pick({
  id: true,
  uuid: true,
  title: true,
  alt: true,
  link: true,
  file: true,
});
export type PublicBanner = z.output<typeof publicBanner>;

export const listBanners = endpoint({
  method: 'GET',
  path: '/admin/banners',
  summary: 'Lista os banners',
  needs: 'banners.read',
  query: listQuery(['id', 'title', 'alt', 'position']),
  answers: { 200: list(banner) },
});

export const getBanner = endpoint({
  method: 'GET',
  path: '/admin/banners/details/:uuid',
  summary: 'Mostra um banner',
  needs: 'banners.read',
  params: uuidParams,
  answers: { 200: data(banner) },
});

export const storeBanner = endpoint({
  method: 'POST',
  path: '/admin/banners/store',
  summary: 'Cria um banner',
  needs: 'banners.write',
  body: multipart(bannerInput, { image: { kind: 'image', required: true, multiple: false } }),
  answers: { 201: written },
});

export const updateBanner = endpoint({
  method: 'POST',
  path: '/admin/banners/update/:uuid',
  summary: 'Altera um banner',
  needs: 'banners.write',
  params: uuidParams,
  body: multipart(bannerInput, { image: { kind: 'image', required: false, multiple: false } }),
  answers: { 200: written },
});

export const destroyBanner = endpoint({
  method: 'DELETE',
  path: '/admin/banners/destroy/:uuid',
  summary: 'Exclui um banner',
  needs: 'banners.write',
  params: uuidParams,
  answers: { 200: done },
});

/** Puts the banners in the order of `uuids`; those not named keep their order behind them. */
export const orderBanners = endpoint({
  method: 'PUT',
  path: '/admin/banners/order',
  summary: 'Muda a ordem dos banners',
  needs: 'banners.write',
  body: orderBody('Informe a ordem dos banners.'),
  answers: { 200: done },
  failures: ['not_found'],
});
