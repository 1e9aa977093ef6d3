import type { CallApi, CallInput } from '../shared/caller.ts';
import type { Endpoint, ResponseBody } from '../shared/endpoint.ts';
import { Failure, failures } from '../shared/failure.ts';

export interface PageReader {
  /** Returns the response, or null if the call failed or had no content (204). */
  read: <E extends Endpoint>(endpoint: E, input?: CallInput<E>) => Promise<ResponseBody<E> | null>;
  /** Messages of failed reads for the visitor. */
  errors: string[];
  /** Returns the status of the first failure, for a page that needs its data; 200 without a failure. */
  status: () => number;
}

/** Creates a reader whose failures do not fail the page. */
export function createPageReader(call: CallApi): PageReader {
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
