import { type Generated, type Selectable, sql } from 'kysely';
import { isoAt } from '../clock.ts';
import type { Database, DbOrTransaction } from '../database/database.ts';
import type { JobKind } from './jobKind.ts';

declare module '../database/tables.ts' {
  interface Tables {
    jobs: JobTable;
  }
}

export interface JobTable {
  id: Generated<number>;
  kind: string;
  /** At most one unfinished job of a kind has this key. */
  key: string | null;
  payload: string;
  /** Finished jobs are deleted. Failed ones stay for a while with their reason. */
  state: 'waiting' | 'running' | 'failed';
  created_at: string;
  run_at: string;
  give_up_at: string | null;
  attempts: Generated<number>;
  leased_until: string | null;
  /** Names one attempt: the instance and a counter. */
  holder: string | null;
  last_error: string | null;
  failed_at: string | null;
}

export type JobRow = Selectable<JobTable>;
/** Columns of a new job. */
type NewJob = Pick<JobRow, 'kind' | 'key' | 'payload' | 'created_at' | 'run_at' | 'give_up_at'>;

export type LeasedJob = Pick<JobRow, 'id' | 'holder'>;

/** Tolerance in ms between the synchronised clocks of several instances. */
const MAX_CLOCK_SKEW = 10_000;

interface WaitLimits {
  now: number;
  lease: number;
  /** Longest wait of any job of the kind, and the shorter limits by number of attempts. */
  longest: number;
  waits: number[];
  next: number;
}

const FREE = { leased_until: null, holder: null } as const;

