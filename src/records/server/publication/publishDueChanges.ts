import type { Clock } from '../../../platform/clock.ts';
import { withoutTracking } from '../../../platform/database/dependencyTracking.ts';
import { blocksWrites, toFailure } from '../../../platform/http/failures.ts';
import type { Logger } from '../../../platform/observability/log.ts';
import { createSingleFlight, withTimeout } from '../../../shared/async.ts';

// A read that finds a due change publishes it first. The read waits a short time only and never fails by it.

/** Longest wait of a read for due changes. */
export const MAX_READ_WAIT_MS = 250;
/** Pause after a failed write to disk, or after a change could not even be turned into a draft. */
const RETRY_MS = 30_000;
const MAX_TRIES = 3;

interface Options {
  clock: Clock;
  log: Logger;
  patienceMs: number;
  /** Returns the earliest instant (ms) of a scheduled change that is not skipped; null without one. */
  nextInstant(skipped: ReadonlySet<number>): Promise<number | null>;
  /** Returns ids of changes due by `now`, in the order of their publication. */
  dueBy(now: number, skipped: ReadonlySet<number>): Promise<number[]>;
  publish(id: number): Promise<void>;
  /**
   * Makes the change a draft again and notifies its author. Returns false if another instance did so first.
   */
  putAside(id: number, reason: string): Promise<boolean>;
}

export interface DueChanges {
  /**
   * Publishes due changes for a read. Returns undefined if nothing is due, which costs no statement;
   * otherwise resolves to whether all changes were handled. A response after false must not be cached.
   * Never rejects.
   */
  publishDueChangesForRead(): Promise<boolean> | undefined;
  /** Publishes due changes and waits for the end. Rejects during an outage. */
  publishDueChanges(): Promise<void>;
  /** Forgets the next instant, because schedules changed. */
  invalidate(): void;
  /** Returns how long the oldest due change has been waiting, in seconds; 0 if nothing is due. */
  delaySeconds(): Promise<number>;
  /** Waits for the run in progress. */
  finish(): Promise<void>;
}

export function createDueChanges({ clock, log, patienceMs, ...changes }: Options): DueChanges {
  /** Next known instant; null before the database is asked. */
  let next: number | null = null;
  let invalidations = 0;
  let pausedUntil = 0;
  const flight = createSingleFlight<void>();
  /** Changes that could be neither published nor turned into drafts. They must not block the others. */
  const skipped = new Set<number>();
  // Every read tries again, so only a change of state is logged.
  let isFailing = false;
  let logged = new Set<number>();

  const run = async () => {
    skipped.clear();
    for (;;) {
      const invalidationsBefore = invalidations;
      const at = await changes.nextInstant(skipped);
      const now = clock.now();
      if (at === null || at > now) {
        if (invalidations !== invalidationsBefore) continue;
        next = Math.min(at ?? Number.POSITIVE_INFINITY, skipped.size > 0 ? now + RETRY_MS : Infinity);
        return;
      }
      for (const id of await changes.dueBy(now, skipped)) await publishOne(id);
    }
  };

  const publishOne = async (id: number) => {
    for (let tries = 1; ; tries += 1)
      try {
        return await changes.publish(id);
      } catch (error) {
        if (isTransient(error) && tries < MAX_TRIES) continue;
        if (isUnavailable(error)) throw error;
        return putAside(id, error);
      }
  };

  const putAside = async (id: number, error: unknown) => {
    const reason = toFailure(error).message;
    try {
      if (await changes.putAside(id, reason))
        log.warn({ err: error, version: id, reason }, 'scheduled change not published');
    } catch (failure) {
      if (isUnavailable(failure)) throw failure;
      skipped.add(id);
      if (logged.has(id)) return;
      logged.add(id);
      log.error({ err: failure, version: id, reason }, 'scheduled change not returned to draft');
    }
  };

  const publishAll = () =>
    withoutTracking(run).then(
      () => {
        if (isFailing) log.info({}, 'due changes are published again');
        isFailing = false;
        logged = new Set(skipped);
      },
      (error: unknown) => {
        if (blocksWrites(error)) pausedUntil = clock.now() + RETRY_MS;
        if (!isFailing) log.error({ err: error }, 'due changes cannot be published');
        isFailing = true;
        throw error;
      },
    );

  return {
    publishDueChangesForRead() {
      const now = clock.now();
      if (next !== null && now < next) return undefined;
      if (now < pausedUntil) return Promise.resolve(false);
      const isDone = flight.run(publishAll).then(
        () => true,
        () => false,
      );
      return withTimeout(isDone, patienceMs, () => false);
    },
    async publishDueChanges() {
      if (next === null || clock.now() >= next) await flight.run(publishAll);
    },
    invalidate() {
      invalidations += 1;
      next = null;
    },
    async delaySeconds() {
      const at = await changes.nextInstant(new Set());
      return at === null ? 0 : Math.max(0, (clock.now() - at) / 1000);
    },
    finish: () => flight.current()?.catch(() => undefined) ?? Promise.resolve(),
  };
}

/**
 * Returns whether the next try may succeed: after PostgreSQL's deadlocks, conflicts, and lock or statement
 * timeouts.
 */
const isTransient = (error: unknown) =>
  ['40P01', '40001', '55P03', '57014'].includes(
    (toFailure(error).cause as { code?: string } | undefined)?.code ?? '',
  );

const isUnavailable = (error: unknown) => toFailure(error).code === 'unavailable' && !isTransient(error);
