import type { CallApi, CallInput } from '../contract/caller.ts';
import type { AnswerBody, Endpoint } from '../contract/endpoint.ts';
import { Failure, failures } from '../contract/failure.ts';

export interface Reader {
  /** The answer, or null where it could not be had (or there is none: 204). */
  read: <E extends Endpoint>(endpoint: E, input?: CallInput<E>) => Promise<AnswerBody<E> | null>;
  /** What went wrong, in words for the visitor. */
  errors: string[];
  /** The status of the first failure, for a page that is nothing without what it read; 200 without one. */
  status: () => number;
}

/** Reads that may fail without taking the page down. */
export function readerOf(call: CallApi): Reader {
  const errors: string[] = [];
  let status = 200;
  return {
    errors,
    status: () => status,
    async read(endpoint, input) {
      try {
        return await call(endpoint, input);
      } catch (error) {
        const failure = error instanceof Failure ? error : failures.unavailable;
        if (errors.length === 0) status = failure.status;
        errors.push(failure instanceof Failure ? failure.message : failure.text);
        return null;
      }
    },
  };
}
