import { type Kysely, PostgresAdapter, sql } from 'kysely';
import { searched as withoutPieces } from './record.ts';

// Frozen: see README.md in this folder.

export { file, folded, ordered, record, required, sorted, table } from './record2.ts';

/**
 * Makes a table searchable: adds the column `search`, which the service fills with `searchText`, and its
 * indexes.
 */
export async function searched(db: Kysely<never>, name: string): Promise<void> {
  await withoutPieces(db, name);
  await searchedByPieces(db, name);
}

/** Adds an index for words of one and two letters to a table that `searched` has prepared. */
export async function searchedByPieces(db: Kysely<never>, name: string): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return endTextsInSqlite(db, name);
  await sql`
    create index ${sql.id(`${name}_search_pieces`)} on ${sql.table(name)}
    using gin (search_pieces(search)) where deleted_at is null
  `.execute(db);
  // PostgreSQL has no statistics of an indexed expression before `analyze`.
  await sql`analyze ${sql.table(name)}`.execute(db);
}

/**
 * Creates the PostgreSQL function that `searchedByPieces` uses. It returns the letters and letter pairs of a
 * text.
 */
export async function createPieces(db: Kysely<never>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return;
  // The high cost makes the planner use the index instead of evaluating the function for each row.
  await sql`
    create function search_pieces(text) returns text[]
    language sql immutable strict parallel safe cost 10000 as $$
      select letters || array(
        select one || next from unnest(letters, letters[2:]) as pairs(one, next) where next is not null
      )
      from (select string_to_array($1, null) as letters) as taken
    $$
  `.execute(db);
}

/**
 * Appends two line ends to each indexed text, so that every piece of it, however short, begins a trigram of
 * the index. `…_search_pieces` lists the trigrams and stores nothing.
 */
async function endTextsInSqlite(db: Kysely<never>, name: string): Promise<void> {
  const table = sql.table(name);
  const index = sql.table(`${name}_search`);
  const trigger = (event: string) => sql.id(`${name}_search_${event}`);
  for (const event of ['insert', 'delete', 'update']) await sql`drop trigger ${trigger(event)}`.execute(db);
  // Deleting texts one by one takes far longer than rebuilding the index.
  await sql`insert into ${index} (${index}) values ('delete-all')`.execute(db);
  await sql`
    insert into ${index} (rowid, text)
    select id, search || char(10, 10) from ${table} where deleted_at is null
  `.execute(db);

  const add = sql`
    insert into ${index} (rowid, text)
    select new.id, new.search || char(10, 10) where new.deleted_at is null;
  `;
  const remove = sql`
    insert into ${index} (${index}, rowid, text)
    select 'delete', old.id, old.search || char(10, 10) where old.deleted_at is null;
  `;
  await sql`create trigger ${trigger('insert')} after insert on ${table} begin ${add} end`.execute(db);
  await sql`create trigger ${trigger('delete')} after delete on ${table} begin ${remove} end`.execute(db);
  await sql`
    create trigger ${trigger('update')} after update of search, deleted_at on ${table}
    when old.search <> new.search or (old.deleted_at is null) <> (new.deleted_at is null)
    begin ${remove} ${add} end
  `.execute(db);
  await sql`
    create virtual table ${sql.table(`${name}_search_pieces`)}
    using fts5vocab(${index}, 'instance')
  `.execute(db);
}
