import { z } from 'zod';
import { defineOrderedRecord } from '../../records/define/defineRecord.ts';
import { choiceField, nameField, textField } from '../../records/define/fields.ts';
import { endpoint } from '../../shared/endpoint.ts';
import { choice } from '../../shared/fields.ts';
import { listResponse } from '../../shared/list.ts';
import { TOPICS } from './question.types.ts';

const NO_TOPIC = 'Escolha o assunto.';

export const questionRecord = defineOrderedRecord({
  table: 'questions',
  path: 'questions',
  area: 'questions',
  many: 'as perguntas e respostas',
  one: 'uma pergunta com a resposta',
  orderMissing: 'Informe a ordem das perguntas.',
  screenOrder: ['question', 'topic', 'answer'],
  fields: {
    question: nameField({
      ...{ label: 'Pergunta', what: 'a pergunta', max: 200 },
      ...{ public: true, sortable: true, searched: true },
    }),
    /** Lines, lists and links as `answerText.ts` reads them. */
    answer: textField({ label: 'Resposta', what: 'a resposta', max: 4000, public: true, searched: true }),
    topic: choiceField(TOPICS, {
      ...{ label: 'Assunto', missing: NO_TOPIC },
      ...{ public: true, sortable: true, searched: true, filtered: true },
    }),
  },
});

export type Question = z.output<typeof questionRecord.output>;
export type PublicQuestion = z.output<typeof questionRecord.publicOutput>;

export const {
  list: listQuestions,
  show: getQuestion,
  store: storeQuestion,
  update: updateQuestion,
  destroy: destroyQuestion,
  order: orderQuestions,
} = questionRecord.endpoints;

export const siteQuestions = endpoint({
  method: 'GET',
  path: '/site/questions',
  summary: 'Perguntas e respostas, por assunto e na ordem do site',
  query: z.object({
    topic: choice(TOPICS, NO_TOPIC)
      .optional()
      .catch(undefined)
      .describe('Só as deste assunto, pelo número. Sem este parâmetro, vêm todas.'),
  }),
  answers: { 200: listResponse(questionRecord.publicOutput) },
  cached: true,
});
