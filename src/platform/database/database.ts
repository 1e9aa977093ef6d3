import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { Failure } from '../../contract/failure.ts';
import { ConfigError } from '../config.ts';
import { isOutage, READ_ONLY } from '../http/failures.ts';
import { keepPulse, type Pulse } from './pulse.ts';
import { cannotOpen, openSqlite } from './sqlite.ts';
import type { Tables } from './tables.ts';
import { type Changed, type Statements, watchConnections } from './watch.ts';

export type Engine = 'sqlite' | 'postgres';
export type Db = Kysely<Tables>;
/** A connection that may or may not be inside a transaction. */
export type DbOrTransaction = Kysely<Tables> | Transaction<Tables>;

export interface Database {
  db: Db;
  engine: Engine;
  /**
   * Calls back after content changed somewhere else: in another instance (PostgreSQL's NOTIFY, which names the
   * tables) or another process on the same file (which SQLite tells, and nothing of what it was). Answers the way
   * to stop.
   */
  onForeignChange(listener: (changed: Changed) => void): () => void;
  /** Whether changes elsewhere are heard as they come; while not, a change of anything is assumed every few seconds. */
  hears(): boolean;
  /** Tells other instances, from inside the writing transaction, so that they hear at its commit only. */
  announceChange(transaction: DbOrTransaction, changed: Changed): Promise<void>;
  /** Whether another process listens to the same changes, and so may serve them. Of a SQLite a lock tells it (`serving.ts`). */
  servedElsewhere(): Promise<boolean>;
  /** Handles of the engine below, for libraries that speak to it directly. */
  raw: { sqlite: import('node:sqlite').DatabaseSync } | { postgres: pg.Pool };
  close(): Promise<void>;
}

const CHANNEL = 'vitrine_content';
/** How who listens is called among the sessions of a server, before a word of his own. */
const LISTENING = 'vitrine ';
const POLL_MS = 1000;

export function openDatabase(options: {
  url?: string | undefined;
  dataDir: string;
  /**
   * How many connections at once (PostgreSQL's), and what a statement may take (ms). Left out by commands, which do one
   * thing after the other.
   */
  pool?: PoolOptions;
  /** Who wants to know how statements end, and whether there is a server at all. */
  watch?: Watching;
}): Database {
  const { url, dataDir, pool, watch = NOBODY } = options;
  return url
    ? openPostgres(url, pool ?? { connections: 2, statementMs: 0 }, watch)
    : openFile(dataDir, watch, pool?.statementMs);
}

interface Watching {
  statements: Statements;
  /** The server hangs or is gone, or is there again; known without anybody's question. */
  server: { failed(): void; worked(): void };
  /** Another database stands in its place, such as a backup that was restored: nothing that is remembered holds. */
  replaced(): void;
}

const nobody = { worked() {}, failed() {} };
const NOBODY: Watching = { statements: nobody, server: nobody, replaced() {} };

interface PoolOptions {
  connections: number;
  statementMs: number;
}

/** What keeps a start from its disk, in words for whoever starts it. */
function openIn(dataDir: string, statements: Statements, statementMs: number | undefined) {
  try {
    mkdirSync(dataDir, { recursive: true });
    return openSqlite(join(dataDir, 'vitrine.db'), statements, statementMs);
  } catch (error) {
    throw error instanceof ConfigError ? error : cannotOpen(dataDir, error);
  }
}

function openFile(
  dataDir: string,
  { statements, replaced }: Watching,
  statementMs: number | undefined,
): Database {
  const { dialect, raw, replacement } = openIn(dataDir, statements, statementMs);
  const db = new Kysely<Tables>({ dialect });
  const timers = new Set<NodeJS.Timeout>();
  return {
    db,
    engine: 'sqlite',
    raw: { sqlite: raw },
    onForeignChange(listener) {
      // data_version moves only when another connection commits.
      const statement = raw.prepare('pragma data_version');
      const read = () => Number(statement.get()?.data_version);
      let seen = read();
      const timer = setInterval(() => {
        if (replacement.isReplaced()) {
          clearInterval(timer);
          replacement.setAside();
          return replaced();
        }
        const version = read();
        if (version === seen) return;
        seen = version;
        listener('all');
      }, POLL_MS).unref();
      timers.add(timer);
      return () => {
        clearInterval(timer);
        timers.delete(timer);
      };
    },
    hears: () => true,
    servedElsewhere: async () => false,
    async announceChange() {},
    async close() {
      for (const timer of timers) clearInterval(timer);
      await db.destroy();
    },
  };
}

// Counts are small enough for a number; the driver's default would make them text on this engine only.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Of a save whose end nobody heard. Without a time to come back after: who repeats it blindly may save it twice. */
export const UNSURE =
  'A ligação com o banco caiu enquanto salvávamos, e não sabemos se foi salvo. Confira antes de tentar de novo.';

interface Outlook {
  isAway(): boolean;
  /** A commit was sent off, and no answer came: it may be done, now or later. */
  unsure(): void;
}

/** Its statements are watched, nobody gets a connection while it is away, and what ended a transaction is told. */
class WatchedPostgresDialect extends PostgresDialect {
  readonly #outlook: Outlook;
  readonly #statements: Statements;

  constructor(pool: pg.Pool, outlook: Outlook, statements: Statements) {
    super({ pool });
    this.#outlook = outlook;
    this.#statements = statements;
  }

