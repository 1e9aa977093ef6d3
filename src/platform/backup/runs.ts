import { type Generated, sql } from 'kysely';
import { isoAt, systemClock } from '../clock.ts';
import type { Db } from '../database/database.ts';
import { reasonOf } from '../jobs/kind.ts';

declare module '../database/tables.ts' {
  interface Tables {
    backups: BackupTable;
  }
}

/** A backup that is being made or was. Where it lies is known to whoever made it; this is what it did here. */
interface BackupTable {
  id: Generated<number>;
  target: string;
  state: 'running' | 'done' | 'failed';
  started_at: string;
  /** One whose process is gone holds nobody up for longer than this. */
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
/** Backups that do not come to an end, or do not begin any more, must not fill the disk. */
const LONGEST_HOLD = 7 * DAYS;
/** For whoever asks what went wrong. */
export const KEEP = 90 * DAYS;

export interface Run {
  done(made: { files: number; bytes: number }): Promise<void>;
  failed(error: unknown): Promise<void>;
}

export class BackupRunning extends Error {}

/**
 * Says in the database that a backup begins, so that what is removed meanwhile waits for it. Throws `BackupRunning`
 * where there is one already. A database of a release before this table has nobody who would listen.
 */
export async function announce(db: Db, target: string): Promise<Run> {
  const { now } = systemClock;
  const tables = await db.introspection.getTables();
  if (!tables.some(({ name }) => name === 'backups')) return { async done() {}, async failed() {} };
  await db
    .updateTable('backups')
    .set({ state: 'failed', finished_at: isoAt(now()), error: 'its process ended' })
    .where('state', '=', 'running')
    .where('leased_until', '<', isoAt(now()))
    .execute();
  // By a clock that was ahead: whoever goes on renews it.
  await db
    .updateTable('backups')
    .set({ leased_until: isoAt(now() + LEASE) })
    .where('state', '=', 'running')
    .where('leased_until', '>', isoAt(now() + 2 * LEASE))
    .execute();
  await db
    .deleteFrom('backups')
    .where('state', '!=', 'running')
    .where('started_at', '<', isoAt(now() - KEEP))
    .execute();
  const begun = await db
    .insertInto('backups')
    .values({ target, state: 'running', started_at: isoAt(now()), leased_until: isoAt(now() + LEASE) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!begun) throw new BackupRunning('a backup is running');
  const set = (values: Partial<Omit<BackupTable, 'id'>>) =>
    db.updateTable('backups').set(values).where('id', '=', begun.id).where('state', '=', 'running').execute();
  // One renewal may fail: what a backup needs and does not find, it notices itself.
  const renewing = setInterval(
    () => void set({ leased_until: isoAt(now() + LEASE) }).catch(() => {}),
    RENEWAL,
  ).unref();
  const end = (values: Partial<Omit<BackupTable, 'id'>>) => {
    clearInterval(renewing);
    return set({ ...values, finished_at: isoAt(now()), leased_until: isoAt(now()) });
  };
  return {
    async done(made) {
      await end({ state: 'done', ...made });
    },
    async failed(error) {
      await end({ state: 'failed', error: reasonOf(error) });
    },
  };
}

/**
 * Before when a file must have been removed for its bytes to go: none while a backup runs, whose snapshot may name
 * it; where backups are made, only what was removed before the last whole one began.
 */
export async function removableBefore(
  db: Db,
  { now, scheduled }: { now: number; scheduled: boolean },
): Promise<string> {
  const longAgo = isoAt(now - LONGEST_HOLD);
  const running = await db
    .selectFrom('backups')
    .select('id')
    .where('state', '=', 'running')
    .where('leased_until', '>=', isoAt(now))
    .executeTakeFirst();
  if (running) return longAgo;
  const last = (await lastBackup(db))?.started_at;
  if (last && last > longAgo) return last;
  return scheduled ? longAgo : END;
}

/** After every instant. */
const END = '9999';

/** The last one that came to a good end. */
export async function lastBackup(db: Db) {
  return db
    .selectFrom('backups')
    .select(['target', 'started_at', 'finished_at', 'files', 'bytes'])
    .where('state', '=', 'done')
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Returns when the first migration was applied here, in milliseconds: the age of this installation. */
export async function installedAt(db: Db): Promise<number> {
  const { rows } = await sql<{ at: string }>`select min(timestamp) as at from kysely_migration`.execute(db);
  return Date.parse(rows[0]?.at ?? '');
}
