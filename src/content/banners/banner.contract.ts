import { z } from 'zod';
import { defineOrderedRecord } from '../../records/define/defineRecord.ts';
import { nameField, optionalDestinationField, optionalInstantField } from '../../records/define/fields.ts';
import { altField, pictureField } from '../../records/define/pictureFields.ts';
import { endpoint } from '../../shared/endpoint.ts';
import { altFilter, attentionFilter } from '../../shared/filters.ts';
import { listResponse } from '../../shared/list.ts';

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

export const bannerRecord = defineOrderedRecord({
  table: 'banners',
  path: 'banners',
  area: 'banners',
  many: 'os banners',
  one: 'um banner',
  orderMissing: 'Informe a ordem dos banners.',
  positionAfter: 'link',
  screenOrder: ['title', 'file_id', 'alt'],
  fields: {
    title: nameField({
      ...{ label: 'Título', what: 'o título', max: 120 },
      ...{ public: true, sortable: true, searched: true },
    }),
    alt: altField({ public: true, sortable: true, searched: true }),
    link: optionalDestinationField({ label: 'Link', public: true }),
    starts_at: optionalInstantField({ label: 'Começa em' }),
    /** Exclusive. */
    ends_at: optionalInstantField({ label: 'Termina em' }),
    file_id: pictureField({ public: true }),
  },
  filters: {
    attention: attentionFilter,
    state: { label: 'Situação', values: { on: 'Na capa', waiting: 'Agendados', over: 'Encerrados' } },
    alt: altFilter,
  },
  refine(values, context) {
    if (!endsAfterStart(values))
      context.addIssue({ code: 'custom', path: ['ends_at'], message: END_BEFORE_START });
  },
});

export type Banner = z.output<typeof bannerRecord.output>;

/** Placement of a banner's title directly on its picture, without paper. */
export const titleOnPicture = z.object({
  colour: z.enum(['ink', 'paper']),
  /** Smallest window width in px. */
  from: z.number(),
});
export type TitleOnPicture = z.output<typeof titleOnPicture>;

/** Banner as shoppers see it. */
export const publicBanner = bannerRecord.publicOutput.extend({ free_title: titleOnPicture.nullable() });
export type PublicBanner = z.output<typeof publicBanner>;

/** Lists the banners that are visible now, in order. */
export const siteBanners = endpoint({
  method: 'GET',
  path: '/site/banners',
  summary: 'Banners no ar',
  answers: { 200: listResponse(publicBanner) },
  cached: true,
});

export const {
  list: listBanners,
  show: getBanner,
  store: storeBanner,
  update: updateBanner,
  destroy: destroyBanner,
  order: orderBanners,
} = bannerRecord.endpoints;
