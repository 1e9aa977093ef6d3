import { type Kysely, sql } from 'kysely';
import { sorted } from './lib/record.ts';

/** What comes next by itself is asked after each save, and found at the end of an index. */
export async function up(db: Kysely<never>): Promise<void> {
  await sorted(db, 'banners', ['starts_at', 'ends_at']);
  await sorted(db, 'fortnightly_booklets', ['shown_from']);
  await sql`
    create index record_versions_scheduled on record_versions (valid_from, id) where state = 'scheduled'
  `.execute(db);
}
