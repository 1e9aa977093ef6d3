import type { CallInput } from './caller.ts';
import { type Endpoint, pathOf } from './endpoint.ts';
import { Failure, type FailureCode, type FieldErrors, failures } from './failure.ts';

// Encodes calls for HTTP and decodes responses, for browsers and for a site that runs apart from its API.

/** Returns the path and query of a call, below the API's prefix. */
export function callUrl<E extends Endpoint>(endpoint: E, input?: CallInput<E>): string {
  const { params, query } = (input ?? {}) as {
    params?: Record<string, string>;
    query?: Record<string, unknown>;
  };
  return pathOf(endpoint.path, params) + queryOf(query);
}

function queryOf(query: Record<string, unknown> | undefined): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  return search.size > 0 ? `?${search}` : '';
}

/** A response as it came over HTTP. */
export interface RawResponse {
  status: number;
  text: string;
  retryAfter: string | null;
}

/** Returns the body, or null for 204. Throws a `Failure` for any other status or an invalid body. */
export function parseResponse({ status, text, retryAfter }: RawResponse): unknown {
  if (status === 204) return null;
  const answer = parseJson(text);
  if (status >= 200 && status < 300 && answer !== undefined) return answer;
  throw failureFromResponse(status, answer, retryAfter);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Converts a failed response to a `Failure`, including one of a proxy (such as its own 502 page). */
export function failureFromResponse(
  status: number,
  answer: unknown,
  retryAfter: string | null = null,
): Failure {
  const { error, message, code, errors, request, ...extra } = (
    typeof answer === 'object' && answer !== null && !Array.isArray(answer) ? answer : {}
  ) as Record<'error' | 'message' | 'code' | 'errors' | 'request', unknown>;
  const text = [error, message].find((candidate) => typeof candidate === 'string' && candidate !== '') as
    | string
    | undefined;
  const known = typeof code === 'string' && Object.hasOwn(failures, code) ? (code as FailureCode) : undefined;
  const seconds = Number(retryAfter);
  return new Failure(known ?? codeOf(status), text, {
    extra,
    ...(typeof request === 'string' && { request }),
    ...(typeof errors === 'object' && errors !== null && { fields: errors as FieldErrors }),
    ...(retryAfter && Number.isFinite(seconds) && { retryAfter: seconds }),
  });
}

function codeOf(status: number): FailureCode {
  const exact = (Object.keys(failures) as FailureCode[]).find((code) => failures[code].status === status);
  if (exact) return exact;
  if (status >= 502) return 'unavailable';
  return status >= 400 && status < 500 ? 'malformed' : 'internal';
}
