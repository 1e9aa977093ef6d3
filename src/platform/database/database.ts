import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { Failure } from '../../shared/failure.ts';
import { ConfigError } from '../config/config.ts';
import { isOutage, READ_ONLY_SQLSTATE } from '../http/failures.ts';
import { type ChangedTables, type StatementObserver, trackConnections } from './dependencyTracking.ts';
import { type HealthCheck, startHealthCheck } from './healthCheck.ts';
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

const CHANNEL = 'vitrine_content';
/** Prefix of `application_name` of listening connections; a random id of the process follows. */
const LISTENER_PREFIX = 'vitrine ';
const POLL_MS = 1000;

export function openDatabase(options: {
  url?: string | undefined;
  dataDir: string;
  /**
   * Pool size (PostgreSQL) and statement timeout (ms). Commands omit it, because they do one thing at a time.
   */
  pool?: PoolOptions;
  /** Callbacks for the outcome of statements and the availability of the server. */
  watch?: DatabaseObserver;
}): Database {
  const { url, dataDir, pool, watch = NO_OBSERVER } = options;
  return url
    ? openPostgres(url, pool ?? { connections: 2, statementMs: 0 }, watch)
    : openSqliteDatabase(dataDir, watch, pool?.statementMs);
}

interface DatabaseObserver {
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

interface PoolOptions {
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

// Counts fit into a number; by default the driver returns them as text, on this engine only.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/**
 * Message for a save whose commit was not acknowledged. It has no Retry-After: a blind retry may save twice.
 */
export const COMMIT_OUTCOME_UNKNOWN =
  'A ligação com o banco caiu enquanto salvávamos, e não sabemos se foi salvo. Confira antes de tentar de novo.';

interface Availability {
  isUnavailable(): boolean;
  /** Called when a commit got no response: it may have been done, or may be done later. */
  onUnknownOutcome(): void;
}

/**
 * A dialect that reports statements, refuses connections during an outage, and preserves the error that ended
 * a transaction.
 */
class WatchedPostgresDialect extends PostgresDialect {
  readonly #availability: Availability;
  readonly #statements: StatementObserver;

  constructor(pool: pg.Pool, availability: Availability, statements: StatementObserver) {
    super({ pool });
    this.#availability = availability;
    this.#statements = statements;
  }

