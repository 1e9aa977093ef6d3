import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { openSqlite } from './sqlite.ts';
import type { Tables } from './tables.ts';
import { type Changed, watchConnections } from './watch.ts';

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
  /** PostgreSQL's: how many at once, and what a statement may take (ms). */
  pool?: { connections: number; statementMs: number };
}): Database {
  return options.url
    ? openPostgres(options.url, options.pool ?? { connections: 2, statementMs: 0 })
    : openFile(options.dataDir);
}

function openFile(dataDir: string): Database {
  mkdirSync(dataDir, { recursive: true });
  const { dialect, raw } = openSqlite(join(dataDir, 'vitrine.db'));
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
    async announceChange() {},
    async close() {
      for (const timer of timers) clearInterval(timer);
      await db.destroy();
    },
  };
}

// Counts are small enough for a number; the driver's default would make them text on this engine only.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

class WatchedPostgresDialect extends PostgresDialect {
  override createDriver() {
    return watchConnections(super.createDriver());
  }
}

function openPostgres(
  url: string,
  { connections, statementMs }: { connections: number; statementMs: number },
): Database {
  const sender = randomUUID();
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 5000,
    statement_timeout: statementMs,
  });
  // An idle connection that breaks is replaced at the next use; without a listener it would end the process.
  pool.on('error', () => {});
  const db = new Kysely<Tables>({ dialect: new WatchedPostgresDialect({ pool }) });
  const stops = new Set<() => void>();
  return {
    db,
    engine: 'postgres',
    raw: { postgres: pool },
    onForeignChange(listener) {
      const stop = listen(url, (text) => {
        const news = readNews(text);
        if (news.sender !== sender) listener(news.changed);
      });
      stops.add(stop);
      return () => {
        stop();
        stops.delete(stop);
      };
    },
    async announceChange(transaction, changed) {
      await sql`select pg_notify(${CHANNEL}, ${writeNews(sender, changed)})`.execute(transaction);
    },
    async close() {
      for (const stop of stops) stop();
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
  // Nothing is said where a connection was lost, and by earlier releases.
  return { sender, changed: sender === '' || tables.includes(ALL) ? 'all' : tables };
}

/**
 * Keeps one listening connection; after a break it connects again and reports a change of it knows not what, for it
 * may have missed one.
 */
function listen(url: string, listener: (news?: string) => void): () => void {
  let stopped = false;
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  const connect = async (again: boolean) => {
    const next = new pg.Client({ connectionString: url });
    client = next;
    const lost = () => {
      if (stopped || client !== next) return;
      client = undefined;
      next.end().catch(() => {});
      retry = setTimeout(() => connect(true), POLL_MS).unref();
    };
    next.on('error', lost);
    next.on('end', lost);
    next.on('notification', ({ payload }) => listener(payload));
    try {
      await next.connect();
      await next.query(`listen ${CHANNEL}`);
      if (again) listener();
    } catch {
      lost();
    }
  };
  void connect(false);
  return () => {
    stopped = true;
    clearTimeout(retry);
    client?.end().catch(() => {});
  };
}
