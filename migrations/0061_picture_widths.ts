import { type Kysely, sql } from 'kysely';

/**
 * Records with which table of widths the variants of a picture were made; 0 for all that are stored. The
 * installation records when all stored pictures had the current widths.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table files add column sized_with integer not null default 0`.execute(db);
  await sql`create index files_by_widths on files (sized_with, id)`.execute(db);
  await db.schema.alterTable('installation').addColumn('pictures_sized_with', 'integer').execute();
  await db.schema.alterTable('installation').addColumn('pictures_sized_at', 'text').execute();
}
