import { type Generated, type Selectable, sql } from 'kysely';
import { isoAt } from '../clock.ts';
import type { Database, DbOrTransaction } from '../database/database.ts';
import type { JobKind } from './kind.ts';

declare module '../database/tables.ts' {
  interface Tables {
    jobs: JobTable;
  }
}

export interface JobTable {
  id: Generated<number>;
  kind: string;
  /** There is one unfinished job of a kind with it. */
  key: string | null;
  payload: string;
  /** What is finished is deleted; `failed` is for good, and stays for a while with its reason. */
  state: 'waiting' | 'running' | 'failed';
  created_at: string;
  run_at: string;
  give_up_at: string | null;
  attempts: Generated<number>;
  leased_until: string | null;
  /** Names one attempt: who began it and which of theirs it is. */
  holder: string | null;
  last_error: string | null;
  failed_at: string | null;
}

export type JobRow = Selectable<JobTable>;
/** What an asker says of it. */
type NewJob = Pick<JobRow, 'kind' | 'key' | 'payload' | 'created_at' | 'run_at' | 'give_up_at'>;

export type Held = Pick<JobRow, 'id' | 'holder'>;

/** Of instances whose clocks are synchronised. */
const CLOCKS_APART = 10_000;

interface Nearer {
  now: number;
  lease: number;
  /** That anything of the kind waits, and before which attempt that is less. */
  longest: number;
  waits: number[];
  next: number;
}

const FREE = { leased_until: null, holder: null } as const;

/** The statements on `jobs`. Whoever holds one is named in each, so that what was taken over changes nothing. */
export function createTable({ db, engine }: Pick<Database, 'db' | 'engine'>) {
  const held = ({ id, holder }: Held, on: DbOrTransaction = db) =>
    on.updateTable('jobs').where('id', '=', id).where('holder', '=', holder).where('state', '=', 'running');
  const changed = async (query: { executeTakeFirst(): Promise<{ numUpdatedRows: bigint }> }) =>
    (await query.executeTakeFirst()).numUpdatedRows > 0n;

  return {
    async insert(on: DbOrTransaction, row: NewJob): Promise<void> {
      await on
        .insertInto('jobs')
        .values({ ...row, state: 'waiting' })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    /** The same, but one that waits for later has its turn when this one would have. */
    async insertOrHurry(on: DbOrTransaction, row: NewJob): Promise<void> {
      await on
        .insertInto('jobs')
        .values({ ...row, state: 'waiting' })
        .onConflict((conflict) =>
          conflict
            .columns(['kind', 'key'])
            // The index that says which are there once.
            .where(sql<boolean>`key is not null and state <> 'failed'`)
            .doUpdateSet({
              run_at: sql<string>`case when jobs.run_at > excluded.run_at then excluded.run_at else jobs.run_at end`,
            }),
        )
        .execute();
    },

    /** Nobody else writes it until the transaction ends. */
    lock: (on: DbOrTransaction, job: Held) =>
      changed(held(job, on).set((eb) => ({ attempts: eb.ref('attempts') }))),

    /** When the first job of each of these kinds can be begun. */
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

    /** Takes one that is due, also from somebody whose lease is over. One statement: nobody else gets the same. */
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

    /** What waits for later than its kind can have meant is due at `next`; a lease is none that is longer than one. */
    async bringNearer(kind: string, { now, lease, longest, waits, next }: Nearer): Promise<void> {
      const latest = (wait: number) => isoAt(now + wait + CLOCKS_APART);
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
      // Whoever holds it renews it.
      await db
        .updateTable('jobs')
        .set({ leased_until: isoAt(now + lease) })
        .where('kind', '=', kind)
        .where('state', '=', 'running')
        .where('leased_until', '>', latest(lease))
        .execute();
    },

    /** The rest answer false when the job is somebody else's by now, or gone. */
    renew: (job: Held, until: number) => changed(held(job).set({ leased_until: isoAt(until) })),

    /** Done: gone, or due again after its period. */
    async end(on: DbOrTransaction, job: Held, again: number | null): Promise<boolean> {
      if (again !== null)
        return changed(
          held(job, on).set({
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

    /** Nobody is to blame: it does not count as an attempt. */
    giveBack: (job: Held) =>
      changed(held(job).set((eb) => ({ ...FREE, state: 'waiting', attempts: eb('attempts', '-', 1) }))),

    retry: (job: Held, at: number, last_error: string) =>
      changed(held(job).set({ ...FREE, state: 'waiting', run_at: isoAt(at), last_error })),

    fail: (on: DbOrTransaction, job: Held, failed_at: string, last_error: string) =>
      changed(held(job, on).set({ ...FREE, state: 'failed', failed_at, last_error })),

    /** What nobody has come for in its time, such as a mail whose key is lost, and old traces. */
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
