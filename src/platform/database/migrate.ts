import { readdir } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { type Kysely, PostgresAdapter, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { tableOfName } from '../affectedRows.ts';
import { ConfigError } from '../config/config.ts';
import { version } from '../config/version.ts';
import { toFailure } from '../http/failures.ts';
import { MIGRATIONS, MODULE_EXTENSION } from '../paths.ts';
import type { Db } from './database.ts';
import { trackStatements } from './dependencyTracking.ts';

/** Returns the names of all migrations of this release, in order. */
export async function migrationNames(folder = MIGRATIONS): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => /^\d{4}_/.test(name)).sort();
  return files
    .filter((name) => name.endsWith(MODULE_EXTENSION))
    .map((name) => name.slice(0, -MODULE_EXTENSION.length));
}

/**
 * Migrates the schema to the latest version, or to `last`, in one transaction on both engines. Returns the
 * names applied. Leaves a schema of a newer release unchanged if this release can work with it. Throws a
 * `ConfigError` with a message for the operator otherwise.
 */
export async function migrate(db: Db, folder = MIGRATIONS, last?: string): Promise<string[]> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return migrateAll(db, folder, last);
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ limit: string }>`
      select current_setting('statement_timeout') as limit
    `.execute(connection);
    const limitTo = (time = '0') =>
      sql`select set_config('statement_timeout', ${time}, false)`.execute(connection);
    // A migration of a large table may take any time.
    await limitTo();
    try {
      return await migrateAll(connection, folder, last);
    } finally {
      await limitTo(rows[0]?.limit);
    }
  });
}

async function migrateAll(db: Db, folder: URL, last: string | undefined): Promise<string[]> {
  const known = await migrationNames(folder);
  const applied = await appliedMigrations(db);
  if (applied.some((name) => !known.includes(name))) {
    await ensureUsable(db, known, applied);
    return [];
  }
  // Loading the migrations and reading the schema would take longer than the rest of a start.
  if (!last && known.every((name) => applied.includes(name))) return [];
  const modules = await Promise.all(
    known.map(
      async (name) =>
        [name, (await import(new URL(`${name}${MODULE_EXTENSION}`, folder).href)) as Migration] as const,
    ),
  );
  const tables = new Set<string>();
  let isFirst = true;
  const migrations = modules.map(
    ([name, { up }]) =>
      [
        name,
        {
          async up(db: Kysely<unknown>) {
            if (isFirst) await lockAll(db, tables);
            isFirst = false;
            await waitForLocks(db, MIN_LOCK_MS);
            await up(db);
          },
        },
      ] as const,
  );
  const provider = { getMigrations: async () => Object.fromEntries(migrations) };
  const migrator = new Migrator({ db, provider });
  const run = () => {
    isFirst = true;
    return trackStatements(
      ({ reads }) => {
        for (const name of reads) tables.add(tableOfName(name));
      },
      () => (last ? migrator.migrateTo(last) : migrator.migrateToLatest()),
    );
  };
  const startedAt = performance.now();
  let { error, results } = await run();
  while (error && isLockConflict(error) && performance.now() - startedAt < RETRY_PERIOD_MS) {
    await setTimeout(100 + Math.random() * 400);
    ({ error, results } = await run());
  }
  if (error) throw toConfigError(error, results?.find(({ status }) => status === 'Error')?.migrationName);
  return (results ?? [])
    .filter((result) => result.status === 'Success')
    .map((result) => result.migrationName);
}

/**
 * Locks all tables of the migration at its start (PostgreSQL). The previous release still reads and writes. A
 * migration that waits for one table while it holds others can deadlock with a page or a save, which
 * PostgreSQL may abort after a second. So a migration waits only briefly for a lock and otherwise starts
 * again. From its second try on, it first locks all tables that its statements named (more than it changes).
 * Locking takes less than the second, and the migration waits for no lock afterwards.
 */
async function lockAll(db: Kysely<unknown>, tables: ReadonlySet<string>): Promise<void> {
  if (!isOnPostgres(db) || tables.size === 0) return;
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema() order by name
  `.execute(db);
  const until = performance.now() + LOCK_ALL_MS;
  for (const { name } of rows.filter((row) => tables.has(row.name))) {
    await waitForLocks(db, Math.max(MIN_LOCK_MS, Math.min(MAX_LOCK_MS, until - performance.now())));
    await sql`lock table ${sql.table(name)} in access exclusive mode`.execute(db);
  }
}

async function waitForLocks(db: Kysely<unknown>, ms: number): Promise<void> {
  if (isOnPostgres(db))
    await sql`select set_config('lock_timeout', ${`${Math.ceil(ms)}ms`}, true)`.execute(db);
}

const isOnPostgres = (db: Kysely<unknown>) => db.getExecutor().adapter instanceof PostgresAdapter;

const MIN_LOCK_MS = 10;
const MAX_LOCK_MS = 100;
const LOCK_ALL_MS = 800;
/** Longest time of retries before the update fails. */
const RETRY_PERIOD_MS = 300_000;
const isLockConflict = (error: unknown) =>
  ['55P03', '40P01'].includes((error as { code?: string }).code ?? '');

/** Key of the advisory lock that Kysely takes while it migrates. */
const MIGRATION_LOCK = '3853314791062309107';

/**
 * Runs `work` under the migration lock of this database, on a connection of its own that ends with the
 * process. SQLite needs none: one process serves it (`servingLock.ts`).
 */
export async function withMigrationLock<T>(url: string | undefined, work: () => Promise<T>): Promise<T> {
  if (!url) return work();
  const { Client } = await import('pg');
  const client = new Client({ connectionString: url, keepAlive: true });
  // A broken connection releases the lock: the next process finds what `work` committed, or nothing.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(`select set_config('statement_timeout', '0', false)`);
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    return await work();
  } finally {
    await client.end();
  }
}

/** Returns the names of the applied migrations, in order. */
export async function appliedMigrations(db: Db): Promise<string[]> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
    return rows.map(({ name }) => name);
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string };
    // The database is empty.
    if (code === '42P01' || message?.includes('no such table')) return [];
    throw error;
  }
}

/**
 * Throws if this release cannot use the newer schema. A schema is only extended, until a migration names the
 * oldest release that can use it.
 */
async function ensureUsable(db: Db, known: string[], applied: string[]): Promise<void> {
  const row = await db
    .selectFrom('installation')
    .select('oldest_release')
    .where('id', '=', 1)
    .executeTakeFirst();
  const oldest = row?.oldest_release ?? null;
  const isWhole = known.every((name) => applied.includes(name));
  if (isWhole && (oldest === null || known.includes(oldest))) return;
  throw new ConfigError(
    `Este banco já foi atualizado por uma versão mais nova (até ${applied.at(-1)}), e a ${version} não sabe usá-lo. Instale a mais nova, ou restaure uma cópia de segurança feita antes da atualização.`,
  );
}

function toConfigError(error: unknown, migration: string | undefined): unknown {
  if (!migration || toFailure(error).code === 'unavailable') return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new ConfigError(
    `A atualização do banco parou em ${migration}, e nada mudou nele: ${reason}\nA versão anterior continua funcionando com este banco: instale-a de novo e leve esta mensagem a quem desenvolve o sistema.`,
    { cause: error },
  );
}
