import type { DbOrTransaction } from '../../platform/database/database.ts';
import { isPublished } from '../../records/server/publication/visibility.ts';
import { recordService, type TableOf } from '../../records/server/recordService.ts';
import { effectTexts } from '../../shared/effects.ts';
import { type PublicQuestion, questionRecord } from './question.contract.ts';
import { CARD_TOPIC, type Topic } from './question.types.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    questions: QuestionTable;
  }
}

export interface QuestionTable extends TableOf<typeof questionRecord> {}

export const questionService = recordService(questionRecord, {
  gone: 'Esta pergunta não existe mais.',
  effects: ({ topic }) =>
    effectTexts(topic === CARD_TOPIC ? 'na página do cartão e na ajuda' : 'na página de ajuda'),
  orderSaved: 'Ordem das perguntas salva.',
});

/** Returns the published questions by topic, in order. */
export async function publicQuestions(db: DbOrTransaction, topic?: Topic): Promise<PublicQuestion[]> {
  const rows = await db
    .selectFrom('questions')
    .select(['id', 'uuid', 'question', 'answer', 'topic'])
    .where(isPublished('questions'))
    .$if(topic !== undefined, (query) => query.where('topic', '=', topic ?? 0))
    .orderBy('topic')
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map(questionService.presentPublic);
}
