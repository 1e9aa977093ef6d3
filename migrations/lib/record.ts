import {
  type ColumnDefinitionBuilder,
  type CreateTableBuilder,
  type Kysely,
  PostgresAdapter,
  sql,
} from 'kysely';

// What a migration makes a record's table of; README.md beside this file says how. A released migration stands on
// this file, so what it does never changes again: whoever needs something else writes `record2.ts`.

const isPostgres = (db: Kysely<never>) => db.getExecutor().adapter instanceof PostgresAdapter;

/** For `addColumn`: never null. */
export const required = (column: ColumnDefinitionBuilder) => column.notNull();

/** For `addColumn`: the file of a record, or none. */
export const file = (column: ColumnDefinitionBuilder) => column.references('files.id');

/** A new table with the id that every table has. */
export function table(db: Kysely<never>, name: string): CreateTableBuilder<string, string> {
  const created = db.schema.createTable(name) as CreateTableBuilder<string, string>;
  return created.addColumn('id', 'integer', (column) =>
    isPostgres(db) ? column.primaryKey().generatedByDefaultAsIdentity() : column.primaryKey().autoIncrement(),
  );
}

/** A new table with the columns that `records.ts` keeps of every record. */
export function record(db: Kysely<never>, name: string): CreateTableBuilder<string, string> {
  return table(db, name)
    .addColumn('uuid', 'text', (column) => column.notNull().unique())
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text', required)
    .addColumn('deleted_at', 'text');
}

/** Text that compares by its bytes on both engines, as search and sort keys do. */
export const folded = (db: Kysely<never>) => (isPostgres(db) ? sql`text collate "C"` : sql`text`);

/**
 * Lets a list be searched: the column `search`, kept by the service with `searchText`, and its index by trigrams.
 * Rows that are there already are found once the migration has filled the column.
 */
export async function searched(db: Kysely<never>, name: string): Promise<void> {
  await addKey(db, name, 'search');
  if (!isPostgres(db)) await indexTextInSqlite(db, name);
  else if (await hasTrigrams(db)) await indexTextInPostgres(db, name);
}

/** Lets a list be sorted by `columns`; those named `…_key` hold folded text and are added. */
export async function sorted(db: Kysely<never>, name: string, columns: string[]): Promise<void> {
  for (const column of columns) {
    if (column.endsWith('_key')) await addKey(db, name, column);
    await sql`
      create index ${sql.id(`${name}_by_${column}`)} on ${sql.table(name)} (${sql.ref(column)}, id)
      where deleted_at is null
    `.execute(db);
  }
}

/** Lets staff put the records in order: the column `position`, which a list can be sorted by. */
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

/** The full-text table `…_search` holds no text of its own; triggers keep it. */
async function indexTextInSqlite(db: Kysely<never>, name: string): Promise<void> {
  const table = sql.table(name);
  const index = sql.table(`${name}_search`);
  const trigger = (event: string) => sql.id(`${name}_search_${event}`);
  await sql`
    create virtual table ${index}
    using fts5(text, content = '', columnsize = 0, tokenize = 'trigram case_sensitive 1')
  `.execute(db);
  // What is deleted leaves no trace in the index.
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

/** Without the extension, where nobody may install it, searches read the whole table and are right all the same. */
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
