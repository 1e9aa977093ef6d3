import { type Kysely, PostgresAdapter, sql } from 'kysely';

const RECORDS = [
  'abouts',
  'about_items',
  'banners',
  'branches',
  'company_information',
  'daily_booklets',
  'files',
  'fortnightly_booklets',
  'job_applications',
  'movies',
  'office_hours',
  'phones',
  'recipe_categories',
  'recipes',
  'shops',
  'ticket_office_items',
  'ticket_offices',
  'users',
  'vacancies',
  'videos',
];

/**
 * Adds the publication state: staff can see a record that shoppers do not see yet, or no longer see. The
 * indexes for shoppers' recipes include the state, so that they still cover their queries.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const name of RECORDS) await sql`alter table ${sql.table(name)} add column standing text`.execute(db);
  await sql`
    create unique index record_versions_withheld on record_versions (entity, uuid) where state = 'withheld'
  `.execute(db);
  await sql`
    create index record_versions_waiting on record_versions (entity, uuid, valid_from)
    where state in ('draft', 'scheduled')
  `.execute(db);
  const shown = sql`where deleted_at is null and standing is null`;
  await sql`create index recipes_shown on recipes (id, updated_at) ${shown}`.execute(db);
  await sql`drop index recipes_of_category`.execute(db);
  await sql`create index recipes_of_category on recipes (recipe_category_id, deleted_at, id, standing)`.execute(
    db,
  );
  await sql`drop index recipes_by_category_changed`.execute(db);
  await sql`create index recipes_by_category_changed on recipes (recipe_category_id, updated_at) ${shown}`.execute(
    db,
  );
  if (db.getExecutor().adapter instanceof PostgresAdapter)
    await sql`create index recipes_shown_of_category on recipes (recipe_category_id, id) ${shown}`.execute(
      db,
    );
  // Filters of a very large audit log: by user, by entity and by time.
  await sql`create index audit_log_by_person on audit_log (user_id, id)`.execute(db);
  await sql`create index audit_log_by_entity on audit_log (entity, id)`.execute(db);
  await sql`create index audit_log_by_time on audit_log (at, id)`.execute(db);
}
