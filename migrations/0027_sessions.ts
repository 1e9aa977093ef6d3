import type { Kysely } from 'kysely';
import { required, table } from './lib/record.ts';

/** Adds details of sessions for their user, and the browsers that each user has signed in with. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('browser', 'text').execute();
  await db.schema.alterTable('sessions').addColumn('shared_at', 'text').execute();
  await table(db, 'devices')
    .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('mark', 'text', required)
    .addColumn('browser', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('last_used_at', 'text', required)
    .execute();
  await db.schema.createIndex('devices_of_user').on('devices').columns(['user_id', 'mark']).execute();
}
