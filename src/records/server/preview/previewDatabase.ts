import { DatabaseSync } from 'node:sqlite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  type QueryExecutorProvider,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  sql,
} from 'kysely';
import type pg from 'pg';
import type { Database, Db } from '../../../platform/database/database.ts';
import { adaptSqlite } from '../../../platform/database/sqlite.ts';
import type { Tables } from '../../../platform/database/tables.ts';
import { yieldIfLong } from '../../../platform/processes/yieldToEventLoop.ts';
import { createMutex } from '../../../shared/async.ts';
import { Failure } from '../../../shared/failure.ts';
import { compositionOf, type Table } from '../versions/history.ts';

// A separate connection for one preview. Temporary tables hold changed rows. Temporary views with the names
// of the stored tables show them among the stored rows. Stored data cannot be written.

export interface PreviewDatabase {
  db: Db;
  /** Shows `row` instead of the stored row with its id. */
  put(table: Table, row: Record<string, unknown>): Promise<void>;
  /** Shows a new row. Returns it with its id. */
  add<R extends object>(table: Table, row: R): Promise<R & { id: number }>;
  /** Hides the row `id`. */
  hide(table: Table, id: number): Promise<void>;
  /** Ends the connection at once, even during a statement. */
  close(): void;
}

/** Statement timeout: longer than a user waits in front of a form. */
const STATEMENT_MS = 3000;
const CONNECT_MS = 2500;
/** `application_name` of these connections. */
const CONNECTION = 'vitrine-preview';

const previewed = new WeakMap<DialectAdapter, ReadonlySet<string>>();

/** Returns whether `db` shows changed rows of `table`, which SQLite's full-text index does not contain. */
export const showsChanges = (db: QueryExecutorProvider, table: string): boolean =>
  previewed.get(db.getExecutor().adapter)?.has(table) ?? false;

/** Opens a connection that can show changed rows of `tables`. */
export async function openPreviewDatabase(
  { raw }: Pick<Database, 'raw'>,
  tables: Iterable<Table>,
): Promise<PreviewDatabase> {
  const names = new Set<Table>(tables);
  const tallies = new Set([...names].flatMap((table) => compositionOf(table).tally?.table ?? []));
  const { adapter, db, close } = 'sqlite' in raw ? openSqlite(raw.sqlite) : await openPostgres(raw.postgres);
  previewed.set(adapter, names);
  try {
    const schema = 'sqlite' in raw ? 'main' : await currentSchema(db);
    for (const table of names) await shadow(db, schema, table);
    for (const table of tallies) await shadow(db, schema, table, { replaces: false });
    if (!('sqlite' in raw)) await refuseWrites(db);
    return { ...writersOf(db, 'sqlite' in raw ? await defaultsOf(db, names) : new Map()), db, close };
  } catch (error) {
    close();
    throw error;
  }
}

const changedIn = (table: string) => sql.id(`changed_${table}`);
const replacedIn = (table: string) => sql.id(`replaced_${table}`);

/**
 * Creates a view that shows changed rows of `table` instead of the stored ones; without `replaces`, beside
 * them.
 */
async function shadow(db: Db, schema: string, table: string, { replaces = true } = {}): Promise<void> {
  const stored = sql.id(schema, table);
  await sql`create temp table ${changedIn(table)} as select * from ${stored} where false`.execute(db);
  if (replaces) await sql`create temp table ${replacedIn(table)} (id integer primary key)`.execute(db);
  const where = replaces ? sql`where id not in (select id from ${replacedIn(table)})` : sql``;
  await sql`
    create temp view ${sql.id(table)} as
    select * from ${stored} ${where} union all select * from ${changedIn(table)}
  `.execute(db);
}

