import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type Clock, driftSafeNow, isoAt } from '../clock.ts';
import type { Database, DbOrTransaction } from '../database/database.ts';
import type { Work, Write } from '../database/write.ts';
import { withStagedFiles } from '../files/staged.ts';
import type { Logger } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import { withoutTrace } from '../observability/trace.ts';
import { createGiveWay } from './giveWay.ts';
import {
  errorReason,
  type Job,
  type JobHandler,
  type JobKind,
  kindFamily,
  type Lane,
  LeaseLost,
  lightLane,
  PermanentFailure,
  retryDelay,
  retryOf,
  retryWaits,
} from './jobKind.ts';
import { createJobTable, type JobRow } from './jobTable.ts';

// Background jobs. A job is a row that is inserted with its cause. An instance leases it, renews the lease
// while the job runs, and deletes the row with the result. When the lease of a killed process expires,
// another takes over.

export interface Jobs {
  /** Registers the handler of a kind. An instance without it leaves jobs of the kind to others. */
  define<P>(kind: JobKind<P>, handler: JobHandler<P>): void;
  /**
   * Enqueues a job inside the writing transaction; it starts after the commit. With a `key`, a job that is
   * waiting or running is not enqueued again, so its result must not depend on when it starts.
   */
  enqueue<P>(work: Enqueuing, kind: JobKind<P>, payload: P, key?: string): Promise<void>;
  /** Starts due jobs, now and from then on. */
  start(): void;
  /** Interrupts running jobs, gives them back and stops. */
  stop(): Promise<void>;
  /** Runs all due jobs of these kinds (default: of all kinds). Returns how many were started. */
  drain(...kinds: string[]): Promise<number>;
}

type Enqueuing = Pick<Work, 'trx' | 'now' | 'afterCommit'>;

/** Times of the queue in ms. */
export interface QueueTimes {
  /** Duration of a lease: how long the job of a killed process is blocked. */
  lease: number;
  /** Longest delay before an instance notices the jobs of another one. */
  poll: number;
}

const SECONDS = 1000;
const HOURS = 3600 * SECONDS;

/** Another process takes over within the sum of both. */
const PACE: QueueTimes = { lease: 30 * SECONDS, poll: 15 * SECONDS };
/** Time for an aborted handler to end before it is abandoned. */
const ABORT_GRACE = 3 * SECONDS;
/** Largest step back of the clock that counts as ordinary synchronisation. */
const MAX_CLOCK_CORRECTION = SECONDS;
/** Time in ms that failed jobs stay in the table. */
export const FAILED_RETENTION_MS = 30 * 24 * HOURS;
const MAX_PAYLOAD_LENGTH = 2000;
const MAX_KEY_LENGTH = 200;

const clearingKind: JobKind<object> = {
  name: 'jobs clear',
  payload: z.object({}),
  lane: lightLane,
  attempts: 5,
  timeLimit: 600 * SECONDS,
  recurrence: { period: HOURS },
};

/** Thrown for an interruption that counts as no attempt: the process stops, or a newer job comes first. */
class Interrupted extends Error {}

interface Definition {
  kind: JobKind<unknown>;
  handler: JobHandler<unknown>;
}

interface Running extends Definition {
  row: JobRow;
  control: AbortController;
  leasedUntil: number;
  /** True once a transaction has ended the row; it may not have committed yet. */
  finished: boolean;
  done: Promise<void>;
}

