import { setTimeout as sleep } from 'node:timers/promises';

/** Time in ms that a job may work before it gives way. */
const WORK_MS = 10;
/** Rest after work, as a multiple of it: requests get four fifths of the time. */
const REST_FACTOR = 4;
const MAX_REST_MS = 1000;

/**
 * Lets requests come first: long work calls it between two small steps. Rests for a multiple of the time since the
 * last rest, because each statement of SQLite blocks the process. Rejects if the work was aborted.
 */
export type GiveWay = () => Promise<void>;

export function createGiveWay(signal: AbortSignal, rest: typeof sleep = sleep): GiveWay {
  let since = performance.now();
  return async () => {
    signal.throwIfAborted();
    const worked = performance.now() - since;
    if (worked < WORK_MS) return;
    await rest(Math.min(worked * REST_FACTOR, MAX_REST_MS), undefined, { signal });
    since = performance.now();
  };
}
