import type { Kysely } from 'kysely';

/** A person whose access is switched off keeps the account, but not the way in. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('users').addColumn('disabled_at', 'text').execute();
}
