import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, type Transaction } from 'kysely';
import type pg from 'pg';
import { ConfigError } from '../config/config.ts';
import type { ChangedTables, StatementObserver } from './dependencyTracking.ts';
import { cannotOpenDatabase, openSqlite } from './sqlite.ts';
import type { Tables } from './tables.ts';

export type Engine = 'sqlite' | 'postgres';
export type Db = Kysely<Tables>;
/** A connection inside or outside a transaction. */
export type DbOrTransaction = Kysely<Tables> | Transaction<Tables>;

export interface Database {
  db: Db;
  engine: Engine;
  /**
   * Calls `listener` after content changed elsewhere: in another instance (PostgreSQL's NOTIFY, which names
   * the tables) or in another process on the same file (SQLite, which does not say what changed). Returns a
   * function that stops listening.
   */
  onForeignChange(listener: (changed: ChangedTables) => void): () => void;
  /**
   * Returns whether changes elsewhere arrive at once. If not, a change of anything is assumed every few
   * seconds.
   */
  receivesNotifications(): boolean;
  /**
   * Notifies other instances from inside the writing transaction, so that they hear of it only at its commit.
   */
  announceChange(transaction: DbOrTransaction, changed: ChangedTables): Promise<void>;
  /**
   * Returns whether another process listens to the same changes and so may serve them. SQLite uses a lock
   * instead (`servingLock.ts`).
   */
  isServedElsewhere(): Promise<boolean>;
  /** Engine handles for libraries that use them directly. */
  raw: { sqlite: import('node:sqlite').DatabaseSync } | { postgres: pg.Pool };
  close(): Promise<void>;
}

const POLL_MS = 1000;

/** Opens the configured database. The driver of PostgreSQL is loaded only for it, because it costs memory and time. */
export async function openDatabase(options: {
  url?: string | undefined;
  dataDir: string;
  /**
   * Pool size (PostgreSQL) and statement timeout (ms). Commands omit it, because they do one thing at a time.
   */
  pool?: PoolOptions;
  /** Callbacks for the outcome of statements and the availability of the server. */
  watch?: DatabaseObserver;
}): Promise<Database> {
  const { url, dataDir, pool, watch = NO_OBSERVER } = options;
  if (!url) return openSqliteDatabase(dataDir, watch, pool?.statementMs);
  const { openPostgres } = await import('./postgres.ts');
  return openPostgres(url, pool ?? { connections: 2, statementMs: 0 }, watch);
}

export interface DatabaseObserver {
  statements: StatementObserver;
  /** Called when the server hangs, disappears or recovers, without waiting for a query to find out. */
  server: { reportFailure(): void; reportSuccess(): void };
  /**
   * Called when another database took its place, such as a restored backup: no cached value is valid any
   * more.
   */
  replaced(): void;
}

const NO_OBSERVER: DatabaseObserver = {
  statements: { worked() {}, failed() {} },
  server: { reportFailure() {}, reportSuccess() {} },
  replaced() {},
};

export interface PoolOptions {
  connections: number;
  statementMs: number;
}

/** Opens the SQLite database in `dataDir`. Throws a `ConfigError` with a message for the operator. */
function openSqliteIn(dataDir: string, statements: StatementObserver, statementMs: number | undefined) {
  try {
    mkdirSync(dataDir, { recursive: true });
    return openSqlite(join(dataDir, 'vitrine.db'), statements, statementMs);
  } catch (error) {
    throw error instanceof ConfigError ? error : cannotOpenDatabase(dataDir, error);
  }
}

function openSqliteDatabase(
  dataDir: string,
  { statements, replaced }: DatabaseObserver,
  statementMs: number | undefined,
): Database {
  const { dialect, raw, replacement } = openSqliteIn(dataDir, statements, statementMs);
  const db = new Kysely<Tables>({ dialect });
  const timers = new Set<NodeJS.Timeout>();
  return {
    db,
    engine: 'sqlite',
    raw: { sqlite: raw },
    onForeignChange(listener) {
      // data_version changes only when another connection commits.
      const statement = raw.prepare('pragma data_version');
      const read = () => Number(statement.get()?.data_version);
      let lastVersion = read();
      const timer = setInterval(() => {
        if (replacement.isReplaced()) {
          clearInterval(timer);
          replacement.setAside();
          return replaced();
        }
        const version = read();
        if (version === lastVersion) return;
        lastVersion = version;
        listener('all');
      }, POLL_MS).unref();
      timers.add(timer);
      return () => {
        clearInterval(timer);
        timers.delete(timer);
      };
    },
    receivesNotifications: () => true,
    isServedElsewhere: async () => false,
    async announceChange() {},
    async close() {
      for (const timer of timers) clearInterval(timer);
      await db.destroy();
    },
  };
}
