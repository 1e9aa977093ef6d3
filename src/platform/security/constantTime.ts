import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';

/** Factor on all steps. Tests lower it, because their response times are not secret. */
export const constantTimeOptions = { scale: 1 };

/**
 * Margin in ms by which a timer can fire early: its clock is cached per turn of the event loop, and it
 * rounds.
 */
const TIMER_MS = 3;

/**
 * Waits until a multiple of `step` ms after `start` (of `performance.now`), so that the response time does
 * not reveal the work done before it. The end is met by polling, because the 0.5 ms by which a timer varies
 * would still reveal whether a record exists.
 */
export async function waitForConstantTime(start: number, step: number): Promise<void> {
  const scaled = step * constantTimeOptions.scale;
  const end = start + Math.ceil((performance.now() - start) / scaled) * scaled;
  await delay(Math.max(0, end - performance.now() - TIMER_MS));
  while (performance.now() < end) await turn();
}
