import { z } from 'zod';
import { endpoint, json } from '../../contract/endpoint.ts';
import {
  choice,
  enumValue,
  expectedVersion,
  requiredName,
  requiredText,
  wholeNumber,
} from '../../contract/fields.ts';
import type { Filters } from '../../contract/filters.ts';
import { listResponse } from '../../contract/list.ts';
import { orderedEndpoints } from '../../contract/records.ts';
import { TOPICS } from './question.types.ts';

const NO_TOPIC = 'Escolha o assunto.';

export const questionInput = z.object({
  question: requiredName('a pergunta', 200),
  /** Lines, lists and links as `answerText.ts` reads them. */
  answer: requiredText('a resposta', 4000),
  topic: choice(TOPICS, NO_TOPIC),
  position: wholeNumber('A posição é um número a partir de 1.', 1, 10_000).optional(),
  version: expectedVersion,
});
export type QuestionInput = z.output<typeof questionInput>;

export const question = z.object({
  id: z.number(),
  uuid: z.string(),
  question: z.string(),
  answer: z.string(),
  topic: enumValue,
  position: z.number(),
  version: z.number(),
  updated_at: z.string(),
});
export type Question = z.output<typeof question>;

export const publicQuestion = question.pick({
  id: true,
  uuid: true,
  question: true,
  answer: true,
  topic: true,
});
export type PublicQuestion = z.output<typeof publicQuestion>;

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
  answers: { 200: listResponse(publicQuestion) },
  cached: true,
});

export const questionFilters = {
  topic: { label: 'Assunto', values: TOPICS },
} as const satisfies Filters;

export const {
  list: listQuestions,
  show: getQuestion,
  store: storeQuestion,
  update: updateQuestion,
  destroy: destroyQuestion,
  order: orderQuestions,
} = orderedEndpoints({
  table: 'questions',
  path: 'questions',
  area: 'questions',
  many: 'as perguntas e respostas',
  one: 'uma pergunta com a resposta',
  record: question,
  sortable: ['id', 'question', 'topic', 'position'],
  filters: questionFilters,
  body: json(questionInput),
  orderMissing: 'Informe a ordem das perguntas.',
});
