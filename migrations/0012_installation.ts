import { type Kysely, sql } from 'kysely';

/** What all machines of an installation must agree on: its key, and how old a release may be that works on it. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('installation')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('key_mark', 'text')
    .addColumn('oldest_release', 'text')
    .execute();
  await sql`insert into installation (id) values (1)`.execute(db);
}
