import { setTimeout as wait } from 'node:timers/promises';

export interface Watch {
  /** Does `work` for as long as there is somebody who answers; its signal is aborted when there is nobody. */
  during<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

/** Milliseconds. */
export interface Silence {
  /** Without a result until it is asked whether anybody is there, and for as long again, and so on. */
  suspicious: number;
  /** Until that question must be answered. */
  answer: number;
  /** Between two questions while nobody answers. */
  again: number;
}

/** The one thrown where nobody answers. */
export class Silent extends Error {}

/**
 * Tells one call that takes its time from a server that hangs: when a call takes long, `probe`, which is quick, asks
 * whether anybody is there. Where nobody is, all that wait are told, and whoever comes is told at once, until one
 * probe is answered.
 */
export function watchSilence(
  probe: (signal: AbortSignal) => Promise<unknown>,
  { suspicious, answer, again }: Silence,
): Watch {
  const waiting = new Set<AbortController>();
  let isAway = false;
  let isLooking = false;

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
    if (isLooking) return;
    isLooking = true;
    while (!(await answers())) {
      isAway = true;
      for (const control of waiting) control.abort(new Silent());
      await wait(again, undefined, { ref: false });
    }
    isAway = false;
    isLooking = false;
  };

  return {
    async during(work) {
      if (isAway) throw new Silent();
      const control = new AbortController();
      waiting.add(control);
      const timer = setInterval(() => void look(), suspicious);
      try {
        return await work(control.signal);
      } finally {
        clearInterval(timer);
        waiting.delete(control);
      }
    },
  };
}
