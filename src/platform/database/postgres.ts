import { randomUUID } from 'node:crypto';
import { Socket } from 'node:net';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { Failure } from '../../shared/failure.ts';
import { isOutage, READ_ONLY_SQLSTATE } from '../http/failures.ts';
import type { Database, DatabaseObserver, PoolOptions } from './database.ts';
import { type ChangedTables, type StatementObserver, trackConnections } from './dependencyTracking.ts';
import { type HealthCheck, startHealthCheck } from './healthCheck.ts';
import type { Tables } from './tables.ts';

const CHANNEL = 'vitrine_content';
/** Prefix of `application_name` of listening connections; a random id of the process follows. */
const LISTENER_PREFIX = 'vitrine ';

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
/** A new connection reads catalogs and maps the server's buffers anew, which adds half or more to its first lists. */
const IDLE_CONNECTION_MS = 5 * 60_000;
/**
 * Cost of a page that is read out of order. PostgreSQL's default is that of a turning disk: with it, the planner
 * reads a third of all recipes in order rather than the few of a combined index. A value of the operator stays.
 */
const [DEFAULT_PAGE_COST, PAGE_COST] = ['4', '1.1'];
/** Grace period for the server to report its own statement timeout. */
const TIMEOUT_GRACE_MS = 500;

export function openPostgres(
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
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    keepAlive: true,
    // Set by a query: a pooler rejects startup parameters that it does not know.
    async onConnect(client) {
      const { rows } = await client.query<{ standby: boolean }>(
        `select pg_is_in_recovery() as standby, set_config('statement_timeout', $1, false),
          set_config('idle_in_transaction_session_timeout', $2, false),
          set_config(
            'random_page_cost',
            coalesce(nullif(current_setting('random_page_cost'), $3), $4),
            false
          )`,
        [String(statementMs), String(IDLE_TRANSACTION_MS), DEFAULT_PAGE_COST, PAGE_COST],
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
