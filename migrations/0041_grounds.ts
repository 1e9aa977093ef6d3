import type { Kysely } from 'kysely';

/** How light and how dark each part of a picture is: whether words can stand on it. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('files').addColumn('ground', 'text').execute();
}