export function createJobs(options: {
  database: Pick<Database, 'db' | 'engine'>;
  write: Write;
  clock: Clock;
  log: Logger;
  metrics: Pick<Metrics, 'jobs'>;
  pace?: QueueTimes;
}): Jobs {
  const { clock, log, write, metrics, pace = PACE } = options;
  const { db } = options.database;
  const table = createJobTable(options.database);
  const definitions = new Map<string, Definition>();
  const running = new Set<Running>();
  const lastOf = new Map<Lane, string>();
  const instanceId = `${process.pid}-${randomBytes(4).toString('hex')}`;
  let claims = 0;
  let started = false;
  let planned = false;
  let drift = 0;
  let woken = false;
  let scheduling: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let heartbeat: NodeJS.Timeout | undefined;

  /**
   * Returns the current time, and records the drift of the clock. All stored instants come from here, so that
   * a clock that was ahead is always noticed.
   */
  const instant = () => {
    drift = Math.max(drift, clock.drift());
    return clock.now();
  };

  async function insert(on: DbOrTransaction, kind: JobKind<unknown>, input: JobInput) {
    const payload = JSON.stringify(input.payload);
    if (payload.length > MAX_PAYLOAD_LENGTH || (input.key?.length ?? 0) > MAX_KEY_LENGTH)
      throw new Error(`The payload or key of job kind ${kind.name} is too large`);
    const insertRow = kind.queue ? table.insertOrHasten : table.insert;
    await insertRow(on, {
      kind: kind.name,
      key: input.key,
      payload,
      created_at: isoAt(instant()),
      run_at: isoAt(input.at),
      give_up_at: kind.giveUpAfter === undefined ? null : isoAt(instant() + kind.giveUpAfter),
    });
  }

  /** A recurring job is a row that never ends. */
  const insertRecurring = (on: DbOrTransaction, kind: JobKind<unknown>, at: number) =>
    insert(on, kind, { payload: {}, key: '', at });

  async function planRecurring() {
    for (const { kind } of definitions.values())
      if (kind.recurrence) await insertRecurring(db, kind, firstRun(kind.recurrence, instant()));
  }

  const endRow = (on: DbOrTransaction, { kind, row }: Running) =>
    table.end(on, row, kind.recurrence ? nextRun(kind.recurrence, instant()) : null);

  /**
   * Shortens waits that a clock that was ahead has written. Runs once at the start, when earlier drift is
   * unknown, and whenever the clock was set back.
   */
  async function shortenWaits() {
    const isSetBack = clock.drift() <= drift - MAX_CLOCK_CORRECTION;
    const now = clock.now();
    if (isSetBack || !planned)
      for (const { kind } of definitions.values())
        await table.capWaits(kind.name, {
          now,
          lease: pace.lease,
          longest: kind.recurrence ? nextRun(kind.recurrence, now) - now : retryOf(kind).last,
          waits: kind.recurrence ? [] : retryWaits(kind),
          next: kind.recurrence ? nextRun(kind.recurrence, now) : now,
        });
    drift = clock.drift();
  }

  // Leases

  async function renew() {
    for (const job of running) {
      if (job.finished) continue;
      const until = instant() + pace.lease;
      try {
        if (await table.renew(job.row, until)) job.leasedUntil = until;
        else if (!job.finished) job.control.abort(new LeaseLost('taken over'));
      } catch (error) {
        log.warn({ err: error, job: job.row.id }, 'job lease not renewed');
        if (instant() >= job.leasedUntil) job.control.abort(new LeaseLost('not renewed in time'));
      }
    }
  }

  function updateHeartbeat() {
    if (running.size > 0) heartbeat ??= setInterval(renew, pace.lease / 3).unref();
    else {
      clearInterval(heartbeat);
      heartbeat = undefined;
    }
  }

  // One attempt

  async function start(definition: Definition): Promise<Running | null> {
    claims += 1;
    const now = instant();
    const row = await table.claim(definition.kind, now, pace.lease, `${instanceId}-${claims}`);
    if (!row) return null;
    const job: Running = {
      ...definition,
      row,
      control: new AbortController(),
      leasedUntil: now + pace.lease,
      finished: false,
      done: Promise.resolve(),
    };
    running.add(job);
    updateHeartbeat();
    // The request that woke the queue is not the trace of the job.
    job.done = withoutTrace(() => attempt(job))
      .catch((error) => log.error({ err: error, job: row.id, kind: row.kind }, 'job outcome not saved'))
      .finally(() => {
        running.delete(job);
        updateHeartbeat();
        wake();
      });
    return job;
  }

  async function attempt(job: Running) {
    const { row, kind, handler, control } = job;
    const limit = setTimeout(() => control.abort(new Error('timed out')), kind.timeLimit).unref();
    const begun = performance.now();
    const observe = (result: string) =>
      metrics.jobs.observe((performance.now() - begun) / 1000, [kindFamily(kind.name), result]);
    let payload: { success: boolean; data?: unknown } = { success: false };
    try {
      payload = kind.payload.safeParse(JSON.parse(row.payload));
      if (!payload.success) throw new PermanentFailure('its payload is not understood');
      if (row.attempts > kind.attempts) throw new PermanentFailure('its process ended each time');
      if (row.give_up_at !== null && row.give_up_at < isoAt(driftSafeNow(clock)))
        throw new PermanentFailure('not done in its time');
      const { data } = payload;
      const run = async () => handler.run(data, handleOf(job));
      await untilAbandoned(withStagedFiles(run), control.signal);
      if (!job.finished && !(await endRow(db, job))) throw new LeaseLost('taken over');
      observe('done');
    } catch (error) {
      observe('failed');
      await handleFailure(job, control.signal.aborted ? control.signal.reason : error, payload);
    } finally {
      clearTimeout(limit);
    }
  }

  const handleOf = (job: Running): Job => ({
    signal: job.control.signal,
    giveWay: createGiveWay(job.control.signal),
    async finish(trx) {
      if (!(await endRow(trx, job))) throw new LeaseLost('taken over');
      job.finished = true;
    },
    async reschedule(trx, next) {
      if (!(await table.lock(trx, job.row))) throw new LeaseLost('taken over');
      await table.end(trx, job.row, await next());
      job.finished = true;
    },
  });

  /** Decides what follows a failed attempt: another holder, a retry, or failure for good. */
  async function handleFailure(job: Running, error: unknown, payload: { success: boolean; data?: unknown }) {
    const { row, kind, handler } = job;
    const about = { job: row.id, kind: row.kind, attempt: row.attempts };
    if (error instanceof LeaseLost) return log.warn({ ...about, err: error }, 'job lease lost');
    if (error instanceof Interrupted) return void (await table.release(row));
    const delay = retryDelay(kind, row.attempts);
    const next = instant() + delay;
    const isTooLate = row.give_up_at !== null && isoAt(driftSafeNow(clock) + delay) > row.give_up_at;
    if (!(error instanceof PermanentFailure) && row.attempts < kind.attempts && !isTooLate) {
      log.warn({ ...about, err: error }, 'job failed, will retry');
      return void (await table.retry(row, next, errorReason(error)));
    }
    // A permanent failure is always logged, because it is not retried.
    log.error({ ...about, reason: errorReason(error) }, 'job failed permanently');
    await write(
      null,
      async (work) => {
        if (!(await table.fail(work.trx, row, work.now, errorReason(error)))) return;
        if (payload.success) await handler.failed?.(payload.data, work);
        if (kind.recurrence) await insertRecurring(work.trx, kind, nextRun(kind.recurrence, instant()));
      },
      { content: handler.content ?? false },
    );
  }

  // Scheduling

  /** Starts due jobs while their lanes have room. Returns the time in ms until the next look. */
  async function startDue(): Promise<number> {
    await renew();
    const now = instant();
    const due = await table.due([...definitions.keys()]);
    const readyByLane = new Map<Lane, Definition[]>();
    for (const { kind, at } of due) {
      const definition = definitions.get(kind);
      if (definition && at <= isoAt(now))
        readyByLane.set(definition.kind.lane, [...(readyByLane.get(definition.kind.lane) ?? []), definition]);
    }
    for (const [lane, ready] of readyByLane) {
      const candidates = roundRobin(ready, lastOf.get(lane));
      while (started && hasRoom(lane)) {
        const definition = candidates.shift();
        if (!definition) break;
        if (!(await start(definition))) continue;
        lastOf.set(lane, definition.kind.name);
        candidates.push(definition);
      }
    }
    const waits = due.map(({ at }) => Date.parse(at) - now).filter((wait) => wait > 0);
    return Math.min(pace.poll, ...waits);
  }

  const hasRoom = (lane: Lane) =>
    [...running].filter(({ kind }) => kind.lane === lane).length < lane.concurrency;

  async function schedule() {
    while (woken && started) {
      woken = false;
      clearTimeout(timer);
      let wait = pace.poll;
      try {
        await shortenWaits();
        if (!planned) await planRecurring();
        planned = true;
        wait = await startDue();
      } catch (error) {
        log.warn({ err: error }, 'job scheduling failed, will retry');
      }
      if (started) timer = setTimeout(wake, wait).unref();
    }
  }

  function wake() {
    woken = true;
    if (!started) return;
    scheduling ??= schedule().finally(() => {
      scheduling = undefined;
      if (woken) wake();
    });
  }

  const jobs: Jobs = {
    define(kind, handler) {
      definitions.set(kind.name, { kind, handler } as Definition);
    },

    async enqueue(work, kind, payload, key) {
      await insert(work.trx, kind, { payload, key: key ?? null, at: Date.parse(work.now) });
      work.afterCommit(() => {
        if (kind.newestFirst)
          for (const job of running)
            if (job.kind.name === kind.name) job.control.abort(new Interrupted('a newer one comes first'));
        wake();
      });
    },

    start() {
      started = true;
      planned = false;
      wake();
    },

    async stop() {
      started = false;
      clearTimeout(timer);
      await scheduling;
      await Promise.all(
        [...running].map(async ({ kind, control, done }) => {
          const stop = () => control.abort(new Interrupted('the process stops'));
          const patienceTimer = kind.stopGrace ? setTimeout(stop, kind.stopGrace) : void stop();
          await done;
          clearTimeout(patienceTimer);
        }),
      );
    },

    async drain(...kinds) {
      await planRecurring();
      const wanted = [...definitions.values()].filter(
        ({ kind }) => kinds.length === 0 || kinds.includes(kind.name),
      );
      let startedCount = 0;
      for (;;) {
        await scheduling;
        const startedBefore = startedCount;
        for (const definition of wanted)
          for (let job = await start(definition); job; job = await start(definition)) {
            startedCount += 1;
            await job.done;
          }
        const others = [...running].filter(({ kind }) =>
          wanted.some((definition) => definition.kind === kind),
        );
        if (startedCount === startedBefore && others.length === 0) return startedCount;
        await Promise.all(others.map(({ done }) => done));
      }
    },
  };

  jobs.define(clearingKind, {
    run: () => table.clear(driftSafeNow(clock), [...definitions.keys()], FAILED_RETENTION_MS),
  });
  return jobs;
}

