import { z } from 'zod';
import { data, endpoint, messageResponse, multipart, uuidParams } from '../../contract/endpoint.ts';
import {
  expectedVersion,
  optionalPhone,
  optionalText,
  requiredEmail,
  requiredName,
  requiredPhone,
  wholeNumber,
} from '../../contract/fields.ts';
import { altFilter, attentionFilter, type Filters } from '../../contract/filters.ts';
import { galleryFields, galleryFiles, galleryImage, imageFile, pictureFields } from '../../contract/image.ts';
import { listResponse } from '../../contract/list.ts';
import { orderedEndpoints } from '../../contract/records.ts';
import { socialInput, socialLinks } from '../addresses/address.contract.ts';

export const shopFields = z
  .object({
    name: requiredName('o nome', 120),
    description: optionalText(2000),
    email: requiredEmail(),
    phone: requiredPhone(),
    phoneSecondary: optionalPhone(),
  })
  .extend(socialInput.shape)
  .extend({
    position: wholeNumber('A posição é um número a partir de 1.', 1, 10_000).optional(),
    ...pictureFields,
  })
  .extend(galleryFields.shape);

export const shopInput = shopFields.extend({ version: expectedVersion });
export type ShopInput = z.output<typeof shopInput>;

/** Shop as shoppers see it. The second phone has two names; requests use `phoneSecondary`. */
export const shop = z
  .object({
    id: z.number(),
    uuid: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    email: z.string(),
    phone: z.string(),
    phoneSecondary: z.string().nullable(),
    phone_secondary: z.string().nullable(),
    position: z.number(),
    file: imageFile,
    gallery: z.array(galleryImage),
  })
  .extend(socialLinks.shape);
export type Shop = z.output<typeof shop>;

/** Shop as staff see it. */
export const staffShop = shop.extend({ version: z.number(), updated_at: z.string() });
export type StaffShop = z.output<typeof staffShop>;

export const siteShops = endpoint({
  method: 'GET',
  path: '/site/shops',
  summary: 'Lojas do shopping, na ordem do site',
  answers: { 200: listResponse(shop) },
  cached: true,
});

export const siteShop = endpoint({
  method: 'GET',
  path: '/site/shops/details/:uuid',
  summary: 'Uma loja do shopping',
  params: uuidParams,
  answers: { 200: data(shop) },
  cached: true,
});

export const shopFilters = { attention: attentionFilter, alt: altFilter } as const satisfies Filters;

export const {
  list: listShops,
  show: getShop,
  store: storeShop,
  update: updateShop,
  destroy: destroyShop,
  order: orderShops,
} = orderedEndpoints({
  table: 'shops',
  path: 'shops',
  area: 'shops',
  many: 'as lojas',
  one: 'uma loja',
  record: staffShop,
  sortable: ['id', 'name', 'position'],
  filters: shopFilters,
  body: multipart(shopInput, {
    image: { kind: 'image', required: true, multiple: false, or: 'image_from' },
    /** New pictures are appended to the gallery. */
    gallery: galleryFiles,
  }),
  orderMissing: 'Informe a ordem das lojas.',
});

export const destroyShopImage = endpoint({
  method: 'DELETE',
  path: '/admin/shops/destroy/gallery-img/:uuid',
  summary: 'Exclui uma foto da galeria de uma loja',
  needs: 'shops.publish',
  params: uuidParams,
  answers: { 200: messageResponse },
});
