import { sql } from 'kysely';
import { effectTexts } from '../../contract/effects.ts';
import { enumValueOf } from '../../contract/fields.ts';
import type { ListQuery } from '../../contract/list.ts';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import { currentRecord, type RecordDraft, saveRecord } from '../../platform/database/drafts.ts';
import { declareComposition } from '../../platform/database/history.ts';
import { searchText, selectList } from '../../platform/database/list.ts';
import { filterRules } from '../../platform/database/listFilters.ts';
import { lockOrder } from '../../platform/database/order.ts';
import { deleteOrdered, findRecord, orderRecords, type Row } from '../../platform/database/records.ts';
import type { RecordColumns } from '../../platform/database/tables.ts';
import { isNotDeleted, isPublished } from '../../platform/database/visibility.ts';
import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import {
  type PublicQuestion,
  type Question,
  type QuestionInput,
  questionFilters,
} from './question.contract.ts';
import { CARD_TOPIC, TOPICS, type Topic } from './question.types.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    questions: QuestionTable;
  }
}

export interface QuestionTable extends RecordColumns {
  question: string;
  answer: string;
  topic: number;
  position: number;
  search: string;
  question_key: string;
}

declareComposition('questions', { derive: derived });

const FILTERS = filterRules('questions', questionFilters, {
  topic: (topic) => sql`questions.topic = ${Number(topic)}`,
});

const effects = (topic: Topic) =>
  effectTexts(topic === CARD_TOPIC ? 'na página do cartão e na ajuda' : 'na página de ajuda');
const GONE = 'Esta pergunta não existe mais.';

export async function listQuestions({ db }: Pick<Deps, 'db'>, query: ListQuery) {
  const base = db.selectFrom('questions').selectAll().where(isNotDeleted('questions'));
  return selectList(
    db,
    base,
    query,
    {
      table: 'questions',
      search: 'search',
      sortable: { id: 'id', question: 'question_key', topic: 'topic', position: 'position' },
      filters: FILTERS,
      order: 'position',
      id: 'id',
    },
    (rows) => rows.map(present),
  );
}

export async function findQuestion({ db }: Pick<Deps, 'db'>, uuid: string): Promise<Question> {
  return present(await findRecord(db, 'questions', uuid, GONE));
}

export async function draftQuestion(
  db: DbOrTransaction,
  input: QuestionInput,
  uuid?: string,
): Promise<RecordDraft<'questions'>> {
  const before = await currentRecord(db, 'questions', uuid, input.version, GONE);
  return {
    table: 'questions',
    before,
    values: questionColumns(input),
    position: input.position ?? (before ? undefined : 'last'),
    message: before ? effects(input.topic).changed : effects(input.topic).added,
  };
}

export const storeQuestion = (deps: Pick<Deps, 'write'>, actor: Actor, input: QuestionInput) =>
  saveRecord(deps, actor, (db) => draftQuestion(db, input));

export const updateQuestion = (deps: Pick<Deps, 'write'>, actor: Actor, uuid: string, input: QuestionInput) =>
  saveRecord(
    deps,
    actor,
    (db) => draftQuestion(db, input, uuid),
    (trx) => lockOrder(trx, 'questions'),
  );

export async function destroyQuestion(deps: Pick<Deps, 'write'>, actor: Actor, uuid: string) {
  const { topic } = await deps.write(actor, (work) => deleteOrdered(work, 'questions', uuid, GONE));
  return { message: effects(topic as Topic).removed };
}

export async function orderQuestions(deps: Pick<Deps, 'write'>, actor: Actor, uuids: string[]) {
  await deps.write(actor, (work) => orderRecords(work, 'questions', uuids));
  return { message: 'Ordem das perguntas salva.' };
}

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
  return rows.map((row) => ({ ...row, topic: enumValueOf(TOPICS, row.topic) }));
}

export function questionColumns({ question, answer, topic }: Omit<QuestionInput, 'version' | 'position'>) {
  return { question, answer, topic, ...derived({ question, answer, topic }) };
}

function derived({ question, answer, topic }: Pick<QuestionTable, 'question' | 'answer' | 'topic'>) {
  return {
    search: searchText(question, answer, enumValueOf(TOPICS, topic).text),
    question_key: searchText(question),
  };
}

const present = (row: Row<'questions'>): Question => ({
  id: row.id,
  uuid: row.uuid,
  question: row.question,
  answer: row.answer,
  topic: enumValueOf(TOPICS, row.topic),
  position: row.position,
  version: row.version,
  updated_at: row.updated_at,
});
