import type { z } from 'zod';
import { HOUR_MS, MINUTE_MS } from '../../shared/dates.ts';
import type { DbOrTransaction } from '../database/database.ts';
import type { Work } from '../database/write.ts';
import type { GiveWay } from './giveWay.ts';

/** Concurrency limit of a process. Kinds in the same lane alternate. */
export interface Lane {
  concurrency: number;
}

/** Lane of jobs that take memory and cores that requests could use (children.ts). */
export const heavyLane: Lane = { concurrency: 1 };
/** Lane of jobs that mostly wait for the database or the file store. */
export const lightLane: Lane = { concurrency: 1 };

/** A kind of job, shared by its callers and its handler. Times are in ms. */
export interface JobKind<P> {
  name: string;
  /** Only ids: the handler reads the records when it runs. Never a secret. */
  payload: z.ZodType<P>;
  lane: Lane;
  /** Limit of attempts, including those of processes that were killed. */
  attempts: number;
  /** Delay after the first failure, which triples with each further one, up to `last`. Default: a minute to an hour. */
  retry?: { first: number; last: number };
  /** Longest duration of one attempt. */
  timeLimit: number;
  /** Time after which a job is given up, counted from its creation. */
  giveUpAfter?: number;
  /** Time that a stop waits before it interrupts the job. If absent, it interrupts at once. */
  stopGrace?: number;
  /** The newest job runs first and interrupts the one that is running. */
  newestFirst?: boolean;
  /**
   * The key names a queue. Enqueuing it while it waits for a later instant starts it at once. Its handler
   * calls `Job.again` when there is more to do.
   */
  queue?: boolean;
  /** Recurs, once over all instances: per period, first after `delay`, or at the instant from `next`. */
  recurrence?: { period: number; delay?: number } | { next(now: number): number };
}

/** One attempt of a job. */
export interface Job {
  /** Aborted at the time limit, when the process stops, and when another instance took over. */
  signal: AbortSignal;
  /** Called between the steps of long work. */
  giveWay: GiveWay;
  /**
   * Ends the job in the transaction that writes its result. Throws `LeaseLost` if another instance took over,
   * so that nothing is written. If it is not called, the job ends when the handler returns.
   */
  finish(trx: DbOrTransaction): Promise<void>;
  /**
   * Ends a queue, or schedules it again at the instant (ms) that `next` returns. Locks the row, so that a job
   * that is enqueued meanwhile is not missed.
   */
  reschedule(trx: DbOrTransaction, next: () => Promise<number | null>): Promise<void>;
}

/** Runs the jobs of a kind. */
export interface JobHandler<P> {
  run(payload: P, job: Job): Promise<void>;
  /** Runs in the transaction that marks the job as failed for good. */
  failed?(payload: P, work: Work): Promise<void>;
  /** True if `failed` changes public content. */
  content?: boolean;
}

/** Thrown when another instance took over, so the result must not be written. */
export class LeaseLost extends Error {}

/** Thrown by a handler whose job cannot succeed, to prevent retries. */
export class PermanentFailure extends Error {}

/** Returns the delays between attempts, or their default. */
export const retryOf = ({ retry = { first: MINUTE_MS, last: HOUR_MS } }: Pick<JobKind<never>, 'retry'>) =>
  retry;

/** Returns the delay in ms before the next attempt. Jitter spreads jobs that failed together. */
export function retryDelay(kind: Pick<JobKind<never>, 'retry'>, attempts: number): number {
  const { first, last } = retryOf(kind);
  return Math.round(Math.min(first * 3 ** (attempts - 1), last) * (1 - Math.random() / 10));
}

/** Returns the longest delay in ms before each attempt. The first is 0, and the last one repeats. */
export function retryWaits(kind: Pick<JobKind<never>, 'retry'>): number[] {
  const { first, last } = retryOf(kind);
  const waits = [0];
  for (let wait = first; wait < last; wait *= 3) waits.push(wait);
  return [...waits, last];
}

/** Returns the common name of kinds that run on different instances, such as mails per key. */
export const kindFamily = (name: string) => name.split('.', 1)[0] ?? name;

const MAX_ERROR_LENGTH = 200;

/** Shortens an error to one line for the table. */
export function errorReason(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  return text.replace(/\s+/g, ' ').trim().slice(0, MAX_ERROR_LENGTH) || 'error';
}
