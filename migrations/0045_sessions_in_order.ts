import { type Kysely, PostgresAdapter, sql } from 'kysely';

/**
 * All filter and sort columns of screenings. To use an index as covering, SQLite requires every column named
 * in the query, including those of the index's condition.
 */
const COLUMNS = ['starts_at', 'id', 'movie_id', 'room_key', 'search', 'standing', 'deleted_at'];

/** First columns of each index. */
const ORDERS = {
  by_starts_at: ['starts_at', 'id'],
  by_room_key: ['room_key', 'id'],
  of_movie: ['movie_id', 'starts_at', 'id'],
  of_movie_by_id: ['movie_id', 'id'],
  of_movie_by_room: ['movie_id', 'room_key', 'id'],
  of_room: ['room_key', 'starts_at', 'id'],
  of_text: ['search', 'starts_at', 'id'],
  of_text_by_id: ['search', 'id'],
  of_text_by_room: ['search', 'room_key', 'id'],
};

/**
 * Makes every index of screenings covering, so that any combination of filters is counted and sorted without
 * reading rows.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const [name, order] of Object.entries(ORDERS)) {
    const index = sql.id(`screenings_${name}`);
    const columns = [...new Set([...order, ...COLUMNS])].map((column) => sql.ref(column));
    await sql`drop index ${index}`.execute(db);
    await sql`
      create index ${index} on screenings (${sql.join(columns)}) where deleted_at is null
    `.execute(db);
  }
  if (db.getExecutor().adapter instanceof PostgresAdapter) await sql`analyze screenings`.execute(db);
}
