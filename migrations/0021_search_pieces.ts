import { type Kysely, PostgresAdapter, sql } from 'kysely';
import { createPieces, searchedByPieces } from './lib/record3.ts';

/** Adds indexes for words of one and two letters. */
export async function up(db: Kysely<never>): Promise<void> {
  await createPieces(db);
  for (const name of await searchedTables(db)) await searchedByPieces(db, name);

  // Finds the few pending changes among very many versions. The existing index has the same first columns as
  // that of all versions, which SQLite then prefers. PostgreSQL counts rows and uses the small one.
  if (!(db.getExecutor().adapter instanceof PostgresAdapter))
    await sql`
      create index record_versions_waits on record_versions (entity, uuid, state, valid_from)
      where state in ('draft', 'scheduled')
    `.execute(db);
  // Counts two filters together without reading any record.
  await sql`
    create index recipes_of_category_asking on recipes (recipe_category_id, deleted_at, alt, standing, id)
    where deleted_at is null and (alt is null or standing = 'draft')
  `.execute(db);
  await sql`
    create index recipes_without_alt_standing on recipes (alt, deleted_at, standing, id)
    where deleted_at is null and alt is null
  `.execute(db);
  await sql`drop index recipes_of_category_without_alt`.execute(db);
  await sql`
    create index recipes_of_category_without_alt on recipes (recipe_category_id, deleted_at, alt, id)
    where deleted_at is null and alt is null
  `.execute(db);
  // Finds the newest pictures that only former versions use, or that the site shows.
  await sql`
    create index files_pictures_by_state on files (state, id) where kind = 'image' and area = 'public'
  `.execute(db);
}

async function searchedTables(db: Kysely<never>): Promise<string[]> {
  const { rows } = await (db.getExecutor().adapter instanceof PostgresAdapter
    ? sql<{ name: string }>`
        select table_name as name from information_schema.columns
        where table_schema = current_schema() and column_name = 'search' order by table_name
      `
    : sql<{ name: string }>`
        select substr(name, 1, length(name) - length('_search')) as name from sqlite_master
        where type = 'table' and sql like 'create virtual table%' and name like '%\\_search' escape '\\'
        order by name
      `
  ).execute(db);
  return rows.map(({ name }) => name);
}
