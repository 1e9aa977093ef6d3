import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp, testClock } from '../../../test/app.ts';
import { emptyAuditLog } from '../../../test/auditLog.ts';
import { heldJob } from '../../../test/jobs.ts';
import { type App, createApp } from '../../server/app.ts';
import { systemClock } from '../clock.ts';
import { createMetrics } from '../observability/metrics.ts';
import { errorReason, type Job, type JobKind, type Lane, LeaseLost, PermanentFailure } from './jobKind.ts';
import { createJobs, type Jobs } from './jobs.ts';

const SECOND = 1000;
const DAY = 86_400 * SECOND;
const LEASE = 30 * SECOND;

let app: TestApp;
let other: App;
beforeAll(async () => {
  app = await createTestApp();
  other = await createApp({ config: app.deps.config, clock: app.clock });
});
afterAll(async () => {
  await other.close();
  await app.remove();
});
beforeEach(async () => {
  await app.deps.db.deleteFrom('jobs').execute();
  await emptyAuditLog(app.deps);
  app.clock.set('2026-11-22T12:00:00Z');
});
const instances: Jobs[] = [];
afterEach(async () => {
  await Promise.all([app.deps.jobs, other.deps.jobs, ...instances.splice(0)].map((jobs) => jobs.stop()));
});

type NamedPayload = { name: string };
let kinds = 0;
const kindOf = (more: Partial<JobKind<NamedPayload>> = {}): JobKind<NamedPayload> => {
  kinds += 1;
  return { ...heldJob, name: `test ${kinds}`, ...more };
};
const enqueue = (kind: JobKind<NamedPayload>, name = 'a', key?: string) =>
  app.deps.write(null, (work) => app.deps.jobs.enqueue(work, kind, { name }, key), { content: false });
const rows = ({ name }: { name: string }) =>
  app.deps.db.selectFrom('jobs').selectAll().where('kind', '=', name).orderBy('id').execute();
const rowOf = async (kind: { name: string }) => {
  const [row] = await rows(kind);
  if (!row) throw new Error('no job');
  return row;
};
/** Creates another instance in this process, with its own pace and clock. */
function instance(pace = { lease: 2 * SECOND, poll: 50 }, clock = systemClock) {
  const { database, write, log } = app.deps;
  const jobs = createJobs({ database, write, clock, log, metrics: createMetrics(), pace });
  instances.push(jobs);
  return jobs;
}
function gate() {
  const { promise, resolve: open } = Promise.withResolvers<void>();
  return { opened: promise, open };
}
/** Returns the audit entries that committed transactions left. */
const auditActions = async () =>
  (await app.deps.db.selectFrom('audit_log').select('action').orderBy('id').execute()).map(
    ({ action }) => action,
  );
const finishWithAudit = (action: string, job: Job) =>
  app.deps.write(
    null,
    async (work) => {
      await work.audit({ action, entity: 'test', uuid: null });
      await job.finish(work.trx);
    },
    { content: false },
  );

describe('enqueue', () => {
  it('enqueues within the transaction and starts the job after the commit', async () => {
    const kind = kindOf();
    const done: string[] = [];
    app.deps.jobs.define(kind, { run: async ({ name }) => void done.push(name) });
    app.deps.jobs.start();
    const failing = app.deps.write(null, async (work) => {
      await app.deps.jobs.enqueue(work, kind, { name: 'never' });
      throw new Error('roll back');
    });
    await expect(failing).rejects.toThrow('roll back');
    await enqueue(kind, 'once');
    await vi.waitFor(() => expect(done).toEqual(['once']));
    await vi.waitFor(async () => expect(await rows(kind)).toEqual([]));
  });

  it('enqueues a job with the same key once until it is done or has failed', async () => {
    const kind = kindOf({ attempts: 1 });
    let fails = true;
    const done: string[] = [];
    app.deps.jobs.define(kind, {
      async run({ name }) {
        if (fails) throw new Error('no');
        done.push(name);
      },
    });
    await enqueue(kind, 'a', 'same');
    await enqueue(kind, 'b', 'same');
    await enqueue(kind, 'c', 'else');
    expect(await rows(kind)).toHaveLength(2);
    await app.deps.jobs.drain(kind.name);
    expect((await rows(kind)).map(({ state }) => state)).toEqual(['failed', 'failed']);
    fails = false;
    await enqueue(kind, 'd', 'same');
    await app.deps.jobs.drain(kind.name);
    await enqueue(kind, 'e', 'same');
    await app.deps.jobs.drain(kind.name);
    expect(done).toEqual(['d', 'e']);
  });

  it('rejects a payload or a key that is too long', async () => {
    await expect(enqueue(kindOf(), 'x'.repeat(2000))).rejects.toThrow('too large');
    await expect(enqueue(kindOf(), 'x', 'k'.repeat(201))).rejects.toThrow('too large');
  });
});

