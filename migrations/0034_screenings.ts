import { type Kysely, sql } from 'kysely';
import { record, required, searched, sorted } from './lib/record3.ts';

/**
 * The cinema's sessions, one record each. A film or a price that is gone for good leaves its number behind: what was
 * shown stays known by its room and hour, and nobody has to clear a year of sessions before a film goes.
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
  // Of one film, or of one room, in the order of their hours.
  for (const [name, column] of [
    ['screenings_of_movie', 'movie_id'],
    ['screenings_of_room', 'room_key'],
  ] as const)
    await sql`
      create index ${sql.id(name)} on screenings (${sql.ref(column)}, starts_at, id) where deleted_at is null
    `.execute(db);
  // Of many that are shown, the few that are not.
  await sql`
    create index screenings_withheld on screenings (standing, id)
    where deleted_at is null and standing is not null
  `.execute(db);
  // When they last changed is asked for the sitemap, of however many there are.
  await sql`create index screenings_by_updated_at on screenings (updated_at)`.execute(db);
  await giveToWhoKeepsFilms(db);
}

/** Whoever keeps the films keeps their hours. */
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
