import { type Kysely, sql } from 'kysely';
import { folded, required, table } from './lib/record3.ts';

/**
 * Adds the index of the site's search: entries, words, and which words each entry contains. The product fills
 * it by itself (content/search/search.index.ts), including existing content.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await table(db, 'search_entries')
    .addColumn('entity', 'text', required)
    .addColumn('uuid', 'text', required)
    .addColumn('kind', 'text', required)
    .addColumn('title', 'text', required)
    .addColumn('text', 'text', required)
    .addColumn('page', 'text', required)
    .addColumn('until', 'integer', required)
    .addColumn('version', 'integer', required)
    .addColumn('made', 'integer', required)
    .execute();
  await sql`create unique index search_entries_of on search_entries (entity, uuid)`.execute(db);
  await sql`create index search_entries_ended on search_entries (until)`.execute(db);

  await table(db, 'search_words')
    .addColumn('kind', 'text', required)
    .addColumn('word', folded(db), required)
    .addColumn('reversed', folded(db), required)
    .addColumn('shown', 'text', required)
    .addColumn('frequency', 'integer', required)
    .execute();
  await sql`create unique index search_words_by_word on search_words (word, kind)`.execute(db);
  await sql`create index search_words_by_end on search_words (reversed)`.execute(db);

  await db.schema
    .createTable('search_postings')
    .addColumn('entry_id', 'integer', required)
    .addColumn('word_id', 'integer', required)
    .addColumn('score', 'integer', required)
    .addColumn('begins', 'integer', required)
    .addColumn('until', 'integer', required)
    .addPrimaryKeyConstraint('search_postings_key', ['entry_id', 'word_id'] as never[])
    .execute();
  // Covers all queries of a word, best match first.
  await sql`
    create index search_postings_best on search_postings (word_id, score desc, entry_id desc, begins, until)
  `.execute(db);
}
