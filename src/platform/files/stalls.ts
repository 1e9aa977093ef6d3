import { setTimeout as wait } from 'node:timers/promises';
import { falseAfterGrace, withTimeout } from '../../shared/async.ts';

export interface StallWatch {
  /** Runs `work` while the server responds. Its signal is aborted when the server stalls. */
  during<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /**
   * Runs `work` that is expensive to lose, such as an upload. A late probe does not end it, only an outage of
   * at least `pause` ms. Retries it while `isWorthAnother` returns true for the error.
   */
  withRetries<T>(
    work: (signal: AbortSignal) => Promise<T>,
    isWorthAnother: (error: unknown) => boolean,
  ): Promise<T>;
  /** Reports progress, which makes a probe unnecessary. */
  reportProgress(): void;
}

/** Timeouts of stall detection, in milliseconds. */
export interface StallTimeouts {
  /** Time without a result after which a probe is sent, and between further probes. */
  suspicious: number;
  /** Time within which a probe must be answered. */
  answer: number;
  /** Time between two probes during an outage, and between two attempts. */
  again: number;
  /** Longest time for which patient work waits for an unavailable server, and is retried. */
  pause: number;
}

/** Thrown when the server does not respond. */
export class StalledError extends Error {}

/**
 * Creates a stall detector, which tells a slow request from a server that hangs. If a request takes long
 * without any progress on others, it sends the quick `probe`. If the probe fails, all waiting requests are
 * aborted, and new ones fail at once until a probe succeeds.
 */
export function watchForStalls(
  probe: (signal: AbortSignal) => Promise<unknown>,
  { suspicious, answer, again, pause }: StallTimeouts,
  now: () => number = () => performance.now(),
): StallWatch {
  const waiting = new Set<AbortController>();
  const patient = new Set<AbortController>();
  let isAway = false;
  let awaySince = 0;
  let isProbing = false;
  let lastHeard = Number.NEGATIVE_INFINITY;
  const reportProgress = () => {
    lastHeard = now();
  };

  const isResponding = async () => {
    const control = new AbortController();
    const answered = probe(control.signal).then(
      () => true,
      () => false,
    );
    const result = await withTimeout(answered, answer, falseAfterGrace);
    control.abort();
    return result;
  };

  const probeUntilBack = async () => {
    // A probe would queue behind the transfer that is making progress.
    if (isProbing || now() - lastHeard < suspicious) return;
    isProbing = true;
    const since = now();
    while (!(await isResponding())) {
      if (!isAway) awaySince = since;
      isAway = true;
      for (const control of waiting) control.abort(new StalledError());
      if (now() - since >= pause) for (const control of patient) control.abort(new StalledError());
      await wait(again, undefined, { ref: false });
    }
    reportProgress();
    isAway = false;
    isProbing = false;
  };

  const tracked = async <T>(group: Set<AbortController>, work: (signal: AbortSignal) => Promise<T>) => {
    const control = new AbortController();
    group.add(control);
    const timer = setInterval(() => void probeUntilBack(), suspicious);
    try {
      const result = await work(control.signal);
      reportProgress();
      return result;
    } catch (error) {
      // Clients throw errors of their own for aborted requests.
      throw control.signal.aborted ? control.signal.reason : error;
    } finally {
      clearInterval(timer);
      group.delete(control);
    }
  };

  return {
    reportProgress,
    async during(work) {
      if (isAway) throw new StalledError();
      return tracked(waiting, work);
    },
    async withRetries(work, isWorthAnother) {
      let until = (isAway ? awaySince : now()) + pause;
      for (let failedBefore = false; ; ) {
        while (isAway && now() < until) await wait(again);
        if (isAway) throw new StalledError();
        try {
          return await tracked(patient, work);
        } catch (error) {
          // Work that fails late may be retried for the whole pause from its first failure on.
          if (!failedBefore) until = now() + pause;
          failedBefore = true;
          if (error instanceof StalledError || !isWorthAnother(error) || now() + again > until) throw error;
          await wait(again);
        }
      }
    },
  };
}
