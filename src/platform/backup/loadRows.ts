import type { StatementSync } from 'node:sqlite';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Database, Db } from '../database/database.ts';
import type { RowWatcher } from './dump.ts';
import { SEQUENCE, type TableShape, type Value } from './snapshot.ts';

/**
 * Tables that may have rows in an empty database: those that migrations fill, and the fingerprint of a key
 * not yet used.
 */
const TABLES_OF_EMPTY_DATABASE = /^(kysely_migration(_lock)?|content_revision|installation)$/;

/** Returns the first table that has rows, or null. */
export async function firstTableWithRows(db: Db): Promise<string | null> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: false });
  for (const { name, isView } of tables) {
    if (isView || TABLES_OF_EMPTY_DATABASE.test(name) || name.includes('_search')) continue;
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db);
    if (rows.length > 0) return name;
  }
  return null;
}

export interface Loader extends RowWatcher {
  /** Commits all rows at once. */
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

/** Creates a loader that fills a database with an empty schema, in one transaction. */
export async function createLoader(database: Database): Promise<Loader> {
  const { raw } = database;
  return 'sqlite' in raw ? loadSqlite(raw.sqlite) : loadPostgres(await raw.postgres.connect());
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

function loadSqlite(database: import('node:sqlite').DatabaseSync): Loader {
  let insert: StatementSync | undefined;
  // These statements bypass the driver, which would retry them.
  database.exec('pragma busy_timeout = 5000; begin immediate; pragma defer_foreign_keys = on');
  return {
    table({ name, columns, last }) {
      database.exec(`delete from ${quoted(name)}`);
      insert = database.prepare(
        `insert into ${quoted(name)} (${columns.map(quoted)}) values (${columns.map(() => '?')})`,
      );
      if (last === null) return;
      database.prepare('delete from sqlite_sequence where name = ?').run(name);
      database.prepare('insert into sqlite_sequence (name, seq) values (?, ?)').run(name, last);
    },
    rows(rows) {
      for (const row of rows) insert?.run(...row);
    },
    async commit() {
      database.exec('commit');
    },
    async rollback() {
      if (database.isTransaction) database.exec('rollback');
    },
  };
}

async function loadPostgres(client: pg.PoolClient): Promise<Loader> {
  let table: TableShape | undefined;
  await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
  await client.query('begin');
  const end = async (statement: string) => {
    try {
      await client.query(statement);
    } finally {
      // Destroys the connection, because its settings were changed.
      client.release(true);
    }
  };
  return {
    async table(shape) {
      table = shape;
      const { name, last } = shape;
      await client.query(`delete from ${quoted(name)}`);
      if (last === null) return;
      const { rows } = await client.query<{ sequence: string | null }>(SEQUENCE, [quoted(name)]);
      if (rows[0]?.sequence) await client.query('select setval($1, $2, true)', [rows[0].sequence, last]);
    },
    async rows(rows) {
      if (!table) return;
      const { name, columns } = table;
      const records = rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at]])));
      const names = columns.map(quoted).join(', ');
      await client.query(
        `insert into ${quoted(name)} (${names})
        select ${names} from json_populate_recordset(null::${quoted(name)}, $1::json)`,
        [JSON.stringify(records satisfies Record<string, Value | undefined>[])],
      );
    },
    commit: () => end('commit'),
    rollback: () => end('rollback'),
  };
}
