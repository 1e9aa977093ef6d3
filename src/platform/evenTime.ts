import { setTimeout as delay } from 'node:timers/promises';

/** Shorter where nobody is there to time an answer. */
export const evenness = { scale: 1 };

/**
 * Waits until a multiple of `step` milliseconds after `start` (of `performance.now`), so that the time of an answer
 * tells little of what was done before.
 */
export async function evenTime(start: number, step: number): Promise<void> {
  const scaled = step * evenness.scale;
  await delay(scaled - ((performance.now() - start) % scaled));
}
