import type { Kysely } from 'kysely';

/** Notes by which rules, and since when, the columns that are searched and sorted by are folded. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('installation').addColumn('folded_by', 'integer').execute();
  await db.schema.alterTable('installation').addColumn('folded_at', 'text').execute();
}
