import { z } from 'zod';
import { data, done, endpoint, multipart, uuidParams, written } from '../../contract/endpoint.ts';
import {
  optionalText,
  requiredEmail,
  requiredText,
  seenVersion,
  wholeNumber,
} from '../../contract/fields.ts';
import { galleryAlts, galleryFiles, galleryImage, imageAlt, imageFile } from '../../contract/image.ts';
import { list, listQuery, orderBody } from '../../contract/list.ts';
import { socialFields, socialLinks } from '../addresses/address.contract.ts';

export const shopFields = z
  .object({
    name: requiredText('o nome', 120),
    description: optionalText(2000),
    email: requiredEmail(),
    phone: requiredText('o telefone', 40),
    phoneSecondary: optionalText(40),
  })
  .extend(socialFields.shape)
  .extend({
    position: wholeNumber('A posição é um número a partir de 1.', 1, 10_000).optional(),
    alt: imageAlt(),
  })
  .extend(galleryAlts.shape);

export const shopInput = shopFields.extend({ version: seenVersion });
export type ShopInput = z.output<typeof shopInput>;

/** The second phone is read under both names; `phoneSecondary` is the one that is sent. */
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

/** What staff get of a shop. */
export const staffShop = shop.extend({ version: z.number(), updated_at: z.string() });
export type StaffShop = z.output<typeof staffShop>;

export const siteShops = endpoint({
  method: 'GET',
  path: '/site/shops',
  summary: 'Lojas do shopping, na ordem do site',
  answers: { 200: list(shop) },
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

export const listShops = endpoint({
  method: 'GET',
  path: '/admin/shops',
  summary: 'Lista as lojas',
  needs: 'shops.read',
  query: listQuery(['id', 'name', 'position']),
  answers: { 200: list(staffShop) },
});

export const getShop = endpoint({
  method: 'GET',
  path: '/admin/shops/details/:uuid',
  summary: 'Mostra uma loja',
  needs: 'shops.read',
  params: uuidParams,
  answers: { 200: data(staffShop) },
});

export const storeShop = endpoint({
  method: 'POST',
  path: '/admin/shops/store',
  summary: 'Cria uma loja',
  needs: 'shops.write',
  body: multipart(shopInput, {
    image: { kind: 'image', required: true, multiple: false },
    gallery: galleryFiles,
  }),
  answers: { 201: written },
});

/** New pictures are added to those that are there. */
export const updateShop = endpoint({
  method: 'POST',
  path: '/admin/shops/update/:uuid',
  summary: 'Altera uma loja',
  needs: 'shops.write',
  params: uuidParams,
  body: multipart(shopInput, {
    image: { kind: 'image', required: false, multiple: false },
    gallery: galleryFiles,
  }),
  answers: { 200: written },
});

export const destroyShop = endpoint({
  method: 'DELETE',
  path: '/admin/shops/destroy/:uuid',
  summary: 'Exclui uma loja',
  needs: 'shops.write',
  params: uuidParams,
  answers: { 200: done },
});

export const destroyShopImage = endpoint({
  method: 'DELETE',
  path: '/admin/shops/destroy/gallery-img/:uuid',
  summary: 'Exclui uma foto da galeria de uma loja',
  needs: 'shops.write',
  params: uuidParams,
  answers: { 200: done },
});

/** Puts the shops in the order of `uuids`; those not named keep their order behind them. */
export const orderShops = endpoint({
  method: 'PUT',
  path: '/admin/shops/order',
  summary: 'Muda a ordem das lojas',
  needs: 'shops.write',
  body: orderBody('Informe a ordem das lojas.'),
  answers: { 200: done },
  failures: ['not_found'],
});
