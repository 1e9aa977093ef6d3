import { type Kysely, sql } from 'kysely';
import { versioned } from './lib/versioned.ts';

/**
 * Adds the text of each daily offer picture, and lets staff announce on the site when the next fortnightly
 * booklet begins. An older release writes neither and loses neither.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('daily_booklets').addColumn('text', 'text').execute();
  await sql`
    create index daily_booklets_without_text on daily_booklets (id) where deleted_at is null and text is null
  `.execute(db);
  await versioned(db, 'daily_booklets');
  await db.schema
    .alterTable('fortnightly_booklets')
    .addColumn('announced', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await versioned(db, 'fortnightly_booklets', {
    derived: ['pages_state', 'page_count'],
    part: { table: 'booklet_pages', owner: 'booklet_id' },
  });
}
