import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** What lists of very many recipes are narrowed by is in the order that they are shown in. */
export async function up(db: Kysely<never>): Promise<void> {
  // It began with what every row of it has, which SQLite took for the narrowest of all and then sorted what it found.
  await sql`drop index recipes_without_alt_standing`.execute(db);
  await sql`
    create index recipes_without_alt_standing on recipes (standing, id) where deleted_at is null and alt is null
  `.execute(db);
  await sql`
    create index recipes_without_alt_standing_by_name on recipes (standing, name_key, id)
    where deleted_at is null and alt is null
  `.execute(db);
  // A word within the texts of pictures: SQLite reads them all, and reads nothing else.
  if (!(db.getExecutor().adapter instanceof PostgresAdapter))
    await sql`
      create index recipes_alts on recipes (alt, file_id) where deleted_at is null and alt is not null
    `.execute(db);
}
