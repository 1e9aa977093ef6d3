import { type Kysely, sql } from 'kysely';

/**
 * Adds indexes for the lists of offers that lack a photo or a unit price, which the dashboard counts. They
 * begin with the last day, because ended offers are left out.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create index offers_without_photo on offers (valid_until, id, deleted_at, standing, file_id)
    where deleted_at is null and file_id is null
  `.execute(db);
  await sql`
    create index offers_of_one_piece on offers (valid_until, id, deleted_at, standing, unit, size)
    where deleted_at is null and unit = 'un' and size = 1000
  `.execute(db);
}
