import { type Generated, sql } from 'kysely';
import { isoAt, systemClock } from '../clock.ts';
import type { Db } from '../database/database.ts';
import { errorReason } from '../jobs/jobKind.ts';

declare module '../database/tables.ts' {
  interface Tables {
    backups: BackupTable;
  }
}

/** A backup run of this installation, in progress or finished. The backup itself is in the backup target. */
interface BackupTable {
  id: Generated<number>;
  target: string;
  state: 'running' | 'done' | 'failed';
  started_at: string;
  /** End of the lease: a run whose process died blocks others no longer than this. */
  leased_until: string;
  finished_at: string | null;
  files: number | null;
  bytes: number | null;
  error: string | null;
}

const SECONDS = 1000;
const DAYS = 86_400 * SECONDS;

const LEASE = 60 * SECONDS;
const RENEWAL = 15 * SECONDS;
/**
 * Longest time in ms for which backups delay the deletion of files: if they hang or stop, the disk must not
 * fill.
 */
const LONGEST_HOLD = 7 * DAYS;
/** Retention of finished runs in ms, for diagnosis. */
export const RUN_RETENTION_MS = 90 * DAYS;

export interface BackupRun {
  done(made: { files: number; bytes: number }): Promise<void>;
  failed(error: unknown): Promise<void>;
}

export class BackupRunning extends Error {}

/**
 * Registers a backup run in the database, so that deleted files are kept for it. Throws `BackupRunning` if
 * there is one already. Does nothing in a database that predates the table.
 */
export async function startBackupRun(db: Db, target: string): Promise<BackupRun> {
  const { now } = systemClock;
  const tables = await db.introspection.getTables();
  if (!tables.some(({ name }) => name === 'backups')) return { async done() {}, async failed() {} };
  await db
    .updateTable('backups')
    .set({ state: 'failed', finished_at: isoAt(now()), error: 'its process ended' })
    .where('state', '=', 'running')
    .where('leased_until', '<', isoAt(now()))
    .execute();
  // Leases written while the clock was ahead: shorten them. A live run renews its lease.
  await db
    .updateTable('backups')
    .set({ leased_until: isoAt(now() + LEASE) })
    .where('state', '=', 'running')
    .where('leased_until', '>', isoAt(now() + 2 * LEASE))
    .execute();
  await db
    .deleteFrom('backups')
    .where('state', '!=', 'running')
    .where('started_at', '<', isoAt(now() - RUN_RETENTION_MS))
    .execute();
  const run = await db
    .insertInto('backups')
    .values({ target, state: 'running', started_at: isoAt(now()), leased_until: isoAt(now() + LEASE) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!run) throw new BackupRunning('a backup is running');
  const update = (values: Partial<Omit<BackupTable, 'id'>>) =>
    db.updateTable('backups').set(values).where('id', '=', run.id).where('state', '=', 'running').execute();
  // One renewal may fail: a backup detects missing files itself.
  const renewing = setInterval(
    () => void update({ leased_until: isoAt(now() + LEASE) }).catch(() => {}),
    RENEWAL,
  ).unref();
  const end = (values: Partial<Omit<BackupTable, 'id'>>) => {
    clearInterval(renewing);
    return update({ ...values, finished_at: isoAt(now()), leased_until: isoAt(now()) });
  };
  return {
    async done(made) {
      await end({ state: 'done', ...made });
    },
    async failed(error) {
      await end({ state: 'failed', error: errorReason(error) });
    },
  };
}

/**
 * Returns the instant (ISO 8601) before which a file must have been deleted for its bytes to be removed.
 * While a backup runs, none are removed, because its snapshot may name them. With scheduled backups, only
 * those deleted before the last successful one began.
 */
export async function removableBefore(
  db: Db,
  { now, scheduled }: { now: number; scheduled: boolean },
): Promise<string> {
  const holdLimit = isoAt(now - LONGEST_HOLD);
  const running = await db
    .selectFrom('backups')
    .select('id')
    .where('state', '=', 'running')
    .where('leased_until', '>=', isoAt(now))
    .executeTakeFirst();
  if (running) return holdLimit;
  const last = (await lastBackup(db))?.started_at;
  if (last && last > holdLimit) return last;
  return scheduled ? holdLimit : END;
}

/** Sorts after every instant. */
const END = '9999';

/** Returns the last successful backup. */
export async function lastBackup(db: Db) {
  return db
    .selectFrom('backups')
    .select(['target', 'started_at', 'finished_at', 'files', 'bytes'])
    .where('state', '=', 'done')
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Returns the instant of the first migration in milliseconds, from which the installation's age counts. */
export async function installedAt(db: Db): Promise<number> {
  const { rows } = await sql<{ at: string }>`select min(timestamp) as at from kysely_migration`.execute(db);
  return Date.parse(rows[0]?.at ?? '');
}