  override createDriver() {
    const driver = super.createDriver();
    const acquire = driver.acquireConnection.bind(driver);
    driver.acquireConnection = async (options) => {
      if (this.#outlook.isAway()) throw new Failure('unavailable', undefined, { retryAfter: 5 });
      return acquire(options);
    };
    const commit = driver.commitTransaction.bind(driver);
    driver.commitTransaction = async (connection) => {
      try {
        await commit(connection);
      } catch (error) {
        if (!isOutage(error)) throw error;
        this.#outlook.unsure();
        throw new Failure('unavailable', UNSURE, { cause: error });
      }
    };
    const rollback = driver.rollbackTransaction.bind(driver);
    // On a connection that is lost it fails too, and would be told instead of the reason. Kysely lets go of that one.
    driver.rollbackTransaction = (connection) => rollback(connection).catch(() => {});
    return watchConnections(driver, this.#statements);
  }
}

/** After so long without a connection whoever asked is told so: in a queue, or from a server that hangs. */
const CONNECT_MS = 2500;
const IDLE_TRANSACTION_MS = 60_000;
/** By so much the server may be late to say that a statement took too long. */
const LATE_MS = 500;

function openPostgres(
  url: string,
  { connections, statementMs }: PoolOptions,
  { statements, server, replaced }: Watching,
): Database {
  const word = randomUUID();
  let sender = word;
  const listeners = new Set<(changed: Changed) => void>();
  const sockets = new Set<Socket>();
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    // Asked for and not sent with the greeting, from which a pooler takes nothing that it does not know.
    async onConnect(client) {
      const { rows } = await client.query<{ standby: boolean }>(
        `select pg_is_in_recovery() as standby, set_config('statement_timeout', $1, false),
          set_config('idle_in_transaction_session_timeout', $2, false)`,
        [String(statementMs), String(IDLE_TRANSACTION_MS)],
      );
      // What it answers may be old, and would be kept as new.
      if (rows[0]?.standby) throw Object.assign(new Error('the server is a standby'), { code: READ_ONLY });
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
    // Another one may lead to where writes are taken: behind it the server changed its part, or a proxy its server.
    const { connection } = client as pg.Client;
    connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code === READ_ONLY) connection.stream.destroy();
    });
    // Whoever migrates, before anybody is served, waits for as long as it takes.
    boundWaiting(client, () => (pulses.size > 0 ? statementMs + LATE_MS : 0));
  });
  const pulses = new Set<Pulse>();
  const db = new Kysely<Tables>({
    dialect: new WatchedPostgresDialect(
      pool,
      {
        isAway: () => [...pulses].some((pulse) => pulse.isAway()),
        unsure() {
          // If it is done later, this is how it is heard of here.
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
    hears: () => [...pulses].every((pulse) => pulse.hears()),
    onForeignChange(listener) {
      listeners.add(listener);
      const pulse = keepPulse({
        url,
        channel: CHANNEL,
        name: LISTENING + word,
        word,
        onNews(text) {
          const news = readNews(text);
          if (news.sender !== sender && news.changed.length > 0) listener(news.changed);
        },
        // What waits for an answer would wait for as long as the statement may take, and longer.
        onAway() {
          server.failed();
          for (const socket of sockets) socket.destroy();
        },
        onBack: server.worked,
        onReplaced: replaced,
      });
      pulses.add(pulse);
      return () => {
        pulse.stop();
        pulses.delete(pulse);
        listeners.delete(listener);
      };
    },
    async servedElsewhere() {
      const { rows } = await sql<{ name: string }>`
        select application_name as name from pg_stat_activity
        where datname = current_database() and starts_with(application_name, ${LISTENING})
      `.execute(db);
      return rows.some(({ name }) => name !== LISTENING + word);
    },
    async announceChange(transaction, changed) {
      await sql`select pg_notify(${CHANNEL}, ${writeNews(sender, changed)})`.execute(transaction);
    },
    async close() {
      for (const pulse of pulses) pulse.stop();
      await db.destroy();
    },
  };
}

/**
 * The server's own limit of a statement does not hold for its commit, which waits for a standby for as long as there is
 * none. `longest` in milliseconds, or 0 where there is none; then the connection is given up.
 */
function boundWaiting(client: pg.PoolClient, longest: () => number): void {
  const query = client.query as (...given: unknown[]) => unknown;
  const bounded = (...given: unknown[]) => {
    const answered = query.apply(client, given);
    const ms = longest();
    if (ms > 0 && answered instanceof Promise) {
      const late = setTimeout(() => (client as pg.Client).connection.stream.destroy(), ms);
      const end = () => clearTimeout(late);
      answered.then(end, end);
    }
    return answered;
  };
  client.query = bounded as typeof client.query;
}

/** PostgreSQL refuses a text of 8000 bytes; names of tables are ASCII. */
const LONGEST_NEWS = 7999;
const ALL = '*';

/** Who says it, who hears it too, and which tables changed. */
function writeNews(sender: string, changed: Changed): string {
  const news = [sender, ...(changed === 'all' ? [ALL] : changed)].join(' ');
  return Buffer.byteLength(news) > LONGEST_NEWS ? `${sender} ${ALL}` : news;
}

function readNews(text: string | undefined): { sender: string; changed: Changed } {
  const [sender = '', ...tables] = (text ?? '').split(' ');
  // Nothing is said where a connection was lost, and by earlier releases; only who says it, where somebody listens to
  // itself.
  return { sender, changed: sender === '' || tables.includes(ALL) ? 'all' : tables };
}
