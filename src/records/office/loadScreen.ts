import { useEffect, useRef, useState } from 'react';
import { redirect } from 'react-router';
import { HISTORY, listNameOf } from '../../shared/addresses.ts';
import type { CallInput } from '../../shared/caller.ts';
import type { Endpoint, ResponseBody } from '../../shared/endpoint.ts';
import { Failure } from '../../shared/failure.ts';
import { callUrl, type RawResponse } from '../../shared/httpCall.ts';
import { PAGE_SIZE } from '../../shared/list.ts';
import { listSavedViews, type SavedView } from '../../shared/savedViews.ts';
import { preloadAddresses, replacedCall } from '../../ui/preload.ts';
import { requestBeforehand, takeBeforehand } from '../../ui/responsesBeforehand.ts';
import { apiBase, callEndpoint, sendGet } from './callEndpoint.ts';
import type { ListEndpoint, ListRow, LoadedPage } from './list/column.ts';
import { getSession } from './session.ts';

export const LOGIN = '/auth/login';

/** Returns the address of the sign-in page that leads back to `path`. */
export function loginPath(path: string): string {
  return `${LOGIN}?${new URLSearchParams({ next: path })}`;
}

/**
 * Calls an endpoint when a route is entered. The route does not wait for the response, so that its screen
 * appears at once; `useLoaded` (in `Loaded` and `ListPage`) shows it. Redirects to the sign-in if there is no
 * token.
 */
export function load<E extends Endpoint>(
  requested: E,
  request: Request,
  requestedInput?: CallInput<E>,
): { answer: Promise<ResponseBody<E>> } {
  const change = changeIn(requested, request);
  const endpoint = change?.endpoint ?? requested;
  const input = change?.input ?? requestedInput;
  const replaced = replacedCall(endpoint, input);
  if (replaced) return { answer: replaced };
  const { token } = getSession();
  if (token === null) {
    const { pathname, search } = new URL(request.url);
    throw redirect(loginPath(pathname + search));
  }
  const url = apiBase() + callUrl(endpoint, input);
  const isReload = request.url === window.location.href.split('#', 1)[0];
  // A reload wants what has changed since.
  const sent = takePreloaded(url) ?? (isReload ? undefined : takeBeforehand(url, token));
  const answer = callEndpoint(endpoint, input, { signal: request.signal, sent });
  if (quietLevel > 0 && isReload) quietResponses.add(answer);
  // The component that shows the response also shows its failure. A route that was left has no one to report
  // to.
  answer.then(
    (value) => arrived.set(answer, { value, failure: undefined, pending: false }),
    () => undefined,
  );
  return { answer };
}

/** Requests what `loader` would, so that a screen that is opened within moments finds its data. */
export function loadBeforehand(loader: () => unknown): void {
  const { token } = getSession();
  if (token === null) return;
  const urls = preloadAddresses([loader], (endpoint, input) => apiBase() + callUrl(endpoint, input));
  requestBeforehand(urls, token, sendGet);
}

let quietLevel = 0;
const quietResponses = new WeakSet<Promise<unknown>>();

/** Runs `reload` and shows the new data when it arrives, without a pending state meanwhile. */
export async function withoutPendingState(reload: () => Promise<void>): Promise<void> {
  quietLevel += 1;
  try {
    await reload();
  } finally {
    quietLevel -= 1;
  }
}

const RECORD_REFERENCE = /^([a-z-]+)\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

/** If the address names a pending change, returns the endpoint of the record with that change applied. */
function changeIn<E extends Endpoint>(endpoint: E, request: Request) {
  const { method, table, path, answers } = endpoint;
  const showsOne = path.endsWith('/details/:uuid') || 204 in answers;
  if (method !== 'GET' || !table || !showsOne) return null;
  const params = new URL(request.url).searchParams;
  const version = params.get('change') ?? '';
  const [, name, uuid] = RECORD_REFERENCE.exec(params.get('of') ?? '') ?? [];
  if (!/^\d{1,9}$/.test(version) || !name || !uuid) return null;
  return {
    endpoint: { ...endpoint, path: `${HISTORY}/${name}/:uuid/:version/record` } as E,
    input: { params: { uuid, version } } as CallInput<E>,
  };
}

declare global {
  interface Window {
    /** Requests that the page's head has sent (startScreen.ts). */
    vitrineAsks?: Map<string, Promise<RawResponse>>;
    /** Repeats button presses from before hydration; called when the screen is hydrated. */
    vitrineAlive?: () => void;
  }
}

