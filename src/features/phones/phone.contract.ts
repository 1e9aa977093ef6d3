import { z } from 'zod';
import { endpoint, json } from '../../contract/endpoint.ts';
import { choice, enumValue, expectedVersion, requiredDigits, requiredName } from '../../contract/fields.ts';
import type { Filters } from '../../contract/filters.ts';
import { listResponse } from '../../contract/list.ts';
import { recordEndpoints } from '../../contract/records.ts';
import { PHONE_TYPES } from './phone.types.ts';

export const MAX_DDI_DIGITS = 3;
/** Longest area code or prefix such as 0800; `0` means none. */
export const MAX_DDD_DIGITS = 4;
export const MAX_NUMBER_DIGITS = 9;

export const phoneInput = z.object({
  contact: requiredName('o contato', 120),
  ddi: requiredDigits('o DDI', MAX_DDI_DIGITS),
  ddd: requiredDigits('o DDD', MAX_DDD_DIGITS),
  number: requiredDigits('o número', MAX_NUMBER_DIGITS),
  type: choice(PHONE_TYPES, 'Escolha o tipo.'),
  version: expectedVersion,
});

export type PhoneInput = z.output<typeof phoneInput>;

export const phone = z.object({
  id: z.number(),
  uuid: z.string(),
  contact: z.string(),
  ddi: z.string(),
  ddd: z.string(),
  number: z.string(),
  type: enumValue,
  version: z.number(),
  updated_at: z.string(),
});

export type Phone = z.output<typeof phone>;

export const publicPhone = phone.pick({
  id: true,
  uuid: true,
  contact: true,
  ddi: true,
  ddd: true,
  number: true,
  type: true,
});
export type PublicPhone = z.output<typeof publicPhone>;

export const sitePhones = endpoint({
  method: 'GET',
  path: '/site/phones',
  summary: 'Telefones',
  answers: { 200: listResponse(publicPhone) },
  cached: true,
});

export const phoneFilters = { type: { label: 'Tipo', values: PHONE_TYPES } } as const satisfies Filters;

export const {
  list: listPhones,
  show: getPhone,
  store: storePhone,
  update: updatePhone,
  destroy: destroyPhone,
} = recordEndpoints({
  table: 'phones',
  path: 'phones',
  area: 'phones',
  many: 'os telefones',
  one: 'um telefone',
  record: phone,
  sortable: ['id', 'contact', 'ddi', 'ddd', 'number', 'type'],
  filters: phoneFilters,
  body: json(phoneInput),
});
