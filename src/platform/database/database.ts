import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { Failure } from '../../contract/failure.ts';
import { keepPulse, type Pulse } from './pulse.ts';
import { openSqlite } from './sqlite.ts';
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
  /** Handles of the engine below, for libraries that speak to it directly. */
  raw: { sqlite: import('node:sqlite').DatabaseSync } | { postgres: pg.Pool };
  close(): Promise<void>;
}

const CHANNEL = 'vitrine_content';
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
}

const nobody = { worked() {}, failed() {} };
const NOBODY: Watching = { statements: nobody, server: nobody };

interface PoolOptions {
  connections: number;
  statementMs: number;
}

function openFile(dataDir: string, { statements }: Watching, statementMs: number | undefined): Database {
  mkdirSync(dataDir, { recursive: true });
  const { dialect, raw } = openSqlite(join(dataDir, 'vitrine.db'), statements, statementMs);
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
    async announceChange() {},
    async close() {
      for (const timer of timers) clearInterval(timer);
      await db.destroy();
    },
  };
}

// Counts are small enough for a number; the driver's default would make them text on this engine only.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Its statements are watched, and nobody gets a connection while `isAway`. */
class WatchedPostgresDialect extends PostgresDialect {
  readonly #isAway: () => boolean;
  readonly #statements: Statements;

  constructor(pool: pg.Pool, isAway: () => boolean, statements: Statements) {
    super({ pool });
    this.#isAway = isAway;
    this.#statements = statements;
  }

  override createDriver() {
    const driver = super.createDriver();
    const acquire = driver.acquireConnection.bind(driver);
    driver.acquireConnection = async (options) => {
      if (this.#isAway()) throw new Failure('unavailable', undefined, { retryAfter: 5 });
      return acquire(options);
    };
    return watchConnections(driver, this.#statements);
  }
}

/** After so long without a connection whoever asked is told so: in a queue, or from a server that hangs. */
const CONNECT_MS = 2500;
const IDLE_TRANSACTION_MS = 60_000;

function openPostgres(
  url: string,
  { connections, statementMs }: PoolOptions,
  { statements, server }: Watching,
): Database {
  const sender = randomUUID();
  const sockets = new Set<Socket>();
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
    keepAlive: true,
    stream() {
      const socket = new Socket();
      sockets.add(socket);
      return socket.once('close', () => sockets.delete(socket));
    },
  });
  // An idle connection that breaks is replaced at the next use; without a listener it would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const pulses = new Set<Pulse>();
  const db = new Kysely<Tables>({
    dialect: new WatchedPostgresDialect(pool, () => [...pulses].some((pulse) => pulse.isAway()), statements),
  });
  return {
    db,
    engine: 'postgres',
    raw: { postgres: pool },
    hears: () => [...pulses].every((pulse) => pulse.hears()),
    onForeignChange(listener) {
      const pulse = keepPulse({
        url,
        channel: CHANNEL,
        word: sender,
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
      });
      pulses.add(pulse);
      return () => {
        pulse.stop();
        pulses.delete(pulse);
      };
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
