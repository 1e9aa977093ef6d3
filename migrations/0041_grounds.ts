import type { Kysely } from 'kysely';

/** Adds the luminance map of a picture, which decides where a title is readable. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('files').addColumn('ground', 'text').execute();
}
