import { useEffect, useRef, useState } from 'react';
import { redirect } from 'react-router';
import { HISTORY } from '../../contract/addresses.ts';
import { addressOf, type RawAnswer } from '../../contract/answered.ts';
import type { CallInput } from '../../contract/caller.ts';
import type { AnswerBody, Endpoint } from '../../contract/endpoint.ts';
import { Failure } from '../../contract/failure.ts';
import type { FilterCounts } from '../../contract/filters.ts';
import { PAGE_SIZE } from '../../contract/list.ts';
import { listViews, type View } from '../../contract/views.ts';
import { callOnServer } from '../asks.ts';
import { apiBase, callEndpoint } from './callEndpoint.ts';
import { listNameOf } from './list/listName.ts';
import type { PageMeta } from './pages.ts';
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
  asked: E,
  request: Request,
  given?: CallInput<E>,
): { answer: Promise<AnswerBody<E>> } {
  const change = changeIn(asked, request);
  const endpoint = change?.endpoint ?? asked;
  const input = change?.input ?? given;
  if (import.meta.env.SSR) return { answer: callOnServer(endpoint, input) };
  if (getSession().token === null) {
    const { pathname, search } = new URL(request.url);
    throw redirect(loginPath(pathname + search));
  }
  const sent = takeAsked(apiBase() + addressOf(endpoint, input));
  const answer = callEndpoint(endpoint, input, { signal: request.signal, sent });
  if (quiet > 0 && request.url === window.location.href.split('#', 1)[0]) askedQuietly.add(answer);
  // Whoever shows the answer shows its failure; a route that was left before that has nobody to tell.
  answer.then(
    (value) => arrived.set(answer, { value, failure: undefined, pending: false }),
    () => undefined,
  );
  return { answer };
}

let quiet = 0;
const askedQuietly = new WeakSet<Promise<unknown>>();

/** What `reload` has the screen ask anew is shown when it is there, and not waited for. */
export async function quietly(reload: () => Promise<void>): Promise<void> {
  quiet += 1;
  try {
    await reload();
  } finally {
    quiet -= 1;
  }
}

const OF = /^([a-z-]+)\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

/** Where the address names a change that waits: the record as it would be with it, in place of the record itself. */
function changeIn<E extends Endpoint>(endpoint: E, request: Request) {
  const { method, table, path, answers } = endpoint;
  const showsOne = path.endsWith('/details/:uuid') || 204 in answers;
  if (method !== 'GET' || !table || !showsOne) return null;
  const asked = new URL(request.url).searchParams;
  const version = asked.get('change') ?? '';
  const [, name, uuid] = OF.exec(asked.get('of') ?? '') ?? [];
  if (!/^\d{1,9}$/.test(version) || !name || !uuid) return null;
  return {
    endpoint: { ...endpoint, path: `${HISTORY}/${name}/:uuid/:version/record` } as E,
    input: { params: { uuid, version } } as unknown as CallInput<E>,
  };
}

declare global {
  interface Window {
    /** What the page's head asked for (asks.ts). */
    vitrineAsks?: Map<string, Promise<RawAnswer>>;
    /** For who made the screen alive: does what was pressed before. */
    vitrineAlive?: () => void;
  }
}

/** What nobody took by then is old. */
const OLD_MS = 10_000;
if (!import.meta.env.SSR) setTimeout(() => window.vitrineAsks?.clear(), OLD_MS);

/** The answer to what the page's head asked for at `url`; the first to ask again takes it. */
function takeAsked(url: string): Promise<RawAnswer> | undefined {
  const answer = window.vitrineAsks?.get(url);
  window.vitrineAsks?.delete(url);
  return answer;
}

/** Answers that came before their screens: those show them at once, without a skeleton first. */
const arrived = new WeakMap<Promise<unknown>, LoadState<unknown>>();

/** What is known of an answer; one that came with the page is itself, where any other is a promise. */
function knownOf<T>(answer: Promise<T>): LoadState<T> {
  if (!(answer instanceof Promise)) return { value: answer as T, failure: undefined, pending: false };
  const known = arrived.get(answer) as LoadState<T> | undefined;
  return known ?? { value: undefined, failure: undefined, pending: true };
}

type RowOf<E extends Endpoint> = AnswerBody<E> extends { data: (infer T)[] } ? T : never;

/** What every list's rows show beside what its own columns name. */
const ASIDE = ['publication', 'last_change'];

export interface ListLoaded<T> {
  answer: Promise<{ data: T[]; meta?: PageMeta | undefined }>;
  /** What the list can be narrowed by, with how many records there are of each. */
  filters: Promise<{ filters?: FilterCounts | undefined }>;
  /** How the person saved to look at it. */
  views: Promise<{ data: View[] }>;
}

/** What an address says of a list: its search, its order and what it is narrowed by, by their names. */
export function askedOf(asked: URLSearchParams): Record<string, string> {
  const { page: _, ...rest } = Object.fromEntries(asked);
  return Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== ''));
}

/** What a call of a list asks for, where its address says `asked`. */
export function listQueryOf(asked: URLSearchParams, fields: readonly string[]) {
  return { search: '', sort: '', ...askedOf(asked), fields: [...fields, ...ASIDE].join() };
}

/**
 * What a list's address asks for, of each record the `fields` that its rows show. `whole` asks for all rows while
 * nothing is searched, sorted or narrowed, for lists that staff put in order.
 */
export function loadList<E extends Endpoint, F extends keyof RowOf<E> & string>(
  endpoint: E,
  fields: readonly F[],
  request: Request,
  { whole = false } = {},
): ListLoaded<Pick<RowOf<E>, F>> {
  const asked = new URL(request.url).searchParams;
  const paged = !whole || Object.keys(askedOf(asked)).length > 0;
  const { fields: named, ...rest } = listQueryOf(asked, fields);
  const cut = paged && { page: asked.get('page') ?? '1', per_page: PAGE_SIZE };
  const query = { ...rest, ...cut, fields: named };
  const counts = { page: 1, per_page: 1, fields: 'uuid', counts: '1' };
  return {
    answer: load(endpoint, request, { query } as unknown as CallInput<E>).answer as never,
    filters: load(endpoint, request, { query: counts } as unknown as CallInput<E>).answer as never,
    views: loadViews(request),
  };
}

/** The views of the list that is asked for. */
export const loadViews = (request: Request): ListLoaded<never>['views'] =>
  load(listViews, request, { params: { list: listNameOf(new URL(request.url).pathname) } }).answer;

export interface LoadState<T> {
  /** The last answer there was; stays while the next one is on its way. */
  value: T | undefined;
  failure: Failure | undefined;
  pending: boolean;
}

export function useLoaded<T>(answer: Promise<T>): LoadState<T> {
  const [state, setState] = useState(() => knownOf(answer));
  const shown = useRef(state.pending ? null : answer);
  useEffect(() => {
    if (shown.current === answer) return;
    shown.current = null;
    let current = true;
    const isQuiet = askedQuietly.has(answer);
    if (!isQuiet) setState((last) => (last.pending ? last : { ...last, pending: true }));
    answer.then(
      (value) => current && setState({ value, failure: undefined, pending: false }),
      (error) =>
        current &&
        setState((last) =>
          // What is on the screen was right a moment ago.
          isQuiet && last.value !== undefined
            ? { ...last, pending: false }
            : { value: last.value, failure: failureFrom(error), pending: false },
        ),
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
