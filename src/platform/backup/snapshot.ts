import { existsSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { withTimeout } from '../../shared/async.ts';
import type { Engine } from '../database/database.ts';
import { BackupError } from './errors.ts';

// All rows of a database at one moment, in the same form for both engines. Values are numbers, texts and
// nulls. Tables follow those that they refer to, and rows are in the order of their keys.

export interface TableShape {
  name: string;
  columns: string[];
  /** Last id that was assigned to a row, which may be deleted. */
  last: number | null;
}

export type Value = string | number | null;

export interface Snapshot {
  engine: Engine;
  tables: TableShape[];
  /** Yields the rows in batches. */
  rows(table: TableShape): AsyncIterable<Value[][]>;
  close(): Promise<void>;
}

export interface DatabaseSettings {
  url?: string | undefined;
  dataDir: string;
}

export const openSnapshot = ({ url, dataDir }: DatabaseSettings): Promise<Snapshot> =>
  url ? snapshotOfPostgres(url) : snapshotOfSqlite(dataDir);

const AT_ONCE = 500;

interface Reference {
  table: string;
  to: string;
}

/** Sorts tables so that each follows those that it refers to. */
function inOrder(names: string[], references: Reference[]): string[] {
  const placed = new Set<string>();
  const left = new Set(names.toSorted());
  while (left.size > 0) {
    const next = [...left].find((name) =>
      references.every(({ table, to }) => table !== name || to === name || placed.has(to)),
    );
    if (next === undefined) throw new Error(`Circular foreign keys between tables: ${[...left]}`);
    placed.add(next);
    left.delete(next);
  }
  return [...placed];
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/**
 * Opens a snapshot on a connection of its own. With the write-ahead log, concurrent writers are neither
 * visible nor blocked.
 */
async function snapshotOfSqlite(dataDir: string): Promise<Snapshot> {
  const file = join(dataDir, 'vitrine.db');
  if (!existsSync(file))
    throw new BackupError(`Não há banco em ${dataDir}. Confira DATA_DIR e DATABASE_URL.`);
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  const all = <T>(sql: string, ...values: string[]) => database.prepare(sql).all(...values) as T[];
  database.exec('begin');
  const names = all<{ name: string }>(`
    select name from pragma_table_list
    where schema = 'main' and type = 'table' and name not like 'sqlite\\_%' escape '\\'
  `).map(({ name }) => name);
  const references = names.flatMap((table) =>
    all<{ to: string }>('select "table" as "to" from pragma_foreign_key_list(?)', table).map(({ to }) => ({
      table,
      to,
    })),
  );
  const hasCounts = all("select 1 from sqlite_master where name = 'sqlite_sequence'").length > 0;
  const counts = hasCounts ? all<{ name: string; seq: number }>('select name, seq from sqlite_sequence') : [];
  const keys = new Map<string, string[]>();
  const tables = inOrder(names, references).map((name): TableShape => {
    const columns = all<{ name: string; pk: number }>(
      'select name, pk from pragma_table_info(?) order by cid',
      name,
    );
    keys.set(
      name,
      columns
        .filter(({ pk }) => pk > 0)
        .toSorted((one, other) => one.pk - other.pk)
        .map((column) => column.name),
    );
    return {
      name,
      columns: columns.map((column) => column.name),
      last: counts.find((count) => count.name === name)?.seq ?? null,
    };
  });
  return {
    engine: 'sqlite',
    tables,
    async *rows({ name, columns }) {
      const key = keys.get(name) ?? [];
      const order = (key.length > 0 ? key : columns).map((column) => `${quoted(column)} nulls first`);
      const statement = database.prepare(
        `select ${columns.map(quoted).join(', ')} from ${quoted(name)} order by ${order.join(', ')}`,
      );
      statement.setReturnArrays(true);
      let rows: Value[][] = [];
      for (const row of statement.iterate() as Iterable<unknown>) {
        rows.push(row as Value[]);
        if (rows.length < AT_ONCE) continue;
        yield rows;
        rows = [];
      }
      if (rows.length > 0) yield rows;
    },
    async close() {
      database.close();
    },
  };
}

/**
 * Timeout of a statement in ms. A large table is read by many short statements, so only a hung server reaches
 * it.
 */
const PIECE_MS = 600_000;
const CONNECT_MS = 10_000;
const GOODBYE_MS = 2000;

async function snapshotOfPostgres(url: string): Promise<Snapshot> {
  const socket = new Socket();
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: PIECE_MS,
    keepAlive: true,
    stream: () => socket,
  });
  client.on('error', () => {});
  await client.connect();
  const all = async <T extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
    (await client.query<T>(sql, values)).rows;
  await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
  await client.query('begin isolation level repeatable read read only');
  // Tables of extensions are omitted: the extension creates them again.
  const found = await all<{ name: string; columns: string[]; key: string[]; counted: boolean }>(`
    select relname as name,
      array(select attname::text from pg_attribute
        where attrelid = oid and attnum > 0 and not attisdropped order by attnum) as columns,
      array(select attname::text from pg_index
        join unnest(indkey) with ordinality as part (number, place) on true
        join pg_attribute on attrelid = indrelid and attnum = part.number
        where indrelid = pg_class.oid and indisprimary order by part.place) as key,
      exists (select 1 from pg_attribute where attrelid = oid and attidentity <> '') as counted
    from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
    and not exists (select 1 from pg_depend where objid = pg_class.oid and deptype = 'e')
  `);
  const references = await all<{ table: string; to: string }>(`
    select one.relname as table, other.relname as to from pg_constraint
    join pg_class one on one.oid = conrelid join pg_class other on other.oid = confrelid
    where contype = 'f'
  `);
  const tables: TableShape[] = [];
  for (const name of inOrder(
    found.map((table) => table.name),
    references,
  )) {
    const table = found.find((one) => one.name === name);
    if (!table) continue;
    const [count] = table.counted ? await all<{ sequence: string }>(SEQUENCE, [quoted(name)]) : [];
    const [last] = count
      ? await all<{ last: number | null }>(
          `select case when is_called then last_value end as last from ${count.sequence}`,
        )
      : [];
    tables.push({ name, columns: table.columns, last: last?.last ?? null });
  }
  return {
    engine: 'postgres',
    tables,
    async *rows({ name, columns }) {
      const key = found.find((one) => one.name === name)?.key ?? [];
      const types = await all<{ column: string; text: boolean }>(
        `select attname as column, atttypid = 'text'::regtype or atttypid = 'varchar'::regtype as text
        from pg_attribute where attrelid = ($1)::regclass and attnum > 0 and not attisdropped`,
        [quoted(name)],
      );
      const texts = new Set(types.filter(({ text }) => text).map(({ column }) => column));
      const order = (key.length > 0 ? key : columns).map(
        (column) => `${quoted(column)}${texts.has(column) ? ' collate "C"' : ''} nulls first`,
      );
      await client.query(
        `declare piece no scroll cursor for
        select ${columns.map(quoted).join(', ')} from ${quoted(name)} order by ${order.join(', ')}`,
      );
      for (;;) {
        const { rows } = await client.query({ text: `fetch ${AT_ONCE} from piece`, rowMode: 'array' });
        if (rows.length > 0) yield rows as Value[][];
        if (rows.length < AT_ONCE) break;
      }
      await client.query('close piece');
    },
    async close() {
      // A server that hangs would never close the connection.
      await withTimeout(client.end(), GOODBYE_MS, () => undefined);
      socket.destroy();
    },
  };
}

/** Query for the sequence behind the ids of a table. */
export const SEQUENCE = "select pg_get_serial_sequence($1, 'id') as sequence";
