import { type Kysely, sql } from 'kysely';
import { record, required, searched, sorted } from './lib/record3.ts';

/**
 * Adds screenings of the cinema, one record each. They have no foreign keys to films or prices: a past
 * screening is still known by its room and hour, and a film can be deleted without deleting a year of
 * screenings.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await record(db, 'screenings')
    .addColumn('movie_id', 'integer', required)
    .addColumn('room', 'text', required)
    .addColumn('starts_at', 'text', required)
    .addColumn('audio', 'integer', required)
    .addColumn('format', 'integer', required)
    .addColumn('price_id', 'integer')
    .addColumn('ticket_link', 'text')
    .execute();
  await searched(db, 'screenings');
  await sorted(db, 'screenings', ['starts_at', 'room_key']);
  // Screenings of a film or of a room, by their start.
  for (const [name, column] of [
    ['screenings_of_movie', 'movie_id'],
    ['screenings_of_room', 'room_key'],
  ] as const)
    await sql`
      create index ${sql.id(name)} on screenings (${sql.ref(column)}, starts_at, id) where deleted_at is null
    `.execute(db);
  // The few screenings that are not published.
  await sql`
    create index screenings_withheld on screenings (standing, id)
    where deleted_at is null and standing is not null
  `.execute(db);
  // The sitemap asks for the latest change, whatever their number.
  await sql`create index screenings_by_updated_at on screenings (updated_at)`.execute(db);
  await giveToWhoKeepsFilms(db);
}

/** Gives roles with permissions for films the same permissions for screenings. */
async function giveToWhoKeepsFilms(db: Kysely<never>): Promise<void> {
  const { rows } = await sql<{ id: number; permissions: string }>`select id, permissions from roles`.execute(
    db,
  );
  for (const { id, permissions } of rows) {
    const has = JSON.parse(permissions) as string[];
    const given = has
      .filter((permission) => permission.startsWith('movies.'))
      .map((permission) => permission.replace('movies.', 'screenings.'));
    if (given.length === 0) continue;
    const all = JSON.stringify([...new Set([...has, ...given])]);
    await sql`update roles set permissions = ${all} where id = ${id}`.execute(db);
  }
}
