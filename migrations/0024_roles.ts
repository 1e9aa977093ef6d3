import { type Kysely, sql } from 'kysely';
import { record, required } from './lib/record.ts';

/** Adds custom roles, and the branches that a user is limited to. */
export async function up(db: Kysely<never>): Promise<void> {
  await record(db, 'roles')
    .addColumn('standing', 'text')
    .addColumn('name', 'text', required)
    .addColumn('name_key', 'text', required)
    .addColumn('description', 'text')
    .addColumn('permissions', 'text', required)
    .addColumn('own_branches', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`create unique index roles_name_key on roles (name_key) where deleted_at is null`.execute(db);
  await db.schema.alterTable('users').addColumn('branches', 'text').execute();
}
