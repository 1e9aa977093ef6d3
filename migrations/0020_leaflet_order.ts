import { type Kysely, sql } from 'kysely';
import { versioned } from './lib/versioned.ts';

/**
 * The pictures of one day stand in an order that staff give them; those that have no place come last, as they were
 * added. The index finds a day, or the last one that has any, whatever follows the day in demonstration content.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('daily_booklets').addColumn('place', 'integer').execute();
  await sql`create index daily_booklets_of_day on daily_booklets (demo, start_date)`.execute(db);
  await versioned(db, 'daily_booklets');
}
