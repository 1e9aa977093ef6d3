import { type Kysely, PostgresAdapter, sql } from 'kysely';

/**
 * Adds an index for words of any length in alternative texts on PostgreSQL; SQLite got its own in migration
 * 0022.
 */
export async function up(db: Kysely<never>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return;
  await sql`
    create index recipes_alts on recipes using gin (lower(alt) gin_trgm_ops, search_pieces(lower(alt)))
    where deleted_at is null and alt is not null
  `.execute(db);
  await sql`analyze recipes`.execute(db);
}
