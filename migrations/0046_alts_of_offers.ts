import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** As those of recipes (migrations 0022 and 0023): there may be as many offers. */
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