  override createDriver() {
    const driver = super.createDriver();
    const acquire = driver.acquireConnection.bind(driver);
    driver.acquireConnection = async (options) => {
      if (this.#availability.isUnavailable()) throw new Failure('unavailable', undefined, { retryAfter: 5 });
      return acquire(options);
    };
    const commit = driver.commitTransaction.bind(driver);
    driver.commitTransaction = async (connection) => {
      try {
        await commit(connection);
      } catch (error) {
        if (!isOutage(error)) throw error;
        this.#availability.onUnknownOutcome();
        throw new Failure('unavailable', COMMIT_OUTCOME_UNKNOWN, { cause: error });
      }
    };
    const rollback = driver.rollbackTransaction.bind(driver);
    // On a lost connection the rollback fails too, and its error would hide the reason. Kysely drops that
    // connection.
    driver.rollbackTransaction = (connection) => rollback(connection).catch(() => {});
    return trackConnections(driver, this.#statements);
  }
}

/** Longest wait for a connection, from the pool or from a server that hangs. */
const CONNECT_MS = 2500;
const IDLE_TRANSACTION_MS = 60_000;
/** Grace period for the server to report its own statement timeout. */
const TIMEOUT_GRACE_MS = 500;

function openPostgres(
  url: string,
  { connections, statementMs }: PoolOptions,
  { statements, server, replaced }: DatabaseObserver,
): Database {
  const instanceId = randomUUID();
  let sender = instanceId;
  const listeners = new Set<(changed: ChangedTables) => void>();
  const sockets = new Set<Socket>();
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    // Set by a query: a pooler rejects startup parameters that it does not know.
    async onConnect(client) {
      const { rows } = await client.query<{ standby: boolean }>(
        `select pg_is_in_recovery() as standby, set_config('statement_timeout', $1, false),
          set_config('idle_in_transaction_session_timeout', $2, false)`,
        [String(statementMs), String(IDLE_TRANSACTION_MS)],
      );
      // A standby may return stale data, which would be cached as fresh.
      if (rows[0]?.standby)
        throw Object.assign(new Error('the server is a standby'), { code: READ_ONLY_SQLSTATE });
    },
    stream() {
      const socket = new Socket();
      sockets.add(socket);
      return socket.once('close', () => sockets.delete(socket));
    },
  });
  // An idle connection that breaks is replaced at the next use; without a listener it would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
    // Drop a connection that turned read-only (server demoted, or proxy switched): a new one may reach the
    // primary.
    const { connection } = client as pg.Client;
    connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code === READ_ONLY_SQLSTATE) connection.stream.destroy();
    });
    // Without a health check no request is served yet, and migrations may take any time.
    limitQueryTime(client, () => (pulses.size > 0 ? statementMs + TIMEOUT_GRACE_MS : 0));
  });
  const pulses = new Set<HealthCheck>();
  const db = new Kysely<Tables>({
    dialect: new WatchedPostgresDialect(
      pool,
      {
        isUnavailable: () => [...pulses].some((pulse) => pulse.isUnavailable()),
        onUnknownOutcome() {
          // With a new id, our own notification is not ignored if the commit is done later.
          sender = randomUUID();
          for (const listener of listeners) listener('all');
        },
      },
      statements,
    ),
  });
  return {
    db,
    engine: 'postgres',
    raw: { postgres: pool },
    receivesNotifications: () => [...pulses].every((pulse) => pulse.receivesNotifications()),
    onForeignChange(listener) {
      listeners.add(listener);
      const pulse = startHealthCheck({
        url,
        channel: CHANNEL,
        name: LISTENER_PREFIX + instanceId,
        selfPayload: instanceId,
        onNotification(text) {
          const notification = decodeNotification(text);
          if (notification.sender !== sender && notification.changed.length > 0)
            listener(notification.changed);
        },
        // Queries in flight would otherwise wait for the statement timeout, or longer.
        onUnavailable() {
          server.reportFailure();
          for (const socket of sockets) socket.destroy();
        },
        onRecovered: server.reportSuccess,
        onReplaced: replaced,
      });
      pulses.add(pulse);
      return () => {
        pulse.stop();
        pulses.delete(pulse);
        listeners.delete(listener);
      };
    },
    async isServedElsewhere() {
      const { rows } = await sql<{ name: string }>`
        select application_name as name from pg_stat_activity
        where datname = current_database() and starts_with(application_name, ${LISTENER_PREFIX})
      `.execute(db);
      return rows.some(({ name }) => name !== LISTENER_PREFIX + instanceId);
    },
    async announceChange(transaction, changed) {
      await sql`select pg_notify(${CHANNEL}, ${encodeNotification(sender, changed)})`.execute(transaction);
    },
    async close() {
      for (const pulse of pulses) pulse.stop();
      await db.destroy();
    },
  };
}

/**
 * Destroys the connection of a query that takes longer than `maxMs` (ms; 0 for no limit). The server's
 * statement timeout does not cover the commit, which waits indefinitely for an absent synchronous standby.
 */
function limitQueryTime(client: pg.PoolClient, maxMs: () => number): void {
  const query = client.query as (...given: unknown[]) => unknown;
  const bounded = (...args: unknown[]) => {
    const result = query.apply(client, args);
    const ms = maxMs();
    if (ms > 0 && result instanceof Promise) {
      const timer = setTimeout(() => (client as pg.Client).connection.stream.destroy(), ms);
      const end = () => clearTimeout(timer);
      result.then(end, end);
    }
    return result;
  };
  client.query = bounded as typeof client.query;
}

/** PostgreSQL rejects a notification of 8000 bytes or more. Table names are ASCII. */
const MAX_NOTIFICATION_BYTES = 7999;
const ALL = '*';

/** Encodes a notification: the sender, who ignores its own, and the changed tables. */
function encodeNotification(sender: string, changed: ChangedTables): string {
  const text = [sender, ...(changed === 'all' ? [ALL] : changed)].join(' ');
  return Buffer.byteLength(text) > MAX_NOTIFICATION_BYTES ? `${sender} ${ALL}` : text;
}

function decodeNotification(text: string | undefined): { sender: string; changed: ChangedTables } {
  const [sender = '', ...tables] = (text ?? '').split(' ');
  // The text is empty after a lost connection and from earlier releases. It holds the sender alone when a
  // health check hears itself.
  return { sender, changed: sender === '' || tables.includes(ALL) ? 'all' : tables };
}