/** Creates the statements on `jobs`. Each names the holder, so that it does nothing after a lost lease. */
export function createJobTable({ db, engine }: Pick<Database, 'db' | 'engine'>) {
  const heldJob = ({ id, holder }: LeasedJob, on: DbOrTransaction = db) =>
    on.updateTable('jobs').where('id', '=', id).where('holder', '=', holder).where('state', '=', 'running');
  const hasChanged = async (query: { executeTakeFirst(): Promise<{ numUpdatedRows: bigint }> }) =>
    (await query.executeTakeFirst()).numUpdatedRows > 0n;

  return {
    /** Inserts a job unless an unfinished one has the same key. */
    async insert(on: DbOrTransaction, row: NewJob): Promise<void> {
      await on
        .insertInto('jobs')
        .values({ ...row, state: 'waiting' })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    /** Inserts a job, or moves a waiting one with the same key to the earlier instant. */
    async insertOrHasten(on: DbOrTransaction, row: NewJob): Promise<void> {
      await on
        .insertInto('jobs')
        .values({ ...row, state: 'waiting' })
        .onConflict((conflict) =>
          conflict
            .columns(['kind', 'key'])
            // Must match the condition of the unique index.
            .where(sql<boolean>`key is not null and state <> 'failed'`)
            .doUpdateSet({
              run_at: sql<string>`case when jobs.run_at > excluded.run_at then excluded.run_at else jobs.run_at end`,
            }),
        )
        .execute();
    },

    /** Locks the row until the transaction ends. Returns false if the lease was lost. */
    lock: (on: DbOrTransaction, job: LeasedJob) =>
      hasChanged(heldJob(job, on).set((eb) => ({ attempts: eb.ref('attempts') }))),

    /** Returns the earliest instant by kind at which a job can start. */
    async due(kinds: string[]): Promise<{ kind: string; at: string }[]> {
      if (kinds.length === 0) return [];
      return db
        .selectFrom('jobs')
        .select((eb) => [
          'kind',
          eb.fn
            .min<string>(
              eb
                .case()
                .when('state', '=', 'waiting')
                .then(eb.ref('run_at'))
                .else(eb.ref('leased_until'))
                .end(),
            )
            .as('at'),
        ])
        .where('state', 'in', ['waiting', 'running'])
        .where('kind', 'in', kinds)
        .groupBy('kind')
        .execute();
    },

    /** Claims a due job, or one whose lease expired. One statement, so that no two instances claim it. */
    claim(kind: JobKind<unknown>, now: number, lease: number, holder: string): Promise<JobRow | undefined> {
      const next = db
        .selectFrom('jobs')
        .select('id')
        .where('kind', '=', kind.name)
        .where((eb) =>
          eb.or([
            eb.and([eb('state', '=', 'waiting'), eb('run_at', '<=', isoAt(now))]),
            eb.and([eb('state', '=', 'running'), eb('leased_until', '<=', isoAt(now))]),
          ]),
        )
        .$if(Boolean(kind.newestFirst), (query) => query.orderBy('id', 'desc'))
        .$if(!kind.newestFirst, (query) => query.orderBy('run_at').orderBy('id'))
        .limit(1)
        .$if(engine === 'postgres', (query) => query.forUpdate().skipLocked());
      return db
        .updateTable('jobs')
        .set((eb) => ({
          state: 'running',
          attempts: eb('attempts', '+', 1),
          leased_until: isoAt(now + lease),
          holder,
        }))
        .where('id', '=', next)
        .returningAll()
        .executeTakeFirst();
    },

    /** Caps waits and leases that a wrong clock wrote. Jobs that wait longer than allowed run at `next`. */
    async capWaits(kind: string, { now, lease, longest, waits, next }: WaitLimits): Promise<void> {
      const latest = (wait: number) => isoAt(now + wait + MAX_CLOCK_SKEW);
      await db
        .updateTable('jobs')
        .set({ run_at: isoAt(next) })
        .where('kind', '=', kind)
        .where('state', '=', 'waiting')
        .where((eb) =>
          eb.or([
            eb('run_at', '>', latest(longest)),
            ...waits.map((wait, attempts) =>
              eb.and([eb('attempts', '=', attempts), eb('run_at', '>', latest(wait))]),
            ),
          ]),
        )
        .execute();
      // The holder of a running job renews its lease.
      await db
        .updateTable('jobs')
        .set({ leased_until: isoAt(now + lease) })
        .where('kind', '=', kind)
        .where('state', '=', 'running')
        .where('leased_until', '>', latest(lease))
        .execute();
    },

    /** Renews a lease. This and the functions below return false if another instance took over. */
    renew: (job: LeasedJob, until: number) => hasChanged(heldJob(job).set({ leased_until: isoAt(until) })),

    /** Ends a job: deletes it, or makes it due again at `again` (ms). */
    async end(on: DbOrTransaction, job: LeasedJob, again: number | null): Promise<boolean> {
      if (again !== null)
        return hasChanged(
          heldJob(job, on).set({
            ...FREE,
            state: 'waiting',
            run_at: isoAt(again),
            attempts: 0,
            last_error: null,
          }),
        );
      const { numDeletedRows } = await on
        .deleteFrom('jobs')
        .where('id', '=', job.id)
        .where('holder', '=', job.holder)
        .where('state', '=', 'running')
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    /** Returns a job to the queue without counting the attempt. */
    release: (job: LeasedJob) =>
      hasChanged(heldJob(job).set((eb) => ({ ...FREE, state: 'waiting', attempts: eb('attempts', '-', 1) }))),

    retry: (job: LeasedJob, at: number, last_error: string) =>
      hasChanged(heldJob(job).set({ ...FREE, state: 'waiting', run_at: isoAt(at), last_error })),

    fail: (on: DbOrTransaction, job: LeasedJob, failed_at: string, last_error: string) =>
      hasChanged(heldJob(job, on).set({ ...FREE, state: 'failed', failed_at, last_error })),

    /** Fails overdue jobs of unknown kinds, such as mails whose key is lost. Deletes old failed jobs. */
    async clear(now: number, known: string[], keepFailed: number): Promise<void> {
      await db
        .updateTable('jobs')
        .set({
          ...FREE,
          state: 'failed',
          failed_at: isoAt(now),
          last_error: 'nobody could do it in its time',
        })
        .where('state', '!=', 'failed')
        .where('give_up_at', '<', isoAt(now))
        .where('kind', 'not in', known)
        .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', isoAt(now))]))
        .execute();
      await db
        .deleteFrom('jobs')
        .where('failed_at', '<', isoAt(now - keepFailed))
        .execute();
    },
  };
}