describe('several instances', () => {
  it('two instances share the queue without running a job twice', async () => {
    const kind = kindOf();
    const done: string[] = [];
    const doneBy = [0, 0];
    for (const [at, { jobs }] of [app.deps, other.deps].entries())
      jobs.define(kind, {
        async run({ name }) {
          await wait(1);
          done.push(name);
          doneBy[at] = (doneBy[at] ?? 0) + 1;
        },
      });
    const names = Array.from({ length: 40 }, (_, at) => `job ${at}`);
    for (const name of names) await enqueue(kind, name);
    const begun = await Promise.all([app.deps.jobs.drain(kind.name), other.deps.jobs.drain(kind.name)]);
    expect(done.toSorted()).toEqual(names.toSorted());
    expect(begun).toEqual(doneBy);
    expect(Math.min(...doneBy)).toBeGreaterThan(0);
    expect(await rows(kind)).toEqual([]);
  });

  it('runs a recurring job once per period over all instances and across a restart', async () => {
    const recurrence = { period: DAY, delay: 60 * SECOND };
    const kind: JobKind<object> = { ...kindOf(), payload: z.object({}), recurrence };
    const run = vi.fn(async () => {});
    for (const { jobs } of [app.deps, other.deps]) jobs.define(kind, { run });
    const both = () => Promise.all([app.deps.jobs.drain(kind.name), other.deps.jobs.drain(kind.name)]);
    const counts: number[] = [];
    for (const later of [0, 59 * SECOND, SECOND, SECOND, DAY - 2 * SECOND, SECOND, DAY]) {
      app.clock.advance(later);
      await both();
      counts.push(run.mock.calls.length);
    }
    expect(counts).toEqual([0, 0, 1, 1, 1, 2, 3]);
    const restarted = instance(undefined, app.clock);
    restarted.define(kind, { run });
    await restarted.drain(kind.name);
    expect(run).toHaveBeenCalledTimes(3);
    expect(await rows(kind)).toHaveLength(1);
  });

  it('leaves jobs of unknown kinds alone', async () => {
    const kind = kindOf({ giveUpAfter: DAY });
    await enqueue(kind);
    expect(await other.deps.jobs.drain()).toBeGreaterThan(0);
    expect(await rowOf(kind)).toMatchObject({ state: 'waiting', attempts: 0 });
    app.clock.advance(DAY + 3601 * SECOND);
    await other.deps.jobs.drain('jobs clear');
    expect(await rowOf(kind)).toMatchObject({ state: 'failed', last_error: expect.stringMatching('nobody') });
  });
});

