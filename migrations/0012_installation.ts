import { type Kysely, sql } from 'kysely';

/**
 * Adds the facts that all machines of an installation share: its key, and the oldest release that works on
 * its schema.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('installation')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('key_mark', 'text')
    .addColumn('oldest_release', 'text')
    .execute();
  await sql`insert into installation (id) values (1)`.execute(db);
}
