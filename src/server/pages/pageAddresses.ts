import FindMyWay from 'find-my-way';
import type { ServerBuild } from 'react-router';
import { NO_ROUTE } from '../../platform/http/observe.ts';
import { PRIVATE_PATHS } from '../../shared/addresses.ts';
import { factsOf, isSitePage, sitePages } from '../../shared/sitePages.ts';

const MANIFEST = '/__manifest';

/** Query parameters with which React Router asks for the routes that a page's links lead to. */
const MANIFEST_PARAMS = ['paths', 'version'];

/** Parameters that change the text of a page before sign-in, whatever their values. */
const SHELL_PARAMS: Record<string, readonly string[]> = {
  '/auth/reset-password': ['invited'],
  '/auth/reset-password/:code': ['invited'],
};

/** Portuguese aliases of public pages. The server redirects them to the real address. */
const ALIASES: Readonly<Record<string, string>> = Object.fromEntries(
  sitePages.flatMap((page) => {
    const { alias } = factsOf(page);
    return alias ? [[alias, page]] : [];
  }),
);

/** Stand-ins for a missing record and for an unknown address, so that each needs one cache entry only. */
const NO_RECORD = '00000000-0000-0000-0000-000000000000';
export const UNKNOWN_PAGE = '/nao-encontrada';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** A page as the server finds it: by its route, however the address was written. */
export interface PageAddress {
  /** Full pattern of the route, such as `/shops/:uuid`; `*` if no route matches. */
  pattern: string;
  /** Canonical path: lower case, no trailing slash, no needless encoding. */
  path: string;
  params: Record<string, string>;
  /** True for the back office and the sign-in pages, which are neither cached nor indexed. */
  isPrivate: boolean;
}

/** Query parameters that a page reads. */
export interface PageQuery {
  /** Canonical query: each name once, in a fixed order. Private pages keep the query as sent. */
  query: string;
  /** True if the query has values that a visitor chose, so that the number of variants is unbounded. */
  hasUserInput: boolean;
}

/** Page that anonymous callers get for all addresses of a private pattern. */
export interface Shell {
  address: PageAddress;
  query: string;
}

/** Patterns of all addresses that React Router's build answers: the back office, the sign-in, its list of routes. */
export const PRIVATE_PATTERNS: readonly string[] = [
  MANIFEST,
  ...PRIVATE_PATHS.flatMap((path) => [path, `${path}/*`]),
];

function queryNamesOf(pattern: string): readonly string[] {
  if (pattern === MANIFEST) return MANIFEST_PARAMS;
  return isSitePage(pattern) ? (factsOf(pattern).query ?? []) : [];
}

/** Creates the lookup of pages by their route patterns. */
export function createAddressLookup(patterns: readonly string[]): (path: string) => PageAddress {
  // React Router's own matching sorts all routes at each call: 0.5 ms, which anonymous callers could abuse.
  const router = FindMyWay({ caseSensitive: false, ignoreTrailingSlash: true, ignoreDuplicateSlashes: true });
  for (const pattern of new Set(patterns)) router.on('GET', pattern, () => undefined, pattern);
  for (const [name, pattern] of Object.entries(ALIASES)) router.on('GET', name, () => undefined, pattern);
  return (path) => {
    const match = router.find('GET', path);
    if (!match) return { pattern: '*', path: UNKNOWN_PAGE, params: {}, isPrivate: false };
    const pattern = match.store as string;
    const params = lowercaseUuids(match.params);
    return { pattern, path: fill(pattern, params), params, isPrivate: isPrivate(pattern) };
  };
}

/** Returns the query parameters that the page at `address` reads. */
export function readQuery({ pattern, isPrivate }: PageAddress, query: string): PageQuery {
  if (isPrivate || query === '') return { query, hasUserInput: false };
  const search = new URLSearchParams(query);
  const read = new URLSearchParams();
  for (const name of queryNamesOf(pattern)) {
    const value = search.get(name);
    if (value) read.set(name, value);
  }
  const hasUserInput = read.size > 0;
  return { query: read.toString(), hasUserInput };
}

/** Returns the shell of a private address; null for other addresses. */
export function shellOf({ pattern, isPrivate }: PageAddress, query: string): Shell | null {
  if (!isPrivate || pattern === MANIFEST) return null;
  const search = new URLSearchParams(query);
  const read = (SHELL_PARAMS[pattern] ?? []).filter((name) => search.has(name));
  return { address: { pattern, path: pattern, params: {}, isPrivate }, query: read.join('&') };
}

/** Returns the patterns that React Router's build answers. */
export function patternsOf(routes: ServerBuild['routes']): string[] {
  const screens = Object.values(routes).filter((route) => route?.index || route?.path !== undefined);
  return [MANIFEST, ...screens.map((route) => patternOf(route?.id ?? '', routes))];
}

/** Returns the label of the route in metrics and logs. */
export const routeOf = ({ pattern }: PageAddress) => (pattern === '*' ? NO_ROUTE : pattern);

/** Returns the address of the same page without its record, for a record that does not exist. */
export function withoutRecord(address: PageAddress): PageAddress {
  const params = { ...address.params, uuid: NO_RECORD };
  return { ...address, params, path: fill(address.pattern, params) };
}

function patternOf(id: string, routes: ServerBuild['routes']): string {
  const parts: string[] = [];
  for (let route = routes[id]; route; route = route.parentId ? routes[route.parentId] : undefined)
    if (route.path) parts.unshift(route.path);
  return `/${parts.join('/')}`;
}

const isPrivate = (pattern: string) =>
  pattern === MANIFEST || PRIVATE_PATHS.some((path) => `${pattern}/`.startsWith(`${path}/`));

/** UUIDs are case-insensitive. Other parameters, such as codes, are not. */
const lowercaseUuids = (params: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(params).map(([name, value = '']) => [
      name,
      UUID.test(value) ? value.toLowerCase() : value,
    ]),
  );

const fill = (pattern: string, params: Record<string, string>) =>
  pattern.replace(/:(\w+)|\*$/g, (_, name: string | undefined) =>
    name
      ? encodeURIComponent(params[name] ?? '')
      : (params['*'] ?? '').split('/').map(encodeURIComponent).join('/'),
  );
