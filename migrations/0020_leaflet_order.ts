import { type Kysely, sql } from 'kysely';
import { versioned } from './lib/versioned.ts';

/**
 * Adds the position of a day's offer pictures. Pictures without one come last, in the order of upload. The
 * index finds a day, or the last day that has any picture, regardless of later demonstration content.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('daily_booklets').addColumn('place', 'integer').execute();
  await sql`create index daily_booklets_of_day on daily_booklets (demo, start_date)`.execute(db);
  await versioned(db, 'daily_booklets');
}
