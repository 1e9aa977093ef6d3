import type { CallInput } from './caller.ts';
import { type Endpoint, pathOf } from './endpoint.ts';
import { Failure, type FailureCode, type FieldErrors, failures } from './failure.ts';

// How a call goes over the wire and what comes back, for whoever calls from elsewhere: a browser, or a site that is
// served apart from its API.

/** Where a call goes, below the API's own address. */
export function addressOf<E extends Endpoint>(endpoint: E, input?: CallInput<E>): string {
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

export interface RawAnswer {
  status: number;
  text: string;
  retryAfter: string | null;
}

/** The body, null where there is none; throws `Failure` for what is no answer of success. */
export function readAnswer({ status, text, retryAfter }: RawAnswer): unknown {
  if (status === 204) return null;
  const answer = parsed(text);
  if (status >= 200 && status < 300 && answer !== undefined) return answer;
  throw failureOf(status, answer, retryAfter);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whatever stands between browser and API (a proxy's own 502 page) becomes a `Failure` too. */
export function failureOf(status: number, answer: unknown, retryAfter: string | null = null): Failure {
  const { error, message, code, errors, request, ...extra } = (
    typeof answer === 'object' && answer !== null && !Array.isArray(answer) ? answer : {}
  ) as Record<'error' | 'message' | 'code' | 'errors' | 'request', unknown>;
  const text = [error, message].find((said) => typeof said === 'string' && said !== '') as string | undefined;
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
