import type { Kysely } from 'kysely';

/** Lets an account be disabled: the user keeps it but cannot sign in. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('users').addColumn('disabled_at', 'text').execute();
}
