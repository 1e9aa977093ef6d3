import { type Kysely, PostgresAdapter, sql } from 'kysely';

const AT_ONCE = 500;

/**
 * Prepares recipes for large numbers: puts the text that shoppers search into the search column, and adds
 * indexes for pages of a category, the sitemap and recent changes.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index recipes_by_id on recipes (id, updated_at) where deleted_at is null`.execute(db);
  // SQLite would prefer the existing index, which does not exclude deleted rows; this one serves both
  // purposes. PostgreSQL cannot read it in the order of ids, so it gets another one.
  await sql`drop index recipes_recipe_category_id`.execute(db);
  await sql`create index recipes_of_category on recipes (recipe_category_id, deleted_at, id)`.execute(db);
  if (db.getExecutor().adapter instanceof PostgresAdapter)
    await sql`
      create index recipes_by_category on recipes (recipe_category_id, id) where deleted_at is null
    `.execute(db);
  await sql`
    create index recipes_by_category_changed on recipes (recipe_category_id, updated_at) where deleted_at is null
  `.execute(db);
  await sql`create index recipes_by_change on recipes (updated_at)`.execute(db);
  // Includes the text, for words that are too short for the trigram index; an index entry of PostgreSQL is
  // too small for it.
  const more = db.getExecutor().adapter instanceof PostgresAdapter ? sql`` : sql`, search`;
  await sql`
    create index job_applications_by_id on job_applications (id${more}) where deleted_at is null
  `.execute(db);
  // Finds users' latest saves in a log that mostly holds sign-ins.
  await sql`
    create index audit_log_saves on audit_log (id)
    where user_id is not null and action in ('create', 'update', 'delete', 'order') and entity <> 'user'
  `.execute(db);
  if (db.getExecutor().adapter instanceof PostgresAdapter) await addDescriptions(db);
  else await withoutIndex(db, () => addDescriptions(db));
}

/**
 * Rebuilds SQLite's full-text index after `work`, because deleting texts from it one by one takes minutes.
 */
async function withoutIndex(db: Kysely<never>, work: () => Promise<void>): Promise<void> {
  const { rows } = await sql<{ text: string }>`
    select sql as text from sqlite_master where type = 'trigger' and name = 'recipes_search_update'
  `.execute(db);
  await sql`drop trigger recipes_search_update`.execute(db);
  await work();
  await sql`insert into recipes_search (recipes_search) values ('delete-all')`.execute(db);
  await sql`
    insert into recipes_search (rowid, text) select id, search from recipes where deleted_at is null
  `.execute(db);
  await sql.raw(rows[0]?.text ?? '').execute(db);
}

interface Recipe {
  id: number;
  search: string;
  description: string;
}

/** Makes recipes searchable by their description. */
async function addDescriptions(db: Kysely<never>): Promise<void> {
  for (let last = 0; ; ) {
    const { rows } = await sql<Recipe>`
      select id, search, description from recipes where id > ${last} and description is not null
      order by id limit ${AT_ONCE}
    `.execute(db);
    for (const { id, search, description } of rows)
      await sql`update recipes set search = ${`${search} ${fold(description)}`} where id = ${id}`.execute(db);
    const end = rows.at(-1);
    if (!end) return;
    last = end.id;
  }
}

/** Copy of `searchText` at the time of this migration. */
function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
}
