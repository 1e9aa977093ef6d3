import type { RouterContextProvider } from 'react-router';
import type { CallInput } from '../contract/caller.ts';
import type { AnswerBody, Endpoint } from '../contract/endpoint.ts';
import { Failure, failures } from '../contract/failure.ts';
import { apiContext } from './api.ts';

export interface Reader {
  /** The answer, or null where it could not be had (or there is none: 204). */
  read: <E extends Endpoint>(endpoint: E, input?: CallInput<E>) => Promise<AnswerBody<E> | null>;
  /** What went wrong, in words for the visitor. */
  errors: string[];
}

/** Reads that may fail without taking the page down. */
export function readerOf(context: Readonly<RouterContextProvider>): Reader {
  const call = context.get(apiContext);
  const errors: string[] = [];
  return {
    errors,
    async read(endpoint, input) {
      try {
        return await call(endpoint, input);
      } catch (error) {
        errors.push(error instanceof Failure ? error.message : failures.unavailable.text);
        return null;
      }
    },
  };
}