describe('clock changes', () => {
  const AHEAD = 2 * DAY;

  it.each([
    ['while the product runs', true],
    ['while the product is stopped', false],
  ])(
    'delays neither waiting jobs nor those of a killed process when the clock is set back %s',
    async (_, isRunning) => {
      const [once, again, dead] = [kindOf(), kindOf(), kindOf({ lane: { concurrency: 1 } })];
      const daily = kindOf({ payload: z.object({}) as never, recurrence: { period: DAY } });
      const doneNames: string[] = [];
      const recurringRuns: string[] = [];
      const start = () => {
        const jobs = instance({ lease: 300, poll: 20 }, app.clock);
        for (const kind of [once, again, dead, daily])
          jobs.define(kind, { run: async ({ name }) => void (name ? doneNames : recurringRuns).push(name) });
        jobs.start();
      };
      if (isRunning) {
        start();
        await vi.waitFor(() => expect(recurringRuns).toHaveLength(1));
      }
      app.clock.setWithoutElapsing(AHEAD);
      if (isRunning) await vi.waitFor(() => expect(recurringRuns).toHaveLength(2));
      // Rows that a process left with the wrong clock. It ended before the clock was corrected.
      const row = {
        key: null,
        payload: '{"name":"a"}',
        created_at: '',
        state: 'waiting' as const,
        attempts: 0,
      };
      const at = (ms: number) => new Date(app.clock.now() + ms).toISOString();
      await app.deps.db
        .insertInto('jobs')
        .values([
          { ...row, kind: once.name, run_at: at(60 * SECOND) },
          { ...row, kind: again.name, run_at: at(60 * SECOND), attempts: 1 },
          {
            ...row,
            kind: dead.name,
            attempts: 1,
            run_at: at(0),
            state: 'running',
            leased_until: at(LEASE),
            holder: 'gone',
          },
        ])
        .execute();
      app.clock.setWithoutElapsing(-AHEAD);
      if (!isRunning) start();
      await vi.waitFor(() => expect(doneNames).toHaveLength(2));
      expect((await rowOf(dead)).leased_until?.slice(0, 10)).toBe('2026-11-22');
      app.clock.advance(SECOND);
      await vi.waitFor(() => expect(doneNames).toHaveLength(3));
      expect((await rowOf(daily)).run_at <= at(DAY)).toBe(true);
    },
  );

  it('gives up no job early when the clock is set forward', async () => {
    const kind = kindOf({ giveUpAfter: DAY });
    const done: string[] = [];
    app.deps.jobs.define(kind, { run: async ({ name }) => void done.push(name) });
    await enqueue(kind);
    app.clock.setWithoutElapsing(AHEAD);
    await app.deps.jobs.drain(kind.name, 'jobs clear');
    expect(done).toEqual(['a']);
    app.clock.setWithoutElapsing(-AHEAD);
  });
});

