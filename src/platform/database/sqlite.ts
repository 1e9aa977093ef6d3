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
import { Failure } from '../../contract/failure.ts';
import { breatheIfLong } from '../breath.ts';
import { ConfigError } from '../config.ts';
import { isDamaged } from '../http/failures.ts';
import { createLine } from '../line.ts';
import { openReader, type Reader } from './readers.ts';
import { prepareOnce } from './statements.ts';
import { type Statements, watchConnections } from './watch.ts';

/** What is deleted is overwritten too: people may ask for their data to be erased. The cache is 16 MB at most. */
const PRAGMAS = `
  pragma journal_mode = wal;
  pragma synchronous = full;
  pragma foreign_keys = on;
  pragma temp_store = memory;
  pragma secure_delete = on;
  pragma cache_size = -16000;
`;

/** Node's own SQLite as Kysely's `SqliteDatabase`. */
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
  /** SQLite's schema changes are transactional; Kysely's own adapter does not say so. */
  override get supportsTransactionalDdl() {
    return true;
  }
  /** Of those who write one is let in at a time, by the driver below. */
  override get supportsMultipleConnections() {
    return true;
  }
}

/** The time that a caller waits for the lock of another process, its time in the queue included. */
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
 * What one caller of the database has in hand: within a transaction the one connection that writes, and before all
 * others; else a reader for what it reads, and that connection for the length of a statement.
 */
class Session implements DatabaseConnection {
  readonly #writer: DatabaseConnection;
  readonly #nextInLine: () => Promise<() => void>;
  readonly #reader: Reader | undefined;
  #release: (() => void) | undefined;
  #lockDeadline = 0;

  constructor(writer: DatabaseConnection, nextInLine: () => Promise<() => void>, reader: Reader | undefined) {
    this.#writer = writer;
    this.#nextInLine = nextInLine;
    this.#reader = reader;
  }

  async hold() {
    this.#lockDeadline = performance.now() + LOCK_MS;
    this.#release = await this.#nextInLine();
  }

  letGo() {
    this.#release?.();
    this.#release = undefined;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#release) return this.#write(query);
    if (this.#reader && isRead(query))
      return { rows: (await this.#reader.all(query.sql, query.parameters)) as R[] };
    await this.hold();
    try {
      return await this.#write(query);
    } finally {
      this.letGo();
    }
  }

  /**
   * A statement is over before anything else is looked at, and so would be a thousand of them one after the other:
   * whoever has many to run waits in between.
   */
  async #write<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    await breatheIfLong();
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

  /** All rows at once: whoever wants them piece by piece asks so. */
  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery(query);
  }
}

class Driver extends SqliteDriver {
  readonly #nextInLine = createLine();
  readonly #reader: Reader | undefined;
  readonly #isReplaced: () => boolean;

  constructor(database: SqliteDatabase, reader: Reader | undefined, isReplaced: () => boolean) {
    super({ database });
    this.#reader = reader;
    this.#isReplaced = isReplaced;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return new Session(await super.acquireConnection(), this.#nextInLine, this.#reader);
  }

  override async releaseConnection(session?: DatabaseConnection) {
    (session as Session).letGo();
  }

  /** Takes the write lock at `begin`, so that another process makes us wait instead of failing half-way. */
  override async beginTransaction(session: DatabaseConnection) {
    await (session as Session).hold();
    await session.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /** What is written to a file that has no name any more would be lost with this process. */
  override async commitTransaction(connection: DatabaseConnection) {
    if (this.#isReplaced()) throw new Failure('unavailable', undefined, { retryAfter: 5 });
    await super.commitTransaction(connection);
  }

  /** A full disk has rolled it back already; what is told is why. */
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
  /** Takes the log of the file that is gone out of the way: SQLite would apply it to the one that stands there now. */
  setAside(): void;
}

const BESIDE = ['-wal', '-shm'];

/** Whether another file stands where ours did. */
function watchReplacement(file: string): Replacement {
  const inodeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.ino;
  const own = inodeOf(file);
  let beside = BESIDE.map((ending) => inodeOf(file + ending));
  return {
    isReplaced() {
      if (inodeOf(file) !== own) return true;
      beside = BESIDE.map((ending) => inodeOf(file + ending));
      return false;
    },
    setAside() {
      for (const [at, ending] of BESIDE.entries())
        if (beside[at] !== undefined && inodeOf(file + ending) === beside[at])
          renameSync(file + ending, `${file}${ending}.before`);
    },
  };
}

/** What keeps a start from its folder. */
export const cannotOpen = (directory: string, cause: unknown) =>
  new ConfigError(
    `DATA_DIR: não deu para abrir o banco de dados em ${directory} (${(cause as Error).message}). O disco aceita gravações, e quem roda o Vitrine pode gravar nele?`,
    { cause },
  );

/** For whoever has to put another in its place. */
export const damaged = (file: string, cause: unknown) =>
  new ConfigError(
    `O banco ${file} está danificado (${(cause as Error).message}). Guarde-o à parte com os que têm o mesmo começo de nome, e traga de volta a última cópia de segurança: npm run vitrine -- restore.`,
    { cause },
  );

/** With `patienceMs`, what is read outside of transactions is read in threads of its own, and given up after so long. */
export function openSqlite(
  file: string,
  statements: Statements,
  patienceMs?: number,
): { dialect: SqliteDialect; raw: DatabaseSync; replacement: Replacement } {
  const raw = new DatabaseSync(file, { timeout: LOCK_MS });
  try {
    raw.exec(PRAGMAS);
    raw.exec('pragma busy_timeout = 0');
  } catch (error) {
    raw.close();
    throw isDamaged(error) ? damaged(file, error) : error;
  }
  const config = { database: adaptSqlite(raw) };
  const reader = patienceMs ? openReader(file, patienceMs) : undefined;
  const replacement = watchReplacement(file);
  class Dialect extends SqliteDialect {
    override createDriver() {
      return watchConnections(new Driver(config.database, reader, replacement.isReplaced), statements);
    }
    override createAdapter() {
      return new Adapter();
    }
  }
  return { dialect: new Dialect(config), raw, replacement };
}
