import { z } from 'zod';
import { endpoint, multipart } from '../../contract/endpoint.ts';
import {
  expectedVersion,
  optionalDestination,
  optionalInstant,
  requiredName,
  wholeNumber,
} from '../../contract/fields.ts';
import { altFilter, attentionFilter, type Filters } from '../../contract/filters.ts';
import { imageFile, pictureFields } from '../../contract/image.ts';
import { listResponse } from '../../contract/list.ts';
import { orderedEndpoints } from '../../contract/records.ts';

export const bannerFields = z.object({
  title: requiredName('o título', 120),
  ...pictureFields,
  link: optionalDestination(),
  position: wholeNumber('A posição é um número a partir de 1.', 1, 10_000).optional(),
  starts_at: optionalInstant(),
  ends_at: optionalInstant(),
});

/** Returns whether the end is after the start, if both are set. */
export function endsAfterStart({
  starts_at,
  ends_at,
}: {
  starts_at?: string | null;
  ends_at?: string | null;
}): boolean {
  return !starts_at || !ends_at || Date.parse(starts_at) < Date.parse(ends_at);
}
export const END_BEFORE_START = 'O fim vem depois do começo.';

export const bannerInput = bannerFields
  .extend({ version: expectedVersion })
  .refine(endsAfterStart, { path: ['ends_at'], error: END_BEFORE_START });

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

/** Placement of a banner's title directly on its picture, without paper. */
export const titleOnPicture = z.object({
  colour: z.enum(['ink', 'paper']),
  /** Smallest window width in px. */
  from: z.number(),
});
export type TitleOnPicture = z.output<typeof titleOnPicture>;

/** Banner as shoppers see it. */
export const publicBanner = banner
  .pick({ id: true, uuid: true, title: true, alt: true, link: true, file: true })
  .extend({ free_title: titleOnPicture.nullable() });
export type PublicBanner = z.output<typeof publicBanner>;

/** Lists the banners that are visible now, in order. */
export const siteBanners = endpoint({
  method: 'GET',
  path: '/site/banners',
  summary: 'Banners no ar',
  answers: { 200: listResponse(publicBanner) },
  cached: true,
});

export const bannerFilters = {
  attention: attentionFilter,
  state: { label: 'Situação', values: { on: 'Na capa', waiting: 'Agendados', over: 'Encerrados' } },
  alt: altFilter,
} as const satisfies Filters;

export const {
  list: listBanners,
  show: getBanner,
  store: storeBanner,
  update: updateBanner,
  destroy: destroyBanner,
  order: orderBanners,
} = orderedEndpoints({
  table: 'banners',
  path: 'banners',
  area: 'banners',
  many: 'os banners',
  one: 'um banner',
  record: banner,
  sortable: ['id', 'title', 'alt', 'position'],
  filters: bannerFilters,
  body: multipart(bannerInput, {
    image: { kind: 'image', required: true, multiple: false, or: 'image_from' },
  }),
  orderMissing: 'Informe a ordem dos banners.',
});