function writersOf(
  db: Db,
  defaults: ReadonlyMap<string, Record<string, string>>,
): Pick<PreviewDatabase, 'put' | 'add' | 'hide'> {
  const insert = (table: string, row: object) => {
    const absent = Object.entries(defaults.get(table) ?? {}).filter(([column]) => !(column in row));
    const columns = [...Object.keys(row), ...absent.map(([column]) => column)];
    const values = [...Object.values(row), ...absent.map(([, value]) => sql.raw(value))];
    return sql`
      insert into ${changedIn(table)} (${sql.join(columns.map((column) => sql.id(column)))})
      values (${sql.join(values)})
    `.execute(db);
  };

  /** Adds the difference to the counts that triggers keep of the stored rows. */
  const tally = async (table: Table, row: object, sign: 1 | -1) => {
    const { tally } = compositionOf(table);
    for (const counted of tally?.rows(row, sign) ?? []) await insert(tally?.table ?? '', counted);
  };

  const hide = async (table: Table, id: number) => {
    if (compositionOf(table).tally) {
      const { rows } = await sql<object>`select * from ${sql.id(table)} where id = ${id}`.execute(db);
      for (const row of rows) await tally(table, row, -1);
    }
    await sql`delete from ${changedIn(table)} where id = ${id}`.execute(db);
    await sql`insert into ${replacedIn(table)} (id) values (${id}) on conflict do nothing`.execute(db);
  };

  const put = async (table: Table, row: Record<string, unknown>) => {
    await hide(table, Number(row.id));
    await insert(table, row);
    await tally(table, row, 1);
  };

  return {
    put,
    hide,
    async add(table, row) {
      const { rows } = await sql<{ last: number | null }>`
        select max(id) as last from ${sql.id(table)}
      `.execute(db);
      const added = { ...row, id: Number(rows[0]?.last ?? 0) + 1 };
      await put(table, added);
      return added;
    },
  };
}

// SQLite

/** A driver that yields to the event loop between statements, each of which blocks it. */
class Driver extends SqliteDriver {
  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    const execute = connection.executeQuery.bind(connection);
    connection.executeQuery = async <R>(query: CompiledQuery) => {
      await yieldIfLong();
      return execute<R>(query);
    };
    return connection;
  }
}

function openSqlite(writer: DatabaseSync) {
  const file = writer.location();
  if (!file) throw new Error('A preview needs a database in a file');
  const raw = new DatabaseSync(file, { readOnly: true });
  raw.exec('pragma temp_store = memory');
  const database = adaptSqlite(raw);
  const adapter = new SqliteAdapter();
  class Dialect extends SqliteDialect {
    override createDriver() {
      return new Driver({ database });
    }
    override createAdapter() {
      return adapter;
    }
  }
  const close = () => {
    if (raw.isOpen) raw.close();
  };
  return { adapter, db: new Kysely<Tables>({ dialect: new Dialect({ database }) }), close };
}

/** Returns the column defaults, which a table created by a query lacks. */
async function defaultsOf(
  db: Db,
  tables: Iterable<string>,
): Promise<ReadonlyMap<string, Record<string, string>>> {
  const defaults = new Map<string, Record<string, string>>();
  for (const table of tables) {
    const { rows } = await sql<{ name: string; value: string }>`
      select name, dflt_value as value from pragma_table_info(${table}, 'main') where dflt_value is not null
    `.execute(db);
    defaults.set(table, Object.fromEntries(rows.map(({ name, value }) => [name, `(${value})`])));
  }
  return defaults;
}

// PostgreSQL

async function openPostgres(pool: pg.Pool) {
  const { Client } = await import('pg');
  const client = new Client({
    connectionString: pool.options.connectionString,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: CONNECTION,
  });
  let isClosed = false;
  client.on('error', () => {});
  await client.connect();
  const acquire = createMutex();
  const connect = async () => {
    const release = await acquire();
    if (isClosed) {
      release();
      throw new Failure('too_slow');
    }
    return { query: client.query.bind(client), release };
  };
  const adapter = new PostgresAdapter();
  class Dialect extends PostgresDialect {
    override createAdapter() {
      return adapter;
    }
  }
  const db = new Kysely<Tables>({
    dialect: new Dialect({ pool: { connect, end: async () => {}, options: {} } }),
  });
  // Destroys the socket if a statement is still running.
  const close = () => {
    isClosed = true;
    client.end().catch(() => {});
  };
  try {
    await sql`select set_config('statement_timeout', ${String(STATEMENT_MS)}, false)`.execute(db);
  } catch (error) {
    close();
    throw error;
  }
  return { adapter, db, close };
}

async function currentSchema(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db);
  return rows[0]?.name ?? 'public';
}

/**
 * Makes the connection read-only. Runs after the views are created, because it forbids that; temporary tables
 * still take rows.
 */
const refuseWrites = (db: Db) => sql`set session characteristics as transaction read only`.execute(db);
