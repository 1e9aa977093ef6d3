import { type Kysely, sql } from 'kysely';
import { required, table } from './lib/record2.ts';

/**
 * Adds the stage of an application, notes and messages of staff, and résumé pages. All of it is deleted with
 * the application. The indexes serve the list by stage and by vacancy in each order, and the search for all
 * data of an e-mail address.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const column of [
    `stage text not null default 'new'`,
    'stage_at text',
    'stage_by text',
    'pages_state text',
    'page_count integer',
  ])
    await sql.raw(`alter table job_applications add column ${column}`).execute(db);
  for (const [name, columns] of [
    ['stage', 'stage, id'],
    ['stage_name', 'stage, name_key, id, vacancy_id'],
    ['stage_vacancy', 'stage, vacancy_key, id, vacancy_id'],
    ['vacancy_stage', 'vacancy_id, stage, id'],
    ['vacancy_id', 'vacancy_id, id'],
    ['vacancy_name', 'vacancy_id, name_key, id, stage'],
    ['vacancy_vacancy', 'vacancy_id, vacancy_key, id, stage'],
  ])
    await sql
      .raw(
        `create index job_applications_of_${name} on job_applications (${columns}) where deleted_at is null`,
      )
      .execute(db);
  await sql`create index job_applications_by_email on job_applications (lower(email))`.execute(db);

  await of(db, 'application_notes').addColumn('text', 'text', required).execute();
  await of(db, 'application_messages').addColumn('template', 'text', required).execute();
  await sql`
    create unique index application_notes_uuid on application_notes (uuid)
  `.execute(db);
  await table(db, 'resume_pages')
    .addColumn('application_id', 'integer', (column) =>
      column.notNull().references('job_applications.id').onDelete('cascade'),
    )
    .addColumn('page', 'integer', required)
    .addColumn('file_id', 'integer', (column) => column.notNull().references('files.id'))
    .execute();
  await sql`create unique index resume_pages_in_order on resume_pages (application_id, page)`.execute(db);
  await sql`create index resume_pages_file_id on resume_pages (file_id)`.execute(db);
  for (const name of ['application_notes', 'application_messages'])
    await sql`create index ${sql.id(`${name}_of`)} on ${sql.table(name)} (application_id, id)`.execute(db);
}

/** Creates a table of staff actions on an application. */
const of = (db: Kysely<never>, name: string) =>
  table(db, name)
    .addColumn('uuid', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('application_id', 'integer', (column) =>
      column.notNull().references('job_applications.id').onDelete('cascade'),
    )
    .addColumn('user_id', 'integer')
    .addColumn('user_name', 'text');
