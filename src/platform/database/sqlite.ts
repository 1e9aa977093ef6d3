import { renameSync, statSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
} from 'kysely';
import { createMutex } from '../../shared/async.ts';
import { Failure } from '../../shared/failure.ts';
import { ConfigError } from '../config/config.ts';
import { isDamagedDatabase } from '../http/failures.ts';
import { yieldIfLong } from '../processes/yieldToEventLoop.ts';
import { type StatementObserver, trackConnections } from './dependencyTracking.ts';
import { openReader, type Reader } from './readers.ts';
import { prepareOnce } from './statements.ts';

/**
 * `secure_delete` overwrites deleted content, because people may ask for erasure. The page cache is limited
 * to 16 MB.
 */
const PRAGMAS = `
  pragma journal_mode = wal;
  pragma synchronous = full;
  pragma foreign_keys = on;
  pragma temp_store = memory;
  pragma secure_delete = on;
  pragma cache_size = -16000;
`;

/** Adapts Node's SQLite to Kysely's `SqliteDatabase`. */
export function adaptSqlite(database: DatabaseSync): SqliteDatabase {
  const prepared = prepareOnce(database);
  return {
    close: () => database.close(),
    prepare(sql) {
      const { statement, reads } = prepared(sql);
      const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
      return {
        reader: reads,
        all: (parameters) => statement.all(...values(parameters)),
        run: (parameters) => statement.run(...values(parameters)),
        iterate: (parameters) => statement.iterate(...values(parameters)) as IterableIterator<unknown>,
      };
    },
  };
}

class Adapter extends SqliteAdapter {
  /**
   * Returns true, because SQLite's schema changes are transactional; Kysely's own adapter does not say so.
   */
  override get supportsTransactionalDdl() {
    return true;
  }
  /** Returns true, because the driver below serializes writers itself. */
  override get supportsMultipleConnections() {
    return true;
  }
}

/** Longest wait of a caller for another process's lock, including its time in the queue. */
const LOCK_MS = 5000;
const FIRST_RETRY_MS = 5;
const LAST_RETRY_MS = 50;
const SQLITE_BUSY = 5;
const isBusy = (error: unknown) =>
  (Number((error as { errcode?: number } | null)?.errcode) & 0xff) === SQLITE_BUSY;

const READ = /^\s*(?:select|with)\b/i;
const isRead = ({ query, sql }: CompiledQuery) =>
  SelectQueryNode.is(query) || (query.kind === 'RawNode' && READ.test(sql));

/**
 * A caller's connection to the database. In a transaction it holds the single writing connection exclusively.
 * Otherwise it reads by a reader thread, and holds the writing connection for one statement at a time.
 */
class Session implements DatabaseConnection {
  readonly #writer: DatabaseConnection;
  readonly #acquireWriter: () => Promise<() => void>;
  readonly #reader: Reader | undefined;
  #release: (() => void) | undefined;
  #lockDeadline = 0;

  constructor(
    writer: DatabaseConnection,
    acquireWriter: () => Promise<() => void>,
    reader: Reader | undefined,
  ) {
    this.#writer = writer;
    this.#acquireWriter = acquireWriter;
    this.#reader = reader;
  }

  async acquire() {
    this.#lockDeadline = performance.now() + LOCK_MS;
    this.#release = await this.#acquireWriter();
  }

