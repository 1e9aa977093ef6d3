import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';

// Frozen: see README.md in this folder.

export interface Composition {
  /** Columns that are computed from others, beside `search` and those named `…_key`. */
  derived?: string[];
  /**
   * A table with rows that belong to a record, with `file_id`; without `columns`, all its columns are
   * computed.
   */
  part?: { table: string; owner: string; columns?: string[] };
}

const BOOKKEEPING = [
  'id', 'uuid', 'version', 'created_at', 'updated_at', 'deleted_at', 'standing', 'position', 'search',
]; // biome-ignore format: one line

/**
 * States of the current version of a record. Before migration 0015 there is no state `withheld` and no column
 * `standing`.
 */
const OF_HEAD = sql`('published', 'withheld', 'deleted')`;

/**
 * Makes the current version of each record equal to its row, with the files that it uses. Creates missing
 * versions; call it also after a migration has changed columns. Former versions stay unchanged.
 */
export async function versioned(
  db: Kysely<never>,
  name: string,
  { derived = [], part }: Composition = {},
): Promise<void> {
  const head = sql.table(name);
  const all = await columnsOf(db, name);
  const shown = all.includes('standing')
    ? sql`deleted_at is null and standing is null`
    : sql`deleted_at is null`;
  const columns = all.filter(
    (column) => !BOOKKEEPING.includes(column) && !column.endsWith('_key') && !derived.includes(column),
  );
  const data = content(db, name, columns, part);

  await sql`
    update record_versions set data = (
      select ${data} from ${head} where ${head}.uuid = record_versions.uuid
    )
    where entity = ${sql.lit(name)} and state in ${OF_HEAD}
    and exists (select 1 from ${head} where ${head}.uuid = record_versions.uuid)
  `.execute(db);
  await sql`
    insert into record_versions (entity, uuid, version, state, data, valid_from, valid_until, at)
    select ${sql.lit(name)}, uuid, version,
      case when ${shown} then 'published' when deleted_at is null then 'withheld' else 'deleted' end,
      ${data}, case when ${shown} then updated_at end, deleted_at, updated_at
    from ${head}
    where not exists (
      select 1 from record_versions
      where entity = ${sql.lit(name)} and record_versions.uuid = ${head}.uuid and state in ${OF_HEAD}
    )
  `.execute(db);

  const uses = (files: RawBuilder<unknown>) => sql`
    insert into file_uses (file_id, entity, uuid, version_id)
    select distinct file_id, ${sql.lit(name)}, record_versions.uuid, record_versions.id
    from (${files}) as used
    join record_versions on record_versions.entity = ${sql.lit(name)} and record_versions.uuid = used.record
    where record_versions.state in ${OF_HEAD} and file_id is not null
    and not exists (
      select 1 from file_uses as had
      where had.file_id = used.file_id and had.version_id = record_versions.id
    )
  `;
  if (columns.includes('file_id')) await uses(sql`select file_id, uuid as record from ${head}`).execute(db);
  if (part)
    await uses(sql`
      select ${sql.table(part.table)}.file_id, ${head}.uuid as record
      from ${sql.table(part.table)} join ${head} on ${head}.id = ${sql.ref(`${part.table}.${part.owner}`)}
    `).execute(db);
}

async function columnsOf(db: Kysely<never>, name: string): Promise<string[]> {
  const { rows } = await (db.getExecutor().adapter instanceof PostgresAdapter
    ? sql<{ name: string }>`
        select column_name as name from information_schema.columns
        where table_schema = current_schema() and table_name = ${name}
      `
    : sql<{ name: string }>`select name from pragma_table_info(${name})`
  ).execute(db);
  return rows.map(({ name }) => name);
}

/** Returns the SQL for a record's columns and the rows of its part, in order, as JSON. */
function content(
  db: Kysely<never>,
  name: string,
  columns: string[],
  part: Composition['part'],
): RawBuilder<unknown> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const object = postgres ? sql`jsonb_build_object` : sql`json_object`;
  const pairs = (table: string, names: string[]) =>
    names.map((column) => sql`${sql.lit(column)}, ${sql.ref(`${table}.${column}`)}`);
  const own = pairs(name, columns);
  if (part?.columns) {
    const row = sql`${object}(${sql.join(pairs(part.table, part.columns))})`;
    const order = sql`order by ${sql.ref(`${part.table}.position`)}, ${sql.ref(`${part.table}.id`)}`;
    const rows = postgres ? sql`jsonb_agg(${row} ${order})` : sql`json_group_array(${row} ${order})`;
    const none = postgres ? sql`'[]'::jsonb` : sql`json('[]')`;
    const all = sql`(
      select coalesce(${rows}, ${none}) from ${sql.table(part.table)}
      where ${sql.ref(`${part.table}.${part.owner}`)} = ${sql.ref(`${name}.id`)}
    )`;
    own.push(sql`${sql.lit(part.table)}, ${postgres ? all : sql`json(${all})`}`);
  }
  return postgres ? sql`${object}(${sql.join(own)})::text` : sql`${object}(${sql.join(own)})`;
}