type Recurrence = NonNullable<JobKind<unknown>['recurrence']>;

const nextRun = (every: Recurrence, now: number) => ('next' in every ? every.next(now) : now + every.period);
const firstRun = (every: Recurrence, now: number) =>
  'next' in every ? every.next(now) : now + (every.delay ?? 0);

interface JobInput {
  payload: unknown;
  key: string | null;
  /** Earliest start in ms. */
  at: number;
}

/** Orders kinds round-robin: those after the one that ran last come first. */
function roundRobin(ready: Definition[], last = ''): Definition[] {
  const sorted = ready.toSorted((a, b) => (a.kind.name < b.kind.name ? -1 : 1));
  const [after, upTo] = [true, false].map((side) => sorted.filter(({ kind }) => kind.name > last === side));
  return [...(after ?? []), ...(upTo ?? [])];
}

/**
 * Waits for `work`, but only for a grace period after an abort, so that a handler that ignores its signal
 * does not block the rest.
 */
async function untilAbandoned(work: Promise<void>, signal: AbortSignal): Promise<void> {
  const settled = new AbortController();
  let patience: NodeJS.Timeout | undefined;
  const abandoned = new Promise<never>((_, reject) => {
    const wait = () => {
      patience = setTimeout(() => reject(signal.reason), ABORT_GRACE);
    };
    signal.addEventListener('abort', wait, { signal: settled.signal });
  });
  try {
    await Promise.race([work, abandoned]);
  } finally {
    settled.abort();
    clearTimeout(patience);
  }
}
