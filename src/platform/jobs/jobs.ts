import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type Clock, isoAt, surely } from '../clock.ts';
import type { Database, DbOrTransaction } from '../database/database.ts';
import type { Work, Write } from '../database/write.ts';
import { discardingStaged } from '../files/staged.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { untraced } from '../trace.ts';
import {
  familyOf,
  type Handler,
  Hopeless,
  type Job,
  type JobKind,
  type Lane,
  LeaseLost,
  light,
  reasonOf,
  retryDelay,
  waitsOf,
} from './kind.ts';
import { createTable, type JobRow } from './table.ts';

// Work beside requests. A job is a row that is written with its cause; whoever has time takes it for as long as a
// lease, renews that while the work goes on, and deletes the row with the result. What a killed process held is
// taken over when its lease is over.

export interface Jobs {
  /** Says who does what is asked for. A kind that nobody here does is left to other instances. */
  define<P>(kind: JobKind<P>, handler: Handler<P>): void;
  /**
   * Asks for work, inside the writing transaction: it begins after the commit. With a `key`, work that is asked for
   * already and not finished is not asked for again; so what has a key must not depend on when it is begun.
   */
  enqueue<P>(work: Asking, kind: JobKind<P>, payload: P, key?: string): Promise<void>;
  /** Begins what is due, now and from then on. */
  start(): void;
  /** Interrupts what is under way, gives it back and stops. */
  stop(): Promise<void>;
  /** Does all that is due now of these kinds (of all, where none is named); answers how many were begun. */
  drain(...kinds: string[]): Promise<number>;
}

type Asking = Pick<Work, 'trx' | 'now' | 'afterCommit'>;

export interface Pace {
  /** How long a process that was killed keeps its work from others. */
  lease: number;
  /** How soon work that another process asked for or left behind is noticed. */
  poll: number;
}

const SECONDS = 1000;
const HOURS = 3600 * SECONDS;

/** Work goes on elsewhere within the two together. */
const PACE: Pace = { lease: 30 * SECONDS, poll: 15 * SECONDS };
/** For a handler to come to its end once it is interrupted. */
const GRACE = 3 * SECONDS;
/** Less is what synchronised clocks are set right by. */
const SET_BACK = SECONDS;
export const KEEP_FAILED = 30 * 24 * HOURS;
const PAYLOAD_LENGTH = 2000;
const KEY_LENGTH = 200;

const clearing: JobKind<object> = {
  name: 'jobs clear',
  payload: z.object({}),
  lane: light,
  attempts: 5,
  retry: { first: 60 * SECONDS, last: HOURS },
  limit: 600 * SECONDS,
  every: { period: HOURS },
};

/** Nobody is to blame: the process stops, or something newer comes first. */
class Interrupted extends Error {}

interface Definition {
  kind: JobKind<unknown>;
  handler: Handler<unknown>;
}

interface Running extends Definition {
  row: JobRow;
  control: AbortController;
  leasedUntil: number;
  /** Its row was ended in a transaction, which may be under way. */
  finished: boolean;
  done: Promise<void>;
}

