import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
} from 'kysely';
import { breatheIfLong } from '../breath.ts';
import { type Statements, watchConnections } from './watch.ts';

const STATEMENTS = 500;

/** What is deleted is overwritten too: people may ask for their data to be erased. The cache is 16 MB at most. */
const PRAGMAS = `
  pragma journal_mode = wal;
  pragma synchronous = full;
  pragma foreign_keys = on;
  pragma temp_store = memory;
  pragma secure_delete = on;
  pragma cache_size = -16000;
`;

/**
 * Node's own SQLite as Kysely's `SqliteDatabase`: statements are cached by their text, and one with result
 * columns (a select, or a write with `returning`) is read.
 */
function adapt(database: DatabaseSync): SqliteDatabase {
  const cache = new Map<string, { statement: StatementSync; reader: boolean }>();
  const prepared = (sql: string) => {
    let entry = cache.get(sql);
    if (!entry) {
      const statement = database.prepare(sql);
      entry = { statement, reader: statement.columns().length > 0 };
      if (cache.size >= STATEMENTS) cache.delete(cache.keys().next().value as string);
      cache.set(sql, entry);
    }
    return entry;
  };
  return {
    close: () => database.close(),
    prepare(sql) {
      const { statement, reader } = prepared(sql);
      const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
      return {
        reader,
        all: (parameters) => statement.all(...values(parameters)),
        run: (parameters) => statement.run(...values(parameters)),
        iterate: (parameters) => statement.iterate(...values(parameters)) as IterableIterator<unknown>,
      };
    },
  };
}

/** SQLite's schema changes are transactional; Kysely's own adapter does not say so. */
class Adapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }
}

/**
 * Takes the write lock at `begin`, so that another process makes us wait instead of failing half-way. A statement is
 * over before anything else is looked at, and so would be a thousand of them one after the other: whoever has many to
 * run waits in between.
 */
class Driver extends SqliteDriver {
  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    if (Object.hasOwn(connection, 'executeQuery')) return connection;
    const { executeQuery } = connection;
    connection.executeQuery = async (query, ...rest) => {
      await breatheIfLong();
      return executeQuery.call(connection, query, ...rest) as never;
    };
    return connection;
  }

  override async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
  /** A full disk has rolled it back already; what is told is why. */
  override async rollbackTransaction(connection: DatabaseConnection) {
    await super.rollbackTransaction(connection).catch((error: Error) => {
      if (!error.message.includes('no transaction is active')) throw error;
    });
  }
}

export function openSqlite(
  file: string,
  statements: Statements,
): { dialect: SqliteDialect; raw: DatabaseSync } {
  const raw = new DatabaseSync(file, { timeout: 5000 });
  raw.exec(PRAGMAS);
  const config = { database: adapt(raw) };
  class Dialect extends SqliteDialect {
    override createDriver() {
      return watchConnections(new Driver(config), statements);
    }
    override createAdapter() {
      return new Adapter();
    }
  }
  return { dialect: new Dialect(config), raw };
}
