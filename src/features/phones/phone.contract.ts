import { z } from 'zod';
import { data, done, endpoint, json, uuidParams, written } from '../../contract/endpoint.ts';
import { choice, requiredDigits, requiredText, seenVersion, typed } from '../../contract/fields.ts';
import { list, listQuery } from '../../contract/list.ts';
import { PHONE_TYPES } from './phone.types.ts';

export const MAX_CODE_DIGITS = 3;
export const MAX_NUMBER_DIGITS = 9;

export const phoneInput = z.object({
  contact: requiredText('o contato', 120),
  ddi: requiredDigits('o DDI', MAX_CODE_DIGITS),
  ddd: requiredDigits('o DDD', MAX_CODE_DIGITS),
  number: requiredDigits('o número', MAX_NUMBER_DIGITS),
  type: choice(PHONE_TYPES, 'Escolha o tipo.'),
  version: seenVersion,
});

export type PhoneInput = z.output<typeof phoneInput>;

export const phone = z.object({
  id: z.number(),
  uuid: z.string(),
  contact: z.string(),
  ddi: z.string(),
  ddd: z.string(),
  number: z.string(),
  type: typed,
  version: z.number(),
  updated_at: z.string(),
});

export type Phone = z.output<typeof phone>;

export const publicPhone = phone.omit({ version: true, updated_at: true });
export type PublicPhone = z.output<typeof publicPhone>;

export const sitePhones = endpoint({
  method: 'GET',
  path: '/site/phones',
  summary: 'Telefones',
  answers: { 200: list(publicPhone) },
  cached: true,
});

export const listPhones = endpoint({
  method: 'GET',
  path: '/admin/phones',
  summary: 'Lista os telefones',
  needs: 'phones.read',
  query: listQuery(['id', 'contact', 'ddi', 'ddd', 'number', 'type']),
  answers: { 200: list(phone) },
});

export const getPhone = endpoint({
  method: 'GET',
  path: '/admin/phones/details/:uuid',
  summary: 'Mostra um telefone',
  needs: 'phones.read',
  params: uuidParams,
  answers: { 200: data(phone) },
});

export const storePhone = endpoint({
  method: 'POST',
  path: '/admin/phones/store',
  summary: 'Cria um telefone',
  needs: 'phones.write',
  body: json(phoneInput),
  answers: { 201: written },
});

export const updatePhone = endpoint({
  method: 'PUT',
  path: '/admin/phones/update/:uuid',
  summary: 'Altera um telefone',
  needs: 'phones.write',
  params: uuidParams,
  body: json(phoneInput),
  answers: { 200: written },
});

export const destroyPhone = endpoint({
  method: 'DELETE',
  path: '/admin/phones/destroy/:uuid',
  summary: 'Exclui um telefone',
  needs: 'phones.write',
  params: uuidParams,
  answers: { 200: done },
});
