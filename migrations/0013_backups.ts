import { type Kysely, sql } from 'kysely';
import { required, table } from './lib/record.ts';

/** Adds current and past backups, and files that nothing uses any more but a backup may still need. */
export async function up(db: Kysely<never>): Promise<void> {
  await table(db, 'backups')
    .addColumn('target', 'text', required)
    .addColumn('state', 'text', required)
    .addColumn('started_at', 'text', required)
    .addColumn('leased_until', 'text', required)
    .addColumn('finished_at', 'text')
    .addColumn('files', 'integer')
    .addColumn('bytes', 'bigint')
    .addColumn('error', 'text')
    .execute();
  // Two backups at once would delete files that the other needs.
  await sql`create unique index backups_running on backups (state) where state = 'running'`.execute(db);
  await sql`create index backups_state on backups (state, started_at)`.execute(db);

  await table(db, 'removed_files')
    .addColumn('uuid', 'text', (column) => column.notNull().unique())
    .addColumn('area', 'text', required)
    .addColumn('type', 'text', required)
    .addColumn('bytes', 'bigint', required)
    .addColumn('variants', 'text')
    .addColumn('entity', 'text', required)
    .addColumn('record', 'text', required)
    .addColumn('removed_at', 'text', required)
    .execute();
  await sql`create index removed_files_removed_at on removed_files (removed_at)`.execute(db);
  await sql`create index removed_files_record on removed_files (entity, record)`.execute(db);
}
