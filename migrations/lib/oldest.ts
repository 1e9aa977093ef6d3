import { type Kysely, sql } from 'kysely';

// Frozen: see README.md in this folder.

/** Makes releases without the migration `name` refuse to start on this schema. */
export async function oldestRelease(db: Kysely<never>, name: string): Promise<void> {
  await sql`update installation set oldest_release = ${name} where id = 1`.execute(db);
}
