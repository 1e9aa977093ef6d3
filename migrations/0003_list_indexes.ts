import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Sort columns of each table, beside the id and the columns that 0001 and 0002 index. */
const SORTED: Record<string, string[]> = {
  abouts: ['title_key'],
  about_items: ['title_key', 'position'],
  banners: ['title_key', 'alt_key', 'position'],
  branches: ['name_key', 'city_key', 'position'],
  job_applications: ['name_key', 'vacancy_key'],
  movies: ['name_key', 'type'],
  office_hours: ['start_key', 'end_key', 'office_start_time', 'end_of_work_time'],
  phones: ['contact_key', 'ddi', 'ddd', 'number', 'type'],
  recipe_categories: ['name_key'],
  recipes: ['name_key'],
  shops: ['name_key', 'position'],
  ticket_office_items: ['item_key', 'position'],
  vacancies: ['name_key', 'type'],
};

/**
 * Adds an index for each order and a trigram index for each searched text, on both engines. They cover the
 * records that are not deleted. A page of a list then costs the same whatever the size of its table.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  await sql`drop index banners_position`.execute(db);

  for (const [table, columns] of Object.entries(SORTED)) {
    for (const column of columns) {
      // A search for a common word scans the sort order. SQLite then reads the text from this index; an index
      // entry of PostgreSQL is too small for it.
      const more = !postgres && table === 'job_applications' ? sql`, search` : sql``;
      await sql`
        create index ${sql.id(`${table}_by_${column}`)} on ${sql.table(table)} (${sql.ref(column)}, id${more})
        where deleted_at is null
      `.execute(db);
    }
  }

  const tables = Object.keys(SORTED);
  if (!postgres) for (const table of tables) await indexTextInSqlite(db, table);
  else if (await hasTrigrams(db)) for (const table of tables) await indexTextInPostgres(db, table);
}

/** Creates the full-text table `…_search`. It stores no text of its own; triggers maintain it. */
async function indexTextInSqlite(db: Kysely<never>, name: string): Promise<void> {
  const table = sql.table(name);
  const index = sql.table(`${name}_search`);
  const trigger = (event: string) => sql.id(`${name}_search_${event}`);
  await sql`
    create virtual table ${index}
    using fts5(text, content = '', columnsize = 0, tokenize = 'trigram case_sensitive 1')
  `.execute(db);
  // Deleted text leaves no trace in the index.
  await sql`insert into ${index} (${index}, rank) values ('secure-delete', 1)`.execute(db);
  await sql`
    insert into ${index} (rowid, text) select id, search from ${table} where deleted_at is null
  `.execute(db);

  const add = sql`insert into ${index} (rowid, text) select new.id, new.search where new.deleted_at is null;`;
  const remove = sql`
    insert into ${index} (${index}, rowid, text) select 'delete', old.id, old.search where old.deleted_at is null;
  `;
  await sql`create trigger ${trigger('insert')} after insert on ${table} begin ${add} end`.execute(db);
  await sql`create trigger ${trigger('delete')} after delete on ${table} begin ${remove} end`.execute(db);
  await sql`
    create trigger ${trigger('update')} after update of search, deleted_at on ${table}
    when old.search <> new.search or (old.deleted_at is null) <> (new.deleted_at is null)
    begin ${remove} ${add} end
  `.execute(db);
}

/**
 * Installs pg_trgm and returns whether it exists. Without it, searches scan the whole table and stay correct.
 */
async function hasTrigrams(db: Kysely<never>): Promise<boolean> {
  await sql`
    do $$ begin
      create extension if not exists pg_trgm;
    exception when others then
      raise warning 'Without pg_trgm (%) searches in long lists are slow', sqlerrm;
    end $$
  `.execute(db);
  const { rows } = await sql`select 1 from pg_extension where extname = 'pg_trgm'`.execute(db);
  return rows.length > 0;
}

async function indexTextInPostgres(db: Kysely<never>, table: string): Promise<void> {
  await sql`
    create index ${sql.id(`${table}_search`)} on ${sql.table(table)}
    using gin (search gin_trgm_ops) where deleted_at is null
  `.execute(db);
}