/** Age in ms after which a preloaded response that no loader took is outdated. */
const PRELOAD_EXPIRY_MS = 10_000;
if (!import.meta.env.SSR) setTimeout(() => window.vitrineAsks?.clear(), PRELOAD_EXPIRY_MS);

/** Returns the preloaded response for `url`; the first caller takes it. */
function takePreloaded(url: string): Promise<RawResponse> | undefined {
  const answer = window.vitrineAsks?.get(url);
  window.vitrineAsks?.delete(url);
  return answer;
}

/** Responses that arrived before their screens, which show them at once, without a skeleton. */
const arrived = new WeakMap<Promise<unknown>, LoadState<unknown>>();

/** Returns the state of a response. A response embedded in the page is a plain value instead of a promise. */
function knownOf<T>(answer: Promise<T>): LoadState<T> {
  if (!(answer instanceof Promise)) return { value: answer as T, failure: undefined, pending: false };
  const known = arrived.get(answer) as LoadState<T> | undefined;
  return known ?? { value: undefined, failure: undefined, pending: true };
}

/** Fields that every list shows in addition to its own columns. */
const COMMON_FIELDS = ['publication', 'last_change'];

export interface LoadedList<T> {
  answer: Promise<LoadedPage<T>>;
  /** Filters of the list, with the number of records for each value. */
  filters: Promise<Pick<LoadedPage<T>, 'filters'>>;
  /** Saved views of the user. */
  views: Promise<{ data: SavedView[] }>;
}

/** Returns the query of a list's address: search, order and filters, by name. */
export function listParamsOf(searchParams: URLSearchParams): Record<string, string> {
  const { page: _, ...rest } = Object.fromEntries(searchParams);
  return Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== ''));
}

/** View of a list while its address asks for nothing, such as only coming records, nearest first. */
export interface InitialView {
  /** Name of its tab. */
  name: string;
  query: Readonly<Record<string, string>>;
  /** Query of the tab with all records. */
  all: string;
}

/** Returns the query of a call for a list with the query `searchParams`. */
export function listQueryOf(
  searchParams: URLSearchParams,
  fields: readonly string[],
  initial: InitialView | undefined,
) {
  const params = listParamsOf(searchParams);
  return {
    search: '',
    sort: '',
    ...(Object.keys(params).length === 0 ? initial?.query : params),
    fields: [...fields, ...COMMON_FIELDS].join(),
  };
}

/**
 * Loads a list by its address, with the `fields` that its rows show. `whole` loads all rows while nothing is
 * searched, sorted or filtered, for lists with a manual order. `initial` applies meanwhile.
 */
export function loadList<T extends ListRow, F extends keyof T & string>(
  endpoint: ListEndpoint<T>,
  fields: readonly F[],
  request: Request,
  { whole = false, initial }: { whole?: boolean; initial?: InitialView } = {},
): LoadedList<Pick<T, F>> {
  const searchParams = new URL(request.url).searchParams;
  const paged = !whole || Object.keys(listParamsOf(searchParams)).length > 0;
  const { fields: queryFields, ...rest } = listQueryOf(searchParams, fields, initial);
  const paging = paged && { page: searchParams.get('page') ?? '1', per_page: PAGE_SIZE };
  const query = { ...rest, ...paging, fields: queryFields };
  const counts = { page: 1, per_page: 1, fields: 'uuid', counts: '1' };
  return {
    answer: load(endpoint, request, { query }).answer,
    filters: load(endpoint, request, { query: counts }).answer,
    views: loadViews(request),
  };
}

/** Loads the saved views of the requested list. */
export const loadViews = (request: Request): LoadedList<never>['views'] =>
  load(listSavedViews, request, { params: { list: listNameOf(new URL(request.url).pathname) } }).answer;

export interface LoadState<T> {
  /** Last value; stays while the next one is loading. */
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
    const isQuiet = quietResponses.has(answer);
    if (!isQuiet) setState((last) => (last.pending ? last : { ...last, pending: true }));
    answer.then(
      (value) => current && setState({ value, failure: undefined, pending: false }),
      (error) =>
        current &&
        setState((last) =>
          // Keep the current value: it was correct a moment ago.
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

/** Returns `error` as a `Failure`; anything else counts as an internal error. */
export function failureFrom(error: unknown): Failure {
  return error instanceof Failure ? error : new Failure('internal', undefined, { cause: error });
}
