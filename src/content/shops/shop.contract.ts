import { z } from 'zod';
import { defineOrderedRecord } from '../../records/define/defineRecord.ts';
import {
  computedField,
  emailField,
  nameField,
  optionalPhoneField,
  optionalTextField,
  phoneDigits,
  phoneField,
} from '../../records/define/fields.ts';
import { altField, galleryField, pictureField } from '../../records/define/pictureFields.ts';
import { data, endpoint, uuidParams } from '../../shared/endpoint.ts';
import { altFilter, attentionFilter } from '../../shared/filters.ts';
import { listResponse } from '../../shared/list.ts';
import { galleryImageEndpoint } from '../../shared/records.ts';
import { SOCIAL_NETWORKS, socialFields } from '../addresses/address.contract.ts';

const contact = { public: true, personal: true } as const;

export const shopRecord = defineOrderedRecord({
  table: 'shops',
  path: 'shops',
  area: 'shops',
  many: 'as lojas',
  one: 'uma loja',
  orderMissing: 'Informe a ordem das lojas.',
  positionAfter: 'linkedin',
  positionIsPublic: true,
  screenOrder: ['name', 'file_id', 'alt', 'email', 'phone', 'phone_secondary', 'description'],
  outputLast: SOCIAL_NETWORKS,
  fields: {
    name: nameField({ label: 'Nome', what: 'o nome', max: 120, sortable: true, ...contact }),
    description: optionalTextField({ label: 'Descrição', max: 2000, public: true }),
    email: emailField({ label: 'E-mail', ...contact }),
    phone: phoneField({ label: 'Telefone', ...contact }),
    /** Responses have the second phone by two names; requests use this one. */
    phoneSecondary: computedField(
      { label: 'Outro telefone', public: true, onScreen: false },
      z.string().nullable(),
      ({ phone_secondary }: { phone_secondary: string | null }) => phone_secondary,
    ),
    phone_secondary: optionalPhoneField({ label: 'Outro telefone', sentAs: 'phoneSecondary', ...contact }),
    ...socialFields,
    file_id: pictureField({ public: true }),
    alt: altField({ inOutput: false }),
    shop_images: galleryField({ as: 'gallery', public: true }, { owner: 'shop_id', files: 'gallery' }),
  },
  filters: { attention: attentionFilter, alt: altFilter },
  searchTexts: ({ name, email, description, phone }) => [name, email, description, phoneDigits(phone)],
});

/** Shop as staff see it. */
export type StaffShop = z.output<typeof shopRecord.output>;
/** Shop as shoppers see it. */
export type Shop = z.output<typeof shopRecord.publicOutput>;

export const siteShops = endpoint({
  method: 'GET',
  path: '/site/shops',
  summary: 'Lojas do shopping, na ordem do site',
  answers: { 200: listResponse(shopRecord.publicOutput) },
  cached: true,
});

export const siteShop = endpoint({
  method: 'GET',
  path: '/site/shops/details/:uuid',
  summary: 'Uma loja do shopping',
  params: uuidParams,
  answers: { 200: data(shopRecord.publicOutput) },
  cached: true,
});

export const {
  list: listShops,
  show: getShop,
  store: storeShop,
  update: updateShop,
  destroy: destroyShop,
  order: orderShops,
} = shopRecord.endpoints;

export const destroyShopImage = galleryImageEndpoint(shopRecord);
