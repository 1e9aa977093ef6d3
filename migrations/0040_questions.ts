import type { Kysely } from 'kysely';
import { ordered, record, required, searched, sorted } from './lib/record3.ts';

/**
 * Adds frequent questions with their answers and the terms of the card, line by line, both in a manual order.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await record(db, 'questions')
    .addColumn('question', 'text', required)
    .addColumn('answer', 'text', required)
    .addColumn('topic', 'integer', required)
    .execute();
  await searched(db, 'questions');
  await sorted(db, 'questions', ['question_key', 'topic']);
  await ordered(db, 'questions');

  await record(db, 'card_terms')
    .addColumn('title', 'text', required)
    .addColumn('value', 'text')
    .addColumn('note', 'text')
    .addColumn('type', 'integer', required)
    .execute();
  await searched(db, 'card_terms');
  await sorted(db, 'card_terms', ['title_key', 'type']);
  await ordered(db, 'card_terms');
}