export function createJobs(options: {
  database: Pick<Database, 'db' | 'engine'>;
  write: Write;
  clock: Clock;
  log: Logger;
  metrics: Pick<Metrics, 'jobs'>;
  pace?: Pace;
}): Jobs {
  const { clock, log, write, metrics, pace = PACE } = options;
  const { db } = options.database;
  const table = createTable(options.database);
  const definitions = new Map<string, Definition>();
  const running = new Set<Running>();
  const lastOf = new Map<Lane, string>();
  const instance = `${process.pid}-${randomBytes(4).toString('hex')}`;
  let claims = 0;
  let started = false;
  let planned = false;
  let drift = 0;
  let woken = false;
  let looking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let heartbeat: NodeJS.Timeout | undefined;

  /** Every instant that is written comes from here, so that none is overlooked that was ahead. */
  const instant = () => {
    drift = Math.max(drift, clock.drift());
    return clock.now();
  };

  async function insert(on: DbOrTransaction, kind: JobKind<unknown>, input: Input) {
    const payload = JSON.stringify(input.payload);
    if (payload.length > PAYLOAD_LENGTH || (input.key?.length ?? 0) > KEY_LENGTH)
      throw new Error(`A job of the kind ${kind.name} has too much to say`);
    const put = kind.queue ? table.insertOrHurry : table.insert;
    await put(on, {
      kind: kind.name,
      key: input.key,
      payload,
      created_at: isoAt(instant()),
      run_at: isoAt(input.at),
      give_up_at: kind.giveUp === undefined ? null : isoAt(instant() + kind.giveUp),
    });
  }

  /** What recurs is a row that never ends. */
  const insertRecurring = (on: DbOrTransaction, kind: JobKind<unknown>, at: number) =>
    insert(on, kind, { payload: {}, key: '', at });

  async function planRecurring() {
    for (const { kind } of definitions.values())
      if (kind.every) await insertRecurring(db, kind, firstTurn(kind.every, instant()));
  }

  const endRow = (on: DbOrTransaction, { kind, row }: Running) =>
    table.end(on, row, kind.every ? nextTurn(kind.every, instant()) : null);

  /**
   * What was written by a clock that was ahead would wait until that instant comes. Once at the start, when nobody
   * knows what happened before, and whenever it was set back.
   */
  async function bringNearer() {
    const isSetBack = clock.drift() <= drift - SET_BACK;
    const now = clock.now();
    if (isSetBack || !planned)
      for (const { kind } of definitions.values())
        await table.bringNearer(kind.name, {
          now,
          lease: pace.lease,
          longest: kind.every ? nextTurn(kind.every, now) - now : kind.retry.last,
          waits: kind.every ? [] : waitsOf(kind.retry),
          next: kind.every ? nextTurn(kind.every, now) : now,
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
        log.warn({ err: error, job: job.row.id }, 'lease not renewed');
        if (instant() >= job.leasedUntil) job.control.abort(new LeaseLost('not renewed in time'));
      }
    }
  }

  function keepLeases() {
    if (running.size > 0) heartbeat ??= setInterval(renew, pace.lease / 3).unref();
    else {
      clearInterval(heartbeat);
      heartbeat = undefined;
    }
  }

  // One attempt

  async function begin(definition: Definition): Promise<Running | null> {
    claims += 1;
    const now = instant();
    const row = await table.claim(definition.kind, now, pace.lease, `${instance}-${claims}`);
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
    keepLeases();
    // The request that woke it is not what it is done for.
    job.done = untraced(() => attempt(job))
      .catch((error) => log.error({ err: error, job: row.id, kind: row.kind }, 'job not settled'))
      .finally(() => {
        running.delete(job);
        keepLeases();
        wake();
      });
    return job;
  }

  async function attempt(job: Running) {
    const { row, kind, handler, control } = job;
    const limit = setTimeout(() => control.abort(new Error('took too long')), kind.limit).unref();
    const begun = performance.now();
    const end = (result: string) =>
      metrics.jobs.observe((performance.now() - begun) / 1000, [familyOf(kind.name), result]);
    let payload: { success: boolean; data?: unknown } = { success: false };
    try {
      payload = kind.payload.safeParse(JSON.parse(row.payload));
      if (!payload.success) throw new Hopeless('its payload is not understood');
      if (row.attempts > kind.attempts) throw new Hopeless('its process ended each time');
      if (row.give_up_at !== null && row.give_up_at < isoAt(surely(clock)))
        throw new Hopeless('not done in its time');
      const { data } = payload;
      const run = async () => handler.run(data, handOut(job));
      await orAbandoned(discardingStaged(run), control.signal);
      if (!job.finished && !(await endRow(db, job))) throw new LeaseLost('taken over');
      end('done');
    } catch (error) {
      end('failed');
      await settle(job, control.signal.aborted ? control.signal.reason : error, payload);
    } finally {
      clearTimeout(limit);
    }
  }

  const handOut = (job: Running): Job => ({
    signal: job.control.signal,
    async finish(trx) {
      if (!(await endRow(trx, job))) throw new LeaseLost('taken over');
      job.finished = true;
    },
    async again(trx, next) {
      if (!(await table.lock(trx, job.row))) throw new LeaseLost('taken over');
      await table.end(trx, job.row, await next());
      job.finished = true;
    },
  });

  /** What was not done: is it somebody else's, to be done later, or never? */
  async function settle(job: Running, error: unknown, payload: { success: boolean; data?: unknown }) {
    const { row, kind, handler } = job;
    const about = { job: row.id, kind: row.kind, attempt: row.attempts };
    if (error instanceof LeaseLost) return log.warn({ ...about, err: error }, 'job lost');
    if (error instanceof Interrupted) return void (await table.giveBack(row));
    const delay = retryDelay(kind.retry, row.attempts);
    const next = instant() + delay;
    const over = row.give_up_at !== null && isoAt(surely(clock) + delay) > row.give_up_at;
    if (!(error instanceof Hopeless) && row.attempts < kind.attempts && !over) {
      log.warn({ ...about, err: error }, 'job failed, later again');
      return void (await table.retry(row, next, reasonOf(error)));
    }
    // Told whatever stood in its way: nobody tries it again.
    log.error({ ...about, reason: reasonOf(error) }, 'job failed for good');
    await write(
      null,
      async (work) => {
        if (!(await table.fail(work.trx, row, work.now, reasonOf(error)))) return;
        if (payload.success) await handler.failed?.(payload.data, work);
        if (kind.every) await insertRecurring(work.trx, kind, nextTurn(kind.every, instant()));
      },
      { content: handler.content ?? false },
    );
  }

  // What is due

  /** Begins what there is room for; answers how long until the next look. */
  async function fill(): Promise<number> {
    await renew();
    const now = instant();
    const due = await table.due([...definitions.keys()]);
    const lanes = new Map<Lane, Definition[]>();
    for (const { kind, at } of due) {
      const definition = definitions.get(kind);
      if (definition && at <= isoAt(now))
        lanes.set(definition.kind.lane, [...(lanes.get(definition.kind.lane) ?? []), definition]);
    }
    for (const [lane, ready] of lanes) {
      const turns = inTurn(ready, lastOf.get(lane));
      while (started && hasRoom(lane)) {
        const definition = turns.shift();
        if (!definition) break;
        if (!(await begin(definition))) continue;
        lastOf.set(lane, definition.kind.name);
        turns.push(definition);
      }
    }
    const waits = due.map(({ at }) => Date.parse(at) - now).filter((wait) => wait > 0);
    return Math.min(pace.poll, ...waits);
  }

  const hasRoom = (lane: Lane) => [...running].filter(({ kind }) => kind.lane === lane).length < lane.atOnce;

  async function look() {
    while (woken && started) {
      woken = false;
      clearTimeout(timer);
      let wait = pace.poll;
      try {
        await bringNearer();
        if (!planned) await planRecurring();
        planned = true;
        wait = await fill();
      } catch (error) {
        log.warn({ err: error }, 'jobs wait');
      }
      if (started) timer = setTimeout(wake, wait).unref();
    }
  }

  function wake() {
    woken = true;
    if (!started) return;
    looking ??= look().finally(() => {
      looking = undefined;
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
      await looking;
      await Promise.all(
        [...running].map(async ({ kind, control, done }) => {
          const stop = () => control.abort(new Interrupted('the process stops'));
          const impatient = kind.patience ? setTimeout(stop, kind.patience) : void stop();
          await done;
          clearTimeout(impatient);
        }),
      );
    },

    async drain(...kinds) {
      await planRecurring();
      const wanted = [...definitions.values()].filter(
        ({ kind }) => kinds.length === 0 || kinds.includes(kind.name),
      );
      let begun = 0;
      for (;;) {
        await looking;
        const before = begun;
        for (const definition of wanted)
          for (let job = await begin(definition); job; job = await begin(definition)) {
            begun += 1;
            await job.done;
          }
        const others = [...running].filter(({ kind }) => wanted.some((one) => one.kind === kind));
        if (begun === before && others.length === 0) return begun;
        await Promise.all(others.map(({ done }) => done));
      }
    },
  };

  jobs.define(clearing, { run: () => table.clear(surely(clock), [...definitions.keys()], KEEP_FAILED) });
  return jobs;
}

type Recurrence = NonNullable<JobKind<unknown>['every']>;

const nextTurn = (every: Recurrence, now: number) => ('next' in every ? every.next(now) : now + every.period);
const firstTurn = (every: Recurrence, now: number) =>
  'next' in every ? every.next(now) : now + (every.delay ?? 0);

interface Input {
  payload: unknown;
  key: string | null;
  /** When it may begin. */
  at: number;
}

/** Those after the one that had its turn last come first. */
function inTurn(ready: Definition[], last = ''): Definition[] {
  const sorted = ready.toSorted((one, other) => (one.kind.name < other.kind.name ? -1 : 1));
  const [after, upTo] = [true, false].map((side) => sorted.filter(({ kind }) => kind.name > last === side));
  return [...(after ?? []), ...(upTo ?? [])];
}

/** Waits for `work`, but not for long once it was told to stop: one that does not listen must not hold the rest up. */
async function orAbandoned(work: Promise<void>, signal: AbortSignal): Promise<void> {
  const settled = new AbortController();
  let patience: NodeJS.Timeout | undefined;
  const abandoned = new Promise<never>((_, reject) => {
    const wait = () => {
      patience = setTimeout(() => reject(signal.reason), GRACE);
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
