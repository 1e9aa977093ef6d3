import type { z } from 'zod';
import { defineOrderedRecord } from '../../records/define/defineRecord.ts';
import { choiceField, nameField, optionalTextField } from '../../records/define/fields.ts';
import { endpoint } from '../../shared/endpoint.ts';
import { listResponse } from '../../shared/list.ts';
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

export const cardTermRecord = defineOrderedRecord({
  table: 'card_terms',
  path: 'card-terms',
  area: 'abouts',
  many: 'as condições do cartão',
  one: 'uma condição do cartão',
  orderMissing: 'Informe a ordem das condições.',
  screenOrder: ['type', 'title', 'value', 'note'],
  fields: {
    title: nameField({
      ...{ label: 'Título', what: 'o título', max: 120 },
      ...{ public: true, sortable: true, searched: true },
    }),
    /** Value for display: «R$ 0», «7,9% ao mês», «0800 000 0011». */
    value: optionalTextField({ label: 'Valor', max: 40, public: true, searched: true }),
    note: optionalTextField({ label: 'Observação', max: 500, public: true, searched: true }),
    type: choiceField(CARD_TERM_TYPES, {
      ...{ label: 'Tipo', missing: 'Escolha o tipo.' },
      ...{ public: true, sortable: true, searched: true, filtered: true },
    }),
  },
  refine({ type, value }, { addIssue }) {
    // An absent value keeps the stored one, which only the server knows.
    const message = value === undefined ? undefined : cardTermValueProblem({ type, value });
    if (message) addIssue({ code: 'custom', path: ['value'], message });
  },
});

export type CardTerm = z.output<typeof cardTermRecord.output>;
export type PublicCardTerm = z.output<typeof cardTermRecord.publicOutput>;

export const {
  list: listCardTerms,
  show: getCardTerm,
  store: storeCardTerm,
  update: updateCardTerm,
  destroy: destroyCardTerm,
  order: orderCardTerms,
} = cardTermRecord.endpoints;

export const siteCardTerms = endpoint({
  method: 'GET',
  path: '/site/card-terms',
  summary: 'Condições do cartão: tarifas, limites, documentos, como pedir e telefones',
  answers: { 200: listResponse(cardTermRecord.publicOutput) },
  cached: true,
});
