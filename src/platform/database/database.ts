import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { openSqlite } from './sqlite.ts';
import type { Tables } from './tables.ts';

export type Engine = 'sqlite' | 'postgres';
export type Db = Kysely<Tables>;
/** A connection that may or may not be inside a transaction. */
export type DbOrTransaction = Kysely<Tables> | Transaction<Tables>;

export interface Database {
  db: Db;
  engine: Engine;
  /**
   * Calls back after content changed somewhere else: another instance (PostgreSQL's NOTIFY) or another process
   * on the same file. Answers the way to stop.
   */
  onForeignChange(listener: () => void): () => void;
  /** Tells other instances, from inside the writing transaction, so that they hear at its commit only. */
  announceChange(transaction: DbOrTransaction): Promise<void>;
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
        listener();
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

function openPostgres(
  url: string,
  { connections, statementMs }: { connections: number; statementMs: number },
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 5000,
    statement_timeout: statementMs,
  });
  // An idle connection that breaks is replaced at the next use; without a listener it would end the process.
  pool.on('error', () => {});
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const stops = new Set<() => void>();
  return {
    db,
    engine: 'postgres',
    raw: { postgres: pool },
    onForeignChange(listener) {
      const stop = listen(url, listener);
      stops.add(stop);
      return () => {
        stop();
        stops.delete(stop);
      };
    },
    async announceChange(transaction) {
      await sql`select pg_notify(${CHANNEL}, '')`.execute(transaction);
    },
    async close() {
      for (const stop of stops) stop();
      await db.destroy();
    },
  };
}

/** Keeps one listening connection; after a break it connects again and reports a change, for it may have missed one. */
function listen(url: string, listener: () => void): () => void {
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
    next.on('notification', listener);
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
