import type { Kysely } from 'kysely';

/** A session has a second secret, which opens pages alone. Those that there are get theirs when they are next asked for. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('page_key_hash', 'text').execute();
  await db.schema.createIndex('sessions_page_key').on('sessions').column('page_key_hash').unique().execute();
}
