import { AsyncLocalStorage } from 'node:async_hooks';
import { randomInt } from 'node:crypto';
import { CROCKFORD } from './secrets.ts';

/** A request as log lines know it. */
export interface Trace {
  /** Ours, short enough to be told on the phone: `7F3K-2Q`. */
  code: string;
  /** What a trusted proxy calls it. */
  given: string | null;
  /** The pattern of its address, never the address itself, once that is known. */
  route: string | null;
  /** When its answer began, where that stays open (`performance.now()`): what follows is no time that anybody waits. */
  stays?: number;
}

const traces = new AsyncLocalStorage<Trace>();

/** The request for which something is being done; nothing for what is done beside requests. */
export const currentTrace = (): Trace | undefined => traces.getStore();

/** All that `work` does is done for the request of `trace`. */
export const traced = <T>(trace: Trace, work: () => T): T => traces.run(trace, work);

/** `work` is no request's, though one may have woken it. */
export const untraced = <T>(work: () => T): T => traces.exit(work);

const LENGTH = 6;

/**
 * 30 bits: of a day's million, one in a thousand has a namesake. Time and route, which stand beside it, tell the two
 * apart.
 */
export function newCode(): string {
  let left = randomInt(CROCKFORD.length ** LENGTH);
  let code = '';
  for (let at = 0; at < LENGTH; at += 1) {
    if (at === 4) code += '-';
    code += CROCKFORD[left % CROCKFORD.length];
    left = Math.floor(left / CROCKFORD.length);
  }
  return code;
}

/** What a log line may hold of a name that came from elsewhere. */
const ID = /^[\w.-]{6,64}$/;

/** `header`, if it can be the name of a request. */
export const givenId = (header: string | string[] | undefined): string | null =>
  typeof header === 'string' && ID.test(header) ? header : null;
