import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Adds the indexes of migrations 0022 and 0023 for offers, which may be as many as recipes. */
export async function up(db: Kysely<never>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) {
    await sql`
      create index offers_alts on offers (alt, file_id, deleted_at)
      where deleted_at is null and alt is not null
    `.execute(db);
    return;
  }
  await sql`
    create index offers_alts on offers using gin (lower(alt) gin_trgm_ops, search_pieces(lower(alt)))
    where deleted_at is null and alt is not null
  `.execute(db);
  await sql`analyze offers`.execute(db);
}
