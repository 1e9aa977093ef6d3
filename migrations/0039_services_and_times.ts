import { type Kysely, sql } from 'kysely';
import { versioned } from './lib/versioned.ts';

/** Adds the services of a branch, and the time, servings and difficulty of a recipe. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('branches').addColumn('services', 'text').execute();
  await versioned(db, 'branches', {
    part: { table: 'branch_images', owner: 'branch_id', columns: ['uuid', 'file_id', 'alt', 'position'] },
  });

  for (const column of ['preparation_minutes', 'total_minutes', 'difficulty'] as const)
    await db.schema.alterTable('recipes').addColumn(column, 'integer').execute();
  await db.schema.alterTable('recipes').addColumn('servings', 'text').execute();
  const shown = sql`where deleted_at is null and standing is null`;
  // Covers counts and orders of shoppers' filters, however long the recipes are.
  await sql`
    create index recipes_by_effort on recipes (id, total_minutes, difficulty, recipe_category_id) ${shown}
  `.execute(db);
  // Answers whether there is any quick recipe.
  await sql`create index recipes_by_time on recipes (total_minutes) ${shown}`.execute(db);
  await sql`
    create index recipes_of_difficulty on recipes (difficulty, id) where deleted_at is null
  `.execute(db);
  await sql`
    create index recipes_of_difficulty_by_name on recipes (difficulty, name_key, id) where deleted_at is null
  `.execute(db);
  await versioned(db, 'recipes');
}
