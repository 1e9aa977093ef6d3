import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';

/** Shorter where nobody is there to time an answer. */
export const evenness = { scale: 1 };

/** A timer is early by what was done since the event loop last looked at the clock, and by a part of a millisecond. */
const TIMER_MS = 3;

/**
 * Waits until a multiple of `step` milliseconds after `start` (of `performance.now`), so that the time of an answer
 * tells nothing of what was done before: half a millisecond of it, which a timer alone lets show, is a record that is
 * there.
 */
export async function evenTime(start: number, step: number): Promise<void> {
  const scaled = step * evenness.scale;
  const end = start + Math.ceil((performance.now() - start) / scaled) * scaled;
  await delay(Math.max(0, end - performance.now() - TIMER_MS));
  while (performance.now() < end) await turn();
}
