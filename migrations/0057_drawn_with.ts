import { type Kysely, sql } from 'kysely';

/**
 * Notes with which version of the drawing pages were drawn; 0 for all that are stored. The index finds résumés whose
 * pages an earlier version drew.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const table of ['fortnightly_booklets', 'job_applications'])
    await sql`alter table ${sql.table(table)} add column drawn_with integer not null default 0`.execute(db);
  await sql`
    create index job_applications_by_drawing on job_applications (pages_state, drawn_with, id)
  `.execute(db);
}
