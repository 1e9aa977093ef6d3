import { type Kysely, sql } from 'kysely';
import { required, table } from './lib/record.ts';
import { versioned } from './lib/versioned.ts';

const RECORDS = [
  'abouts',
  'about_items',
  'banners',
  'company_information',
  'daily_booklets',
  'movies',
  'office_hours',
  'phones',
  'recipe_categories',
  'recipes',
  'ticket_office_items',
  'ticket_offices',
  'vacancies',
  'videos',
];

/**
 * Adds versions of records, written at each save, and the uses of files. Existing records get their first
 * version. Job applications have no history, but a file.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await table(db, 'record_versions')
    .addColumn('entity', 'text', required)
    .addColumn('uuid', 'text', required)
    .addColumn('version', 'integer', required)
    .addColumn('state', 'text', required)
    .addColumn('data', 'text', required)
    .addColumn('valid_from', 'text')
    .addColumn('valid_until', 'text')
    .addColumn('at', 'text', required)
    .addColumn('user_id', 'integer')
    .addColumn('user_name', 'text')
    .addColumn('based_on', 'integer')
    .execute();
  await sql`create index record_versions_of on record_versions (entity, uuid, id)`.execute(db);
  await sql`
    create unique index record_versions_published on record_versions (entity, uuid) where state = 'published'
  `.execute(db);
  await sql`create index record_versions_state on record_versions (state, valid_until)`.execute(db);

  await db.schema
    .createTable('file_uses')
    .addColumn('file_id', 'integer', (column) => column.notNull().references('files.id'))
    .addColumn('entity', 'text', required)
    .addColumn('uuid', 'text', required)
    .addColumn('version_id', 'integer', (column) =>
      column.references('record_versions.id').onDelete('cascade'),
    )
    .execute();
  await sql`create index file_uses_file on file_uses (file_id)`.execute(db);
  await sql`create index file_uses_version on file_uses (version_id)`.execute(db);

  for (const name of RECORDS) await versioned(db, name);
  const picture = ['uuid', 'file_id', 'alt', 'position'];
  await versioned(db, 'branches', { part: { table: 'branch_images', owner: 'branch_id', columns: picture } });
  await versioned(db, 'shops', { part: { table: 'shop_images', owner: 'shop_id', columns: picture } });
  await versioned(db, 'fortnightly_booklets', {
    derived: ['pages_state', 'page_count'],
    part: { table: 'booklet_pages', owner: 'booklet_id' },
  });
  await sql`
    insert into file_uses (file_id, entity, uuid) select file_id, 'job_applications', uuid from job_applications
  `.execute(db);
}
