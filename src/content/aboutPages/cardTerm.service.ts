import { recordService, type TableOf } from '../../records/server/recordService.ts';
import { effectTexts } from '../../shared/effects.ts';
import { invalidField } from '../../shared/failure.ts';
import { cardTermRecord, cardTermValueProblem } from './cardTerm.contract.ts';
import type { CardTermType } from './cardTerm.types.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    card_terms: CardTermTable;
  }
}

export interface CardTermTable extends TableOf<typeof cardTermRecord> {}

export const cardTermService = recordService(cardTermRecord, {
  gone: 'Esta condição não existe mais.',
  effects: effectTexts('na página do cartão'),
  orderSaved: 'Ordem das condições salva.',
  validate({ type, value }) {
    const problem = cardTermValueProblem({ type: type as CardTermType, value });
    if (problem) throw invalidField('value', problem);
  },
});
