import { z } from 'zod';
import { endpoint, json } from '../../contract/endpoint.ts';
import {
  choice,
  enumValue,
  expectedVersion,
  optionalText,
  requiredName,
  wholeNumber,
} from '../../contract/fields.ts';
import type { Filters } from '../../contract/filters.ts';
import { listResponse } from '../../contract/list.ts';
import { orderedEndpoints } from '../../contract/records.ts';
import { CALL_TERM, CARD_TERM_TYPES, type CardTermType, needsValue } from './cardTerm.types.ts';

/**
 * Returns the error of a term's value, undefined if it is valid. Documents and steps need no value; a contact
 * needs a phone number.
 */
export function cardTermValueProblem({
  type,
  value,
}: {
  type: CardTermType;
  value: string | null;
}): string | undefined {
  if (!value) {
    if (!needsValue(type)) return undefined;
    return type === CALL_TERM ? 'Informe o telefone.' : 'Informe o valor.';
  }
  const digits = value.replace(/\D/g, '').length;
  const isPhone = /^[\d\s().+-]+$/.test(value) && digits >= 3 && digits <= 15;
  return type === CALL_TERM && !isPhone ? 'Informe o telefone com DDD, ou um 0800.' : undefined;
}

export const cardTermInput = z
  .object({
    title: requiredName('o título', 120),
    /** Value for display: «R$ 0», «7,9% ao mês», «0800 000 0011». */
    value: optionalText(40),
    note: optionalText(500),
    type: choice(CARD_TERM_TYPES, 'Escolha o tipo.'),
    position: wholeNumber('A posição é um número a partir de 1.', 1, 10_000).optional(),
    version: expectedVersion,
  })
  .superRefine(({ type, value }, { addIssue }) => {
    // An absent value keeps the stored one, which only the server knows.
    const message = value === undefined ? undefined : cardTermValueProblem({ type, value });
    if (message) addIssue({ code: 'custom', path: ['value'], message });
  });
export type CardTermInput = z.output<typeof cardTermInput>;

export const cardTerm = z.object({
  id: z.number(),
  uuid: z.string(),
  title: z.string(),
  value: z.string().nullable(),
  note: z.string().nullable(),
  type: enumValue,
  position: z.number(),
  version: z.number(),
  updated_at: z.string(),
});
export type CardTerm = z.output<typeof cardTerm>;

export const publicCardTerm = cardTerm.pick({
  id: true,
  uuid: true,
  title: true,
  value: true,
  note: true,
  type: true,
});
export type PublicCardTerm = z.output<typeof publicCardTerm>;

export const siteCardTerms = endpoint({
  method: 'GET',
  path: '/site/card-terms',
  summary: 'Condições do cartão: tarifas, limites, documentos, como pedir e telefones',
  answers: { 200: listResponse(publicCardTerm) },
  cached: true,
});

export const cardTermFilters = {
  type: { label: 'Tipo', values: CARD_TERM_TYPES },
} as const satisfies Filters;

export const {
  list: listCardTerms,
  show: getCardTerm,
  store: storeCardTerm,
  update: updateCardTerm,
  destroy: destroyCardTerm,
  order: orderCardTerms,
} = orderedEndpoints({
  table: 'card_terms',
  path: 'card-terms',
  area: 'abouts',
  many: 'as condições do cartão',
  one: 'uma condição do cartão',
  record: cardTerm,
  sortable: ['id', 'title', 'type', 'position'],
  filters: cardTermFilters,
  body: json(cardTermInput),
  orderMissing: 'Informe a ordem das condições.',
});
