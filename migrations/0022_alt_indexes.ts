import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Adds filter indexes for large lists of recipes in their sort orders. */
export async function up(db: Kysely<never>): Promise<void> {
  // Its first column is the same in all its rows. SQLite took it for the most selective index and then sorted
  // the result.
  await sql`drop index recipes_without_alt_standing`.execute(db);
  await sql`
    create index recipes_without_alt_standing on recipes (standing, id) where deleted_at is null and alt is null
  `.execute(db);
  await sql`
    create index recipes_without_alt_standing_by_name on recipes (standing, name_key, id)
    where deleted_at is null and alt is null
  `.execute(db);
  // Covers searches in alternative texts: SQLite scans all of them, but nothing else.
  if (!(db.getExecutor().adapter instanceof PostgresAdapter))
    await sql`
      create index recipes_alts on recipes (alt, file_id) where deleted_at is null and alt is not null
    `.execute(db);
}
