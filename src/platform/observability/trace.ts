import { AsyncLocalStorage } from 'node:async_hooks';
import { randomInt } from 'node:crypto';
import { CROCKFORD } from '../security/secrets.ts';

/** The request that log lines refer to. */
export interface Trace {
  /** Our own code, short enough to be dictated on the phone: `7F3K-2Q`. */
  code: string;
  /** Id that a trusted proxy sent. */
  foreignId: string | null;
  /** Route pattern, never the address itself; null until the request is routed. */
  route: string | null;
  /**
   * Start of a response that stays open (`performance.now()`): later time does not count as response time.
   */
  openSince?: number;
}

const traces = new AsyncLocalStorage<Trace>();

/** Returns the current request; undefined in background work. */
export const currentTrace = (): Trace | undefined => traces.getStore();

/** Runs `work` as part of the request of `trace`. */
export const withTrace = <T>(trace: Trace, work: () => T): T => traces.run(trace, work);

/** Runs `work` outside of any request, even if a request triggered it. */
export const withoutTrace = <T>(work: () => T): T => traces.exit(work);

const LENGTH = 6;

/**
 * Returns a new code of 30 bits. Among a million requests a day, one in a thousand shares its code; time and
 * route in the log tell the two apart.
 */
export function newTraceCode(): string {
  let left = randomInt(CROCKFORD.length ** LENGTH);
  let code = '';
  for (let at = 0; at < LENGTH; at += 1) {
    if (at === 4) code += '-';
    code += CROCKFORD[left % CROCKFORD.length];
    left = Math.floor(left / CROCKFORD.length);
  }
  return code;
}

/** Format of a foreign id that a log line may contain. */
const ID = /^[\w.-]{6,64}$/;

/** Returns `header` if it is acceptable as the id of a request, else null. */
export const acceptedTraceId = (header: string | string[] | undefined): string | null =>
  typeof header === 'string' && ID.test(header) ? header : null;
