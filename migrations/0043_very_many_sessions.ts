import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';

/**
 * Adds covering indexes for very many screenings: those of a film, of a room, and of a text (few differ:
 * room, version) are counted and sorted in one index each. To use one as covering, SQLite requires every
 * column named in the query, including those of the index's condition.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const index = (name: string, columns: RawBuilder<unknown>) =>
    sql`
      create index ${sql.id(`screenings_${name}`)} on screenings (${columns}, id, deleted_at)
      where deleted_at is null
    `.execute(db);
  for (const name of ['of_movie', 'of_room'])
    await sql`drop index ${sql.id(`screenings_${name}`)}`.execute(db);
  await index('of_movie', sql`movie_id, starts_at`);
  await index('of_movie_by_id', sql`movie_id`);
  await index('of_movie_by_room', sql`movie_id, room_key`);
  await index('of_room', sql`room_key, starts_at`);
  await index('of_text', sql`search, starts_at`);
  await index('of_text_by_id', sql`search`);
  await index('of_text_by_room', sql`search, room_key`);
  if (db.getExecutor().adapter instanceof PostgresAdapter) await sql`analyze screenings`.execute(db);
}
