import { setTimeout as wait } from 'node:timers/promises';

export interface Watch {
  /** Does `work` for as long as there is somebody who answers; its signal is aborted when there is nobody. */
  during<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /**
   * Does `work` that has far more to lose than to wait: a late answer to the probe leaves it alone, and only a server
   * that has been away for as long as `pause` ends it. Calls it again where it `isWorthAnother` after an error.
   */
  patiently<T>(
    work: (signal: AbortSignal) => Promise<T>,
    isWorthAnother: (error: unknown) => boolean,
  ): Promise<T>;
  /** Says that the server took or gave something: nobody needs to ask whether it is there. */
  heard(): void;
}

/** Milliseconds. */
export interface Silence {
  /** Without a result until it is asked whether anybody is there, and for as long again, and so on. */
  suspicious: number;
  /** Until that question must be answered. */
  answer: number;
  /** Between two questions while nobody answers, and between two attempts. */
  again: number;
  /** How long patient work waits for a server that is away, and is tried again. */
  pause: number;
}

/** The one thrown where nobody answers. */
export class Silent extends Error {}

/**
 * Tells one call that takes its time from a server that hangs: when a call takes long and nothing else was heard
 * meanwhile, `probe`, which is quick, asks whether anybody is there. Where nobody is, all that wait are told, and
 * whoever comes is told at once, until one probe is answered.
 */
export function watchSilence(
  probe: (signal: AbortSignal) => Promise<unknown>,
  { suspicious, answer, again, pause }: Silence,
  now: () => number = () => performance.now(),
): Watch {
  const waiting = new Set<AbortController>();
  const patient = new Set<AbortController>();
  let isAway = false;
  let awaySince = 0;
  let isLooking = false;
  let lastHeard = Number.NEGATIVE_INFINITY;
  const heard = () => {
    lastHeard = now();
  };

  const answers = async () => {
    const control = new AbortController();
    const answered = probe(control.signal).then(
      () => true,
      () => false,
    );
    // What came while our own process was busy is looked at before it is judged.
    const late = wait(answer, undefined, { ref: false }).then(() => wait(50, false, { ref: false }));
    const result = await Promise.race([answered, late]);
    control.abort();
    return result;
  };

  const look = async () => {
    // A probe would queue behind the very work that is getting on.
    if (isLooking || now() - lastHeard < suspicious) return;
    isLooking = true;
    const since = now();
    while (!(await answers())) {
      if (!isAway) awaySince = since;
      isAway = true;
      for (const control of waiting) control.abort(new Silent());
      if (now() - since >= pause) for (const control of patient) control.abort(new Silent());
      await wait(again, undefined, { ref: false });
    }
    heard();
    isAway = false;
    isLooking = false;
  };

  const guarded = async <T>(among: Set<AbortController>, work: (signal: AbortSignal) => Promise<T>) => {
    const control = new AbortController();
    among.add(control);
    const timer = setInterval(() => void look(), suspicious);
    try {
      const result = await work(control.signal);
      heard();
      return result;
    } catch (error) {
      // Clients have errors of their own for what was aborted.
      throw control.signal.aborted ? control.signal.reason : error;
    } finally {
      clearInterval(timer);
      among.delete(control);
    }
  };

  return {
    heard,
    async during(work) {
      if (isAway) throw new Silent();
      return guarded(waiting, work);
    },
    async patiently(work, isWorthAnother) {
      let until = (isAway ? awaySince : now()) + pause;
      for (let failedBefore = false; ; ) {
        while (isAway && now() < until) await wait(again);
        if (isAway) throw new Silent();
        try {
          return await guarded(patient, work);
        } catch (error) {
          // Work that fails late gets the whole pause from its first failure on.
          if (!failedBefore) until = now() + pause;
          failedBefore = true;
          if (error instanceof Silent || !isWorthAnother(error) || now() + again > until) throw error;
          await wait(again);
        }
      }
    },
  };
}
