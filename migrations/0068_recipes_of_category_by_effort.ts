import { type Kysely, sql } from 'kysely';

/** Adds an index that counts the recipes of each category within a time or of a difficulty. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create index recipes_of_category_by_effort on recipes (recipe_category_id, total_minutes, difficulty)
    where deleted_at is null and standing is null
  `.execute(db);
}
