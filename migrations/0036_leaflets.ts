import { type Kysely, sql } from 'kysely';
import { required, table } from './lib/record3.ts';

/** Adds posters that are drawn from offers: their content, progress and files. */
export async function up(db: Kysely<never>): Promise<void> {
  await table(db, 'leaflets')
    .addColumn('uuid', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'text', required)
    .addColumn('state', 'text', required)
    .addColumn('formats', 'text', required)
    .addColumn('valid_from', 'text', required)
    .addColumn('valid_until', 'text', required)
    .addColumn('content', 'text', required)
    .addColumn('files', 'text', required)
    .addColumn('branches', 'text')
    .execute();
  await sql`create index leaflets_by_age on leaflets (created_at)`.execute(db);
}
