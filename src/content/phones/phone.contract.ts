import type { z } from 'zod';
import { defineRecord } from '../../records/define/defineRecord.ts';
import { choiceField, digitsField, nameField } from '../../records/define/fields.ts';
import { endpoint } from '../../shared/endpoint.ts';
import { enumValueOf } from '../../shared/fields.ts';
import { listResponse } from '../../shared/list.ts';
import { PHONE_TYPES } from './phone.types.ts';

const shown = { public: true, sortable: true } as const;
const personal = { ...shown, personal: true } as const;

export const phoneRecord = defineRecord({
  table: 'phones',
  path: 'phones',
  area: 'phones',
  many: 'os telefones',
  one: 'um telefone',
  fields: {
    contact: nameField({ label: 'Contato', what: 'o contato', max: 120, ...personal }),
    ddi: digitsField({ label: 'DDI', what: 'o DDI', max: 3, ...personal }),
    /** An area code or a prefix such as 0800; `0` means none. */
    ddd: digitsField({ label: 'DDD', what: 'o DDD', max: 4, ...personal }),
    number: digitsField({ label: 'Número', what: 'o número', max: 9, ...personal }),
    type: choiceField(PHONE_TYPES, { label: 'Tipo', missing: 'Escolha o tipo.', filtered: true, ...shown }),
  },
  searchTexts: ({ contact, ddi, ddd, number, type }) => [
    contact,
    ddi + ddd + number,
    enumValueOf(PHONE_TYPES, type).text,
  ],
});

export type Phone = z.output<typeof phoneRecord.output>;
export type PublicPhone = z.output<typeof phoneRecord.publicOutput>;

export const {
  list: listPhones,
  show: getPhone,
  store: storePhone,
  update: updatePhone,
  destroy: destroyPhone,
} = phoneRecord.endpoints;

export const sitePhones = endpoint({
  method: 'GET',
  path: '/site/phones',
  summary: 'Telefones',
  answers: { 200: listResponse(phoneRecord.publicOutput) },
  cached: true,
});