  release() {
    this.#release?.();
    this.#release = undefined;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#release) return this.#write(query);
    if (this.#reader && isRead(query))
      return { rows: (await this.#reader.all(query.sql, query.parameters)) as R[] };
    await this.acquire();
    try {
      return await this.#write(query);
    } finally {
      this.release();
    }
  }

  /**
   * Yields to the event loop between statements. Each statement blocks it, and so would a thousand in a row.
   */
  async #write<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    await yieldIfLong();
    // SQLite's own wait would block the event loop. A busy statement has changed nothing, so a retry is safe.
    for (let wait = FIRST_RETRY_MS; ; wait = Math.min(2 * wait, LAST_RETRY_MS)) {
      try {
        return await this.#writer.executeQuery(query);
      } catch (error) {
        if (!isBusy(error) || performance.now() > this.#lockDeadline) throw error;
      }
      await sleep(wait);
    }
  }

  /** Yields all rows at once. Callers that stream read in batches themselves. */
  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery(query);
  }
}

class Driver extends SqliteDriver {
  readonly #acquireWriter = createMutex();
  readonly #reader: Reader | undefined;
  readonly #isReplaced: () => boolean;
  /** Sessions to use again, because Kysely and `trackConnections` wrap each new one. */
  readonly #released: Session[] = [];

  constructor(database: SqliteDatabase, reader: Reader | undefined, isReplaced: () => boolean) {
    super({ database });
    this.#reader = reader;
    this.#isReplaced = isReplaced;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return (
      this.#released.pop() ?? new Session(await super.acquireConnection(), this.#acquireWriter, this.#reader)
    );
  }

  override async releaseConnection(connection?: DatabaseConnection) {
    const session = connection as Session;
    session.release();
    this.#released.push(session);
  }

  /** Takes the write lock at `begin`, so that another process makes us wait instead of failing half-way. */
  override async beginTransaction(session: DatabaseConnection) {
    await (session as Session).acquire();
    await session.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /**
   * Refuses to commit to a replaced file: it has no name any more, and its content would be lost with this
   * process.
   */
  override async commitTransaction(connection: DatabaseConnection) {
    if (this.#isReplaced()) throw new Failure('unavailable', undefined, { retryAfter: 5 });
    await super.commitTransaction(connection);
  }

  /** Ignores that a full disk has rolled back already, so that the original error is reported. */
  override async rollbackTransaction(connection: DatabaseConnection) {
    await super.rollbackTransaction(connection).catch((error: Error) => {
      if (!error.message.includes('no transaction is active')) throw error;
    });
  }

  override async destroy() {
    this.#reader?.close();
    await super.destroy();
  }
}

export interface Replacement {
  isReplaced(): boolean;
  /** Renames the write-ahead log of the former file, because SQLite would apply it to the new one. */
  setAside(): void;
}

const SIDE_FILES = ['-wal', '-shm'];

/** Detects by inode that another file took the place of ours. */
function watchReplacement(file: string): Replacement {
  const inodeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.ino;
  const own = inodeOf(file);
  let sideInodes = SIDE_FILES.map((ending) => inodeOf(file + ending));
  return {
    isReplaced() {
      if (inodeOf(file) !== own) return true;
      sideInodes = SIDE_FILES.map((ending) => inodeOf(file + ending));
      return false;
    },
    setAside() {
      for (const [at, ending] of SIDE_FILES.entries())
        if (sideInodes[at] !== undefined && inodeOf(file + ending) === sideInodes[at])
          renameSync(file + ending, `${file}${ending}.before`);
    },
  };
}

/** Returns the error of a start that cannot open the data folder. */
export const cannotOpenDatabase = (directory: string, cause: unknown) =>
  new ConfigError(
    `DATA_DIR: não deu para abrir o banco de dados em ${directory} (${(cause as Error).message}). O disco aceita gravações, e quem roda o Vitrine pode gravar nele?`,
    { cause },
  );

/** Returns the error of a damaged database, for the operator who restores a backup. */
export const damagedDatabase = (file: string, cause: unknown) =>
  new ConfigError(
    `O banco ${file} está danificado (${(cause as Error).message}). Guarde-o à parte com os que têm o mesmo começo de nome, e traga de volta a última cópia de segurança: npm run vitrine -- restore.`,
    { cause },
  );

/** Opens a SQLite file. With `patienceMs`, reads outside transactions run in worker threads and time out. */
export function openSqlite(
  file: string,
  statements: StatementObserver,
  patienceMs?: number,
): { dialect: SqliteDialect; raw: DatabaseSync; replacement: Replacement } {
  const raw = new DatabaseSync(file, { timeout: LOCK_MS });
  try {
    raw.exec(PRAGMAS);
    raw.exec('pragma busy_timeout = 0');
  } catch (error) {
    raw.close();
    throw isDamagedDatabase(error) ? damagedDatabase(file, error) : error;
  }
  const config = { database: adaptSqlite(raw) };
  const reader = patienceMs ? openReader(file, patienceMs) : undefined;
  const replacement = watchReplacement(file);
  class Dialect extends SqliteDialect {
    override createDriver() {
      return trackConnections(new Driver(config.database, reader, replacement.isReplaced), statements);
    }
    override createAdapter() {
      return new Adapter();
    }
  }
  return { dialect: new Dialect(config), raw, replacement };
}
