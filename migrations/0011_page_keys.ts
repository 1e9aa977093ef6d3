import type { Kysely } from 'kysely';

/**
 * Adds a second secret to sessions, which only opens pages. Existing sessions get theirs at their next
 * request.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('page_key_hash', 'text').execute();
  await db.schema.createIndex('sessions_page_key').on('sessions').column('page_key_hash').unique().execute();
}
