import type { Kysely } from 'kysely';

/** Records the version of the folding rules of searched and sorted columns, and since when it applies. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('installation').addColumn('folded_by', 'integer').execute();
  await db.schema.alterTable('installation').addColumn('folded_at', 'text').execute();
}
