import type { z } from 'zod';
import type { DbOrTransaction } from '../database/database.ts';
import type { Work } from '../database/write.ts';

/** What goes on at once in one process; kinds in the same lane take turns. */
export interface Lane {
  atOnce: number;
}

/** For what takes memory and cores that requests could use (see children.ts). */
export const heavy: Lane = { atOnce: 1 };
/** For what mostly waits for the database or the file store. */
export const light: Lane = { atOnce: 1 };

/** A kind of work: whoever asks for it and whoever does it agree on this. Times are in ms. */
export interface JobKind<P> {
  name: string;
  /** A few ids: what the work is about is read when it is done. Never a secret. */
  payload: z.ZodType<P>;
  lane: Lane;
  /** How often it is begun, also by processes that were killed meanwhile. */
  attempts: number;
  /** The wait after the first failure; each is three times the one before, up to `last`. */
  retry: { first: number; last: number };
  /** The longest that one attempt may take. */
  limit: number;
  /** How long after it was asked for it is given up. */
  giveUp?: number;
  /** How long a stop waits for it before it is interrupted; not at all where nothing is said. */
  patience?: number;
  /** The latest that was asked for is done first, and interrupts the one before it. */
  newestFirst?: boolean;
  /**
   * Its key names a queue: whoever asks for it while it waits for a later instant has it begun at once, and its handler
   * says when there is more to do (`Job.again`).
   */
  queue?: boolean;
  /** Comes back by itself, once over all instances: in each period, first after `delay`, or when `next` says. */
  every?: { period: number; delay?: number } | { next(now: number): number };
}

/** One attempt. */
export interface Job {
  /** Aborted at its limit, when the process stops, and when the work is somebody else's by now. */
  signal: AbortSignal;
  /**
   * Ends the job in the transaction that writes its result. Throws `LeaseLost`, so that nothing is written, when
   * the work is somebody else's by now. Without it the job ends when the handler returns.
   */
  finish(trx: DbOrTransaction): Promise<void>;
  /**
   * Does the same for a queue, or has it come back at the instant (ms) that `next` answers. Whoever asks for it
   * meanwhile waits for the transaction, or is waited for: what they ask for is not overlooked.
   */
  again(trx: DbOrTransaction, next: () => Promise<number | null>): Promise<void>;
}

export interface Handler<P> {
  run(payload: P, job: Job): Promise<void>;
  /** In the transaction that marks it as failed for good. */
  failed?(payload: P, work: Work): Promise<void>;
  /** Whether `failed` changes anything public. */
  content?: boolean;
}

/** The work was taken over: its result is none of ours to write. */
export class LeaseLost extends Error {}

/** There is no use in trying again. */
export class Hopeless extends Error {}

/** Up to a tenth sooner, so that what failed together does not come back together. */
export function retryDelay({ first, last }: JobKind<unknown>['retry'], attempts: number): number {
  return Math.round(Math.min(first * 3 ** (attempts - 1), last) * (1 - Math.random() / 10));
}

/** How long each wait is at most, beginning with none before the first attempt; the last one stays. */
export function waitsOf({ first, last }: JobKind<unknown>['retry']): number[] {
  const waits = [0];
  for (let wait = first; wait < last; wait *= 3) waits.push(wait);
  return [...waits, last];
}

/** What kinds that differ only in who can do them have in common, such as mails under one key and another. */
export const familyOf = (name: string) => name.split('.', 1)[0] ?? name;

const ERROR_LENGTH = 200;

/** One line with a bound, for the table. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  return text.replace(/\s+/g, ' ').trim().slice(0, ERROR_LENGTH) || 'error';
}
