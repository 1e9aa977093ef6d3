import { useEffect, useRef, useState } from 'react';
import { redirect } from 'react-router';
import type { CallInput } from '../contract/caller.ts';
import type { AnswerBody, Endpoint } from '../contract/endpoint.ts';
import { Failure } from '../contract/failure.ts';
import { PAGE_SIZE } from '../contract/list.ts';
import { callEndpoint } from './callEndpoint.ts';
import { getSession } from './session.ts';

export const LOGIN = '/auth/login';

/** The sign-in page that leads back to `path`. */
export function loginPath(path: string): string {
  return `${LOGIN}?${new URLSearchParams({ next: path })}`;
}

/**
 * A call that a route makes on the way in. The route does not wait for it, so that its screen stands at once;
 * `useLoaded` (in `Loaded` and `ListPage`) shows what becomes of it. Without a token there is nothing to ask.
 */
export function load<E extends Endpoint>(
  endpoint: E,
  request: Request,
  input?: CallInput<E>,
): { answer: Promise<AnswerBody<E>> } {
  if (getSession().token === null) {
    const { pathname, search } = new URL(request.url);
    throw redirect(loginPath(pathname + search));
  }
  const key = JSON.stringify([endpoint.path, input]);
  const answer =
    (early.get(key) as Promise<AnswerBody<E>> | undefined) ??
    callEndpoint(endpoint, input, { signal: request.signal });
  early.delete(key);
  if (!window.__reactRouterDataRouter) {
    early.set(key, answer);
    setTimeout(() => early.delete(key), EARLY_MS);
  }
  // Whoever shows the answer shows its failure; a route that was left before that has nobody to tell.
  answer.then(
    (value) => arrived.set(answer, { value, failure: undefined, pending: false }),
    () => undefined,
  );
  return { answer };
}

/** Calls made before there was a router (entry.client.tsx); the first to ask again takes the answer. */
const early = new Map<string, Promise<unknown>>();
/** What nobody took by then is old. */
const EARLY_MS = 10_000;

declare global {
  interface Window {
    /** React Router's own, set when it starts. */
    __reactRouterDataRouter?: unknown;
  }
}

/** Answers that came before their screens: those show them at once, without a skeleton first. */
const arrived = new WeakMap<Promise<unknown>, LoadState<unknown>>();

/**
 * What a list's address asks for. `whole` asks for all rows while nothing is searched or sorted, for lists that
 * staff put in order.
 */
export function loadList<E extends Endpoint>(endpoint: E, request: Request, { whole = false } = {}) {
  const asked = new URL(request.url).searchParams;
  const [search, sort, page] = [asked.get('search') ?? '', asked.get('sort') ?? '', asked.get('page') ?? '1'];
  // Fetched beside the rows: what came after them would take the place of rows that somebody is using already.
  if (whole) import('./SortableRows.tsx').catch(() => undefined);
  const paged = !whole || search !== '' || sort !== '';
  const query = { search, sort, ...(paged && { page, per_page: PAGE_SIZE }) };
  return load(endpoint, request, { query } as unknown as CallInput<E>);
}

export interface LoadState<T> {
  /** The last answer there was; stays while the next one is on its way. */
  value: T | undefined;
  failure: Failure | undefined;
  pending: boolean;
}

export function useLoaded<T>(answer: Promise<T>): LoadState<T> {
  const [state, setState] = useState(
    () =>
      (arrived.get(answer) as LoadState<T> | undefined) ?? {
        value: undefined,
        failure: undefined,
        pending: true,
      },
  );
  const shown = useRef(state.pending ? null : answer);
  useEffect(() => {
    if (shown.current === answer) return;
    shown.current = null;
    let current = true;
    setState((last) => (last.pending ? last : { ...last, pending: true }));
    answer.then(
      (value) => current && setState({ value, failure: undefined, pending: false }),
      (error) =>
        current && setState((last) => ({ value: last.value, failure: failureFrom(error), pending: false })),
    );
    return () => {
      current = false;
    };
  }, [answer]);
  return state;
}

/** Anything that was not thrown on purpose is told as a failure of ours. */
export function failureFrom(error: unknown): Failure {
  return error instanceof Failure ? error : new Failure('internal', undefined, { cause: error });
}
