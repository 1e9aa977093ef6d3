import { type Kysely, PostgresAdapter, sql } from 'kysely';

/**
 * Adds indexes on the id and the columns of filters, by which SQLite tests the matches of a search. PostgreSQL
 * combines its indexes by itself.
 */
export async function up(db: Kysely<never>): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) return;
  await sql`
    create index recipes_filter_columns
    on recipes (id, deleted_at, standing, recipe_category_id, total_minutes, difficulty)
  `.execute(db);
  await sql`
    create index offers_filter_columns
    on offers (id, deleted_at, standing, department, valid_until, valid_from)
  `.execute(db);
  await sql`
    create index job_applications_filter_columns
    on job_applications (id, deleted_at, standing, stage, vacancy_id)
  `.execute(db);
}
