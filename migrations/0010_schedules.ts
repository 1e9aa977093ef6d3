import { type Kysely, sql } from 'kysely';
import { sorted } from './lib/record.ts';

/**
 * Adds indexes for the next scheduled change, which is looked up after each save at the end of an index.
 * SQLite would prefer the purge's index by state, so that one now leaves out published versions, which the
 * purge ignores.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sorted(db, 'banners', ['starts_at', 'ends_at']);
  await sorted(db, 'fortnightly_booklets', ['shown_from']);
  await sql`drop index record_versions_state`.execute(db);
  await sql`
    create index record_versions_ended on record_versions (state, valid_until, id) where valid_until is not null
  `.execute(db);
  await sql`
    create index record_versions_scheduled on record_versions (valid_from, id) where state = 'scheduled'
  `.execute(db);
}