describe('leases', () => {
  it('writes nothing after its lease was lost', async () => {
    const kind = kindOf();
    const running = gate();
    const late = gate();
    let outcome: unknown;
    app.deps.jobs.define(kind, {
      async run(_, job) {
        running.open();
        await late.opened;
        outcome = await finishWithAudit('late', job).catch((error: unknown) => error);
        throw outcome;
      },
    });
    other.deps.jobs.define(kind, { run: (_, job) => finishWithAudit('in time', job) });
    await enqueue(kind);
    const first = app.deps.jobs.drain(kind.name);
    await running.opened;
    app.clock.advance(LEASE - 1);
    expect(await other.deps.jobs.drain(kind.name)).toBe(0);
    app.clock.advance(1);
    expect(await other.deps.jobs.drain(kind.name)).toBe(1);
    late.open();
    expect(await first).toBe(1);
    expect(outcome).toBeInstanceOf(LeaseLost);
    expect(await auditActions()).toEqual(['in time']);
    expect(await rows(kind)).toEqual([]);
  });

  it('aborts a job whose lease was lost, and its failure then changes nothing', async () => {
    const kind = kindOf();
    // Checks its lease rarely enough for another instance to claim the job first.
    const slowInstance = instance({ lease: 1500, poll: 50 }, app.clock);
    const running = gate();
    slowInstance.define(kind, {
      run: (_, { signal }) =>
        new Promise((_, reject) => {
          running.open();
          signal.addEventListener('abort', () => reject(new Error('interrupted')));
        }),
    });
    const taken = gate();
    other.deps.jobs.define(kind, { run: () => taken.opened });
    await enqueue(kind);
    const lost = slowInstance.drain(kind.name);
    await running.opened;
    const second = (async () => {
      // The holder may renew its lease before the other instance looks.
      for (let begun = 0; begun === 0; begun = await other.deps.jobs.drain(kind.name))
        await app.deps.db.updateTable('jobs').set({ leased_until: '2026-01-01' }).execute();
    })();
    await lost;
    expect(await rowOf(kind)).toMatchObject({ state: 'running', attempts: 2, last_error: null });
    taken.open();
    await second;
    expect(await rows(kind)).toEqual([]);
  });

  it('renews the lease while the job runs', async () => {
    const kind = kindOf();
    let begun = 0;
    const pace = { lease: 2 * SECOND, poll: 50 };
    const clock = testClock();
    const finished = Promise.withResolvers<void>();
    const run = async () => {
      begun += 1;
      await finished.promise;
    };
    const [first, second] = [instance(pace, clock), instance(pace, clock)];
    first.define(kind, { run });
    second.define(kind, { run });
    await app.deps.db
      .insertInto('jobs')
      .values({ kind: kind.name, payload: '{"name":"a"}', state: 'waiting', created_at: '', run_at: '' })
      .execute();
    first.start();
    second.start();
    await vi.waitFor(() => expect(begun).toBe(1));
    // Together longer than the lease.
    for (let round = 0; round < 4; round += 1) {
      clock.advance(SECOND);
      const renewed = new Date(clock.now() + pace.lease).toISOString();
      await vi.waitFor(async () => expect((await rowOf(kind)).leased_until).toBe(renewed));
    }
    finished.resolve();
    await vi.waitFor(async () => expect(await rows(kind)).toEqual([]));
    expect(begun).toBe(1);
  });

  it('another process takes over the job of a killed process', async () => {
    const jobs = instance({ lease: LEASE, poll: 50 });
    const done: string[] = [];
    jobs.define(heldJob, { run: async ({ name }) => void done.push(name) });
    await enqueue(heldJob, 'left behind');
    await app.deps.db.updateTable('jobs').set({ run_at: '2026-01-01' }).execute();
    const { DATA_DIR, DATABASE_URL } = app.deps.config;
    const holder = spawn(process.execPath, [resolve(import.meta.dirname, '../../../test/heldJob.child.ts')], {
      env: { DATA_DIR, LOG_LEVEL: 'silent', DEMO_CONTENT: '0', ...(DATABASE_URL && { DATABASE_URL }) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(holder.stdout, 'data');
    jobs.start();
    await wait(300);
    expect(done).toEqual([]);
    const { leased_until } = await rowOf(heldJob);
    expect(Date.parse(leased_until ?? '') - Date.now()).toBeGreaterThan(20 * SECOND);
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    // Simulates the end of the lease; the drill waits for it.
    await app.deps.db.updateTable('jobs').set({ leased_until: new Date().toISOString() }).execute();
    await vi.waitFor(() => expect(done).toEqual(['left behind']));
    await vi.waitFor(async () => expect(await rows(heldJob)).toEqual([]));
  });

  it('marks a job as failed when its process ended in every attempt', async () => {
    const kind = kindOf({ attempts: 2 });
    const failed = vi.fn(async () => {});
    const run = vi.fn(async () => {});
    app.deps.jobs.define(kind, { run, failed });
    await enqueue(kind);
    await app.deps.db.updateTable('jobs').set({ attempts: 2 }).execute();
    await app.deps.jobs.drain(kind.name);
    expect(run).not.toHaveBeenCalled();
    expect(failed).toHaveBeenCalledOnce();
    expect(await rowOf(kind)).toMatchObject({ state: 'failed', last_error: 'its process ended each time' });
  });

  it('gives a job back when the process stops, without counting an attempt', async () => {
    const kind = kindOf();
    const running = gate();
    app.deps.jobs.define(kind, {
      run: (_, { signal }) =>
        new Promise((_, reject) => {
          running.open();
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    });
    app.deps.jobs.start();
    await enqueue(kind);
    await running.opened;
    await app.deps.jobs.stop();
    expect(await rowOf(kind)).toMatchObject({
      state: 'waiting',
      attempts: 0,
      holder: null,
      leased_until: null,
    });
    other.deps.jobs.define(kind, { run: async () => {} });
    expect(await other.deps.jobs.drain(kind.name)).toBe(1);
    expect(await rows(kind)).toEqual([]);
  });
});

describe('failures', () => {
  it('retries with increasing delays, then keeps the failed job with its reason, then deletes it', async () => {
    const kind = kindOf({ attempts: 6, retry: { first: SECOND, last: 30 * SECOND } });
    const failed = vi.fn(async () => {});
    app.deps.jobs.define(kind, {
      async run() {
        throw new Error(`first line\n second line ${'x'.repeat(500)}`);
      },
      failed,
    });
    vi.spyOn(Math, 'random').mockReturnValue(0);
    await enqueue(kind, 'a', 'key');
    const waits: number[] = [];
    for (;;) {
      const begun = await app.deps.jobs.drain(kind.name);
      expect(begun).toBe(1);
      const row = await rowOf(kind);
      expect(row.last_error).toMatch(/^first line second line x+$/);
      expect(row.last_error).toHaveLength(200);
      if (row.state === 'failed') break;
      waits.push(Date.parse(row.run_at) - app.clock.now());
      app.clock.set(Date.parse(row.run_at) - 1);
      expect(await app.deps.jobs.drain(kind.name)).toBe(0);
      app.clock.advance(1);
    }
    expect(waits).toEqual([1000, 3000, 9000, 27_000, 30_000]);
    expect(failed).toHaveBeenCalledOnce();
    expect(await rowOf(kind)).toMatchObject({ attempts: 6, holder: null, failed_at: expect.any(String) });
    app.clock.advance(30 * DAY - 1);
    await app.deps.jobs.drain();
    expect(await rows(kind)).toHaveLength(1);
    app.clock.advance(3600 * SECOND);
    await app.deps.jobs.drain();
    expect(await rows(kind)).toEqual([]);
  });

  it('spreads the retries of jobs that failed together', async () => {
    const kind = kindOf({ retry: { first: 1000 * SECOND, last: 1000 * SECOND } });
    app.deps.jobs.define(kind, { run: () => Promise.reject(new Error('away')) });
    for (let at = 0; at < 20; at += 1) await enqueue(kind);
    await app.deps.jobs.drain(kind.name);
    const waits = (await rows(kind)).map(({ run_at }) => Date.parse(run_at) - app.clock.now());
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(900 * SECOND);
    expect(Math.max(...waits)).toBeLessThanOrEqual(1000 * SECOND);
    expect(new Set(waits).size).toBeGreaterThan(10);
  });

  it('does not retry a job that cannot succeed', async () => {
    const kind = kindOf();
    app.deps.jobs.define(kind, { run: () => Promise.reject(new PermanentFailure('it is gone')) });
    await enqueue(kind);
    await app.deps.jobs.drain(kind.name);
    expect(await rowOf(kind)).toMatchObject({ state: 'failed', attempts: 1, last_error: 'it is gone' });
  });

  it('gives up a job after its time, tried or not', async () => {
    const kind = kindOf({ giveUpAfter: 10 * SECOND, attempts: 100 });
    const run = vi.fn(() => Promise.reject(new Error('away')));
    app.deps.jobs.define(kind, { run });
    await enqueue(kind, 'tried');
    for (let at = 0; at < 5; at += 1) {
      await app.deps.jobs.drain(kind.name);
      app.clock.advance(4 * SECOND);
    }
    expect(await rowOf(kind)).toMatchObject({ state: 'failed', attempts: 3, last_error: 'away' });
    await enqueue(kind, 'never tried');
    app.clock.advance(11 * SECOND);
    await app.deps.jobs.drain(kind.name);
    expect(run).toHaveBeenCalledTimes(3);
    expect((await rows(kind)).at(-1)).toMatchObject({ state: 'failed', last_error: 'not done in its time' });
  });

  it('marks a job as failed if its payload does not match the schema', async () => {
    const kind = kindOf();
    const failed = vi.fn(async () => {});
    app.deps.jobs.define(
      { ...kind, payload: z.object({ name: z.string().max(1) }) },
      { run: async () => {}, failed },
    );
    await enqueue(kind, 'too long by now');
    await app.deps.jobs.drain(kind.name);
    expect(await rowOf(kind)).toMatchObject({ state: 'failed', last_error: 'its payload is not understood' });
    expect(failed).not.toHaveBeenCalled();
  });

  it('marks a job as failed and runs `failed` in one transaction', async () => {
    const kind = kindOf({ attempts: 1 });
    let breaks = true;
    app.deps.jobs.define(kind, {
      run: () => Promise.reject(new Error('no')),
      async failed(_, work) {
        await work.audit({ action: 'failed', entity: 'test', uuid: null });
        if (breaks) throw new Error('broken off');
      },
    });
    await enqueue(kind);
    await app.deps.jobs.drain(kind.name);
    expect(await auditActions()).toEqual([]);
    expect(await rowOf(kind)).toMatchObject({ state: 'running' });
    breaks = false;
    app.clock.advance(LEASE);
    await app.deps.jobs.drain(kind.name);
    expect(await auditActions()).toEqual(['failed']);
    expect(await rowOf(kind)).toMatchObject({ state: 'failed' });
  });

  it('schedules the next run of a recurring job that failed', async () => {
    const kind: JobKind<object> = {
      ...kindOf(),
      payload: z.object({}),
      attempts: 1,
      recurrence: { period: DAY },
    };
    const run = vi.fn(() => Promise.reject(new Error('no')));
    app.deps.jobs.define(kind, { run });
    await app.deps.jobs.drain(kind.name);
    expect((await rows(kind)).map(({ state }) => state)).toEqual(['failed', 'waiting']);
    app.clock.advance(DAY - 1);
    await app.deps.jobs.drain(kind.name);
    expect(run).toHaveBeenCalledTimes(1);
    app.clock.advance(1);
    await app.deps.jobs.drain(kind.name);
    expect(run).toHaveBeenCalledTimes(2);
  });
});

describe('time limit of attempts', () => {
  it('interrupts an attempt at its limit and retries later', async () => {
    const kind = kindOf({ timeLimit: 50 });
    app.deps.jobs.define(kind, {
      run: (_, { signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    });
    await enqueue(kind);
    await app.deps.jobs.drain(kind.name);
    expect(await rowOf(kind)).toMatchObject({ state: 'waiting', attempts: 1, last_error: 'timed out' });
  });

  it('abandons an attempt that ignores its signal, and discards its later writes', async () => {
    const kind = kindOf({ timeLimit: 50, attempts: 2 });
    const late = gate();
    let outcome: Promise<unknown> | undefined;
    app.deps.jobs.define(kind, {
      async run(_, job) {
        await late.opened;
        outcome = finishWithAudit('late', job);
        await outcome;
      },
    });
    await enqueue(kind);
    await app.deps.jobs.drain(kind.name);
    expect(await rowOf(kind)).toMatchObject({ state: 'waiting', attempts: 1, last_error: 'timed out' });
    late.open();
    await vi.waitFor(() => expect(outcome).toBeDefined());
    await expect(outcome).rejects.toBeInstanceOf(LeaseLost);
    expect(await auditActions()).toEqual([]);
  });
});

describe('order of jobs', () => {
  async function order(
    lane: Lane,
    first: JobKind<NamedPayload>,
    second: JobKind<NamedPayload>,
    queued: [JobKind<NamedPayload>, string][],
  ) {
    const begun: string[] = [];
    let now = 0;
    let max = 0;
    const full = Promise.withResolvers<void>();
    const run = async ({ name }: NamedPayload) => {
      now += 1;
      max = Math.max(max, now);
      begun.push(name);
      if (now === lane.concurrency) full.resolve();
      await full.promise;
      // One job too many would begin now.
      await wait(20);
      now -= 1;
    };
    for (const kind of [first, second]) app.deps.jobs.define({ ...kind, lane }, { run });
    for (const [kind, name] of queued) await enqueue(kind, name);
    app.deps.jobs.start();
    await vi.waitFor(() => expect(begun).toHaveLength(queued.length));
    await vi.waitFor(() => expect(now).toBe(0));
    return { begun, most: max };
  }

  it('alternates kinds of one lane and runs one job at a time', async () => {
    const [first, second] = [kindOf(), kindOf()];
    const { begun, most: max } = await order({ concurrency: 1 }, first, second, [
      [first, 'a1'],
      [first, 'a2'],
      [first, 'a3'],
      [second, 'b1'],
    ]);
    expect(max).toBe(1);
    expect(begun.indexOf('b1')).toBeLessThan(2);
    expect(begun.filter((name) => name !== 'b1')).toEqual(['a1', 'a2', 'a3']);
  });

  it('runs as many jobs of a lane at once as it allows', async () => {
    const [first, second] = [kindOf(), kindOf()];
    const names = Array.from({ length: 9 }, (_, at): [JobKind<NamedPayload>, string] => [first, `${at}`]);
    expect((await order({ concurrency: 3 }, first, second, names)).most).toBe(3);
  });

  it('the newest job interrupts the one before it, which runs afterwards', async () => {
    const kind = kindOf({ newestFirst: true, lane: { concurrency: 1 } });
    const begun: string[] = [];
    const done: string[] = [];
    app.deps.jobs.define(kind, {
      async run({ name }, { signal }) {
        begun.push(name);
        if (name === 'second' || done.includes('second')) return void done.push(name);
        await wait(10_000, undefined, { signal });
      },
    });
    app.deps.jobs.start();
    await enqueue(kind, 'first');
    await vi.waitFor(() => expect(begun).toEqual(['first']));
    await enqueue(kind, 'second');
    await vi.waitFor(() => expect(done).toEqual(['second', 'first']));
    await vi.waitFor(async () => expect(await rows(kind)).toEqual([]));
  });
});

it('finds jobs of another instance, and makes one query per poll while none are due', async () => {
  const kind = kindOf();
  const done: string[] = [];
  const poll = 200;
  const jobs = instance({ lease: LEASE, poll });
  jobs.define(kind, { run: async ({ name }) => void done.push(name) });
  jobs.start();
  await wait(300);
  const selected = vi.spyOn(app.deps.db, 'selectFrom');
  const updated = vi.spyOn(app.deps.db, 'updateTable');
  const begun = performance.now();
  await vi.waitFor(() => expect(selected.mock.calls.length).toBeGreaterThan(5));
  expect(selected.mock.calls.length).toBeLessThan((performance.now() - begun) / poll + 2);
  expect(updated).not.toHaveBeenCalled();
  await app.deps.db
    .insertInto('jobs')
    .values({
      kind: kind.name,
      payload: '{"name":"seen"}',
      state: 'waiting',
      created_at: '',
      run_at: '2026-01-01',
    })
    .execute();
  await vi.waitFor(() => expect(done).toEqual(['seen']));
});

it('shortens any thrown value to one line', () => {
  expect(errorReason(new Error(''))).toBe('Error');
  expect(errorReason('  a\n b ')).toBe('a b');
  expect(errorReason(undefined)).toBe('undefined');
  expect(errorReason('')).toBe('error');
});

describe('queues', () => {
  const queue = kindOf({ queue: true });
  /** Runs jobs of the queue and returns when each ran. `due` is the time of the next one. */
  function worker(jobs: Jobs, due: () => number | null) {
    const runs: number[] = [];
    jobs.define(queue, {
      async run(_, job) {
        runs.push(app.clock.now());
        await app.deps.db.transaction().execute((trx) => job.reschedule(trx, async () => due()));
      },
    });
    return runs;
  }

  it('runs a queue again when its handler returns an instant, and ends it when it returns null', async () => {
    let next: number | null = app.clock.now() + 10 * SECOND;
    const runs = worker(app.deps.jobs, () => next);
    await enqueue(queue, 'a', 'a');
    expect(await app.deps.jobs.drain(queue.name)).toBe(1);
    expect(await rowOf(queue)).toMatchObject({
      state: 'waiting',
      attempts: 0,
      holder: null,
      leased_until: null,
    });
    app.clock.advance(10 * SECOND - 1);
    expect(await app.deps.jobs.drain(queue.name)).toBe(0);
    app.clock.advance(1);
    next = null;
    expect(await app.deps.jobs.drain(queue.name)).toBe(1);
    expect(await rows(queue)).toEqual([]);
    expect(runs).toHaveLength(2);
  });

  it('starts a waiting queue at once when it is enqueued again, as a single job', async () => {
    worker(app.deps.jobs, () => app.clock.now() + 3600 * SECOND);
    await enqueue(queue, 'a', 'a');
    await app.deps.jobs.drain(queue.name);
    app.clock.advance(SECOND);
    await enqueue(queue, 'a', 'a');
    await enqueue(queue, 'a', 'a');
    expect(await rows(queue)).toHaveLength(1);
    expect(await app.deps.jobs.drain(queue.name)).toBe(1);
  });

  it('misses no job that is enqueued while the queue ends', async () => {
    const { opened, open } = gate();
    let enqueued: Promise<unknown> | undefined;
    let runs = 0;
    app.deps.jobs.define(queue, {
      async run(_, job) {
        runs += 1;
        if (runs > 1) return;
        await app.deps.db.transaction().execute((trx) =>
          job.reschedule(trx, async () => {
            // The handler found nothing left. The new job now waits for the row.
            enqueued = enqueue(queue, 'a', 'a');
            open();
            return null;
          }),
        );
      },
    });
    await enqueue(queue, 'a', 'a');
    await app.deps.jobs.drain(queue.name);
    await opened;
    await enqueued;
    await app.deps.jobs.drain(queue.name);
    expect(runs).toBe(2);
    expect(await rows(queue)).toEqual([]);
  });

  it('writes nothing if another instance has taken over the queue', async () => {
    app.deps.jobs.define(queue, {
      async run(_, job) {
        await app.deps.db
          .updateTable('jobs')
          .set({ holder: 'another' })
          .where('kind', '=', queue.name)
          .execute();
        await expect(
          app.deps.db.transaction().execute((trx) => job.reschedule(trx, async () => null)),
        ).rejects.toThrow(LeaseLost);
        throw new LeaseLost('taken over');
      },
    });
    await enqueue(queue, 'a', 'a');
    await app.deps.jobs.drain(queue.name);
    expect(await rowOf(queue)).toMatchObject({ holder: 'another', state: 'running' });
  });
});
