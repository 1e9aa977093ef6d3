import { type Kysely, sql } from 'kysely';

// README.md beside this file says what is frozen here.

/** From here on a release works with this schema only if it has the migration `name`, or a later one. */
export async function oldestRelease(db: Kysely<never>, name: string): Promise<void> {
  await sql`update installation set oldest_release = ${name} where id = 1`.execute(db);
}
