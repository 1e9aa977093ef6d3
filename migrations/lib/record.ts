import {
  type ColumnDefinitionBuilder,
  type CreateTableBuilder,
  type Kysely,
  PostgresAdapter,
  sql,
} from 'kysely';

// Helpers that create the table of a record; README.md in this folder shows their use. Released migrations
// call this file, so its behaviour never changes: new behaviour goes into a new file, such as `record2.ts`.

const isPostgres = (db: Kysely<never>) => db.getExecutor().adapter instanceof PostgresAdapter;

/** Makes a column of `addColumn` not null. */
export const required = (column: ColumnDefinitionBuilder) => column.notNull();

/** Makes a column of `addColumn` refer to a file, or be null. */
export const file = (column: ColumnDefinitionBuilder) => column.references('files.id');

/** Creates a table with the id column that every table has. */
export function table(db: Kysely<never>, name: string): CreateTableBuilder<string, string> {
  const created = db.schema.createTable(name) as CreateTableBuilder<string, string>;
  return created.addColumn('id', 'integer', (column) =>
    isPostgres(db) ? column.primaryKey().generatedByDefaultAsIdentity() : column.primaryKey().autoIncrement(),
  );
}

/** Creates a table with the columns that `records.ts` maintains for every record. */
export function record(db: Kysely<never>, name: string): CreateTableBuilder<string, string> {
  return table(db, name)
    .addColumn('uuid', 'text', (column) => column.notNull().unique())
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text', required)
    .addColumn('deleted_at', 'text');
}

/** Returns a text type that compares by bytes on both engines, for search and sort keys. */
export const folded = (db: Kysely<never>) => (isPostgres(db) ? sql`text collate "C"` : sql`text`);

/**
 * Makes a table searchable: adds the column `search`, which the service fills with `searchText`, and its
 * trigram index. Existing rows are found once the migration has filled the column.
 */
export async function searched(db: Kysely<never>, name: string): Promise<void> {
  await addKey(db, name, 'search');
  if (!isPostgres(db)) await indexTextInSqlite(db, name);
  else if (await hasTrigrams(db)) await indexTextInPostgres(db, name);
}

/** Adds an index for sorting by each of `columns`, and adds the columns named `…_key` for folded text. */
export async function sorted(db: Kysely<never>, name: string, columns: string[]): Promise<void> {
  for (const column of columns) {
    if (column.endsWith('_key')) await addKey(db, name, column);
    await sql`
      create index ${sql.id(`${name}_by_${column}`)} on ${sql.table(name)} (${sql.ref(column)}, id)
      where deleted_at is null
    `.execute(db);
  }
}

/** Adds the column `position` for a manual order, with its index. */
export async function ordered(db: Kysely<never>, name: string): Promise<void> {
  await db.schema
    .alterTable(name)
    .addColumn('position', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await sorted(db, name, ['position']);
}

async function addKey(db: Kysely<never>, name: string, column: string): Promise<void> {
  await db.schema
    .alterTable(name)
    .addColumn(column, folded(db), (built) => built.notNull().defaultTo(''))
    .execute();
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

async function indexTextInPostgres(db: Kysely<never>, name: string): Promise<void> {
  await sql`
    create index ${sql.id(`${name}_search`)} on ${sql.table(name)}
    using gin (search gin_trgm_ops) where deleted_at is null
  `.execute(db);
}
