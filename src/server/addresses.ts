import FindMyWay from 'find-my-way';
import type { ServerBuild } from 'react-router';

const MANIFEST = '/__manifest';

/** What public pages read of their query; whatever else stands there makes no page of its own. */
const READS: Record<string, readonly string[]> = {
  // React Router's: the routes that a page's links lead to.
  [MANIFEST]: ['paths', 'version'],
  '/booklet': ['pagina', 'busca'],
  '/branches': ['cidade', 'servico'],
  '/branches/:uuid': ['cidade', 'servico'],
  '/cinema': ['dia'],
  '/help': ['busca'],
  '/offers': ['departamento', 'filial', 'busca', 'ordem', 'pagina'],
  '/search': ['q', 'tipo', 'pagina'],
  '/shops': ['busca'],
  '/tips-and-recipes': ['busca', 'categoria', 'dificuldade', 'pagina', 'tempo'],
  '/work-with-us': ['vaga', 'enviada'],
};

/** Words of the query that change the text of a page before sign-in, whatever their values. */
const SHELL_READS: Record<string, readonly string[]> = {
  '/auth/reset-password': ['invited'],
  '/auth/reset-password/:code': ['invited'],
};

/** What people type for a page whose address is another: they are led to it. */
const ALSO_CALLED: Readonly<Record<string, string>> = {
  '/ajuda': '/help',
  '/busca': '/search',
  '/lista': '/list',
};

/** Where a record that is not there, and an address that no page has, are told once for all. */
const NO_RECORD = '00000000-0000-0000-0000-000000000000';
export const NO_PAGE = '/nao-encontrada';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** A page as the server finds it: by its route, whatever way of writing the address led there. */
export interface Address {
  /** The route's whole pattern, such as `/shops/:uuid`; `*` where no route is. */
  pattern: string;
  /** The one way to write it: small letters, no last slash, nothing encoded that need not be. */
  path: string;
  params: Record<string, string>;
  /** Nobody's to keep or to find: the back office and the ways into it. */
  isPrivate: boolean;
}

/** What a page reads of its query. */
export interface Read {
  /** Each name once and in one order; all of it where nothing is kept. */
  query: string;
  /** A visitor's words are in it, of which there is no end. */
  isTyped: boolean;
}

export interface Addresses {
  find(path: string): Address;
  read(address: Address, query: string): Read;
  /** Returns the one page that callers without a session get for all addresses of a private pattern, else null. */
  shell(address: Address, query: string): { address: Address; query: string } | null;
}

/** Finds pages by the patterns of the build's routes. */
export function createAddresses(routes: ServerBuild['routes'], documents: readonly string[]): Addresses {
  // React Router's own matching sorts all routes for each address: half a millisecond that strangers could ask for.
  const router = FindMyWay({ caseSensitive: false, ignoreTrailingSlash: true, ignoreDuplicateSlashes: true });
  const screens = Object.values(routes).filter((route) => route?.index || route?.path !== undefined);
  const patterns = screens.map((route) => patternOf(route?.id ?? '', routes));
  for (const pattern of new Set([...patterns, MANIFEST, ...documents]))
    router.on('GET', pattern, () => undefined, pattern);
  for (const [name, pattern] of Object.entries(ALSO_CALLED)) router.on('GET', name, () => undefined, pattern);

  return {
    find(path) {
      const match = router.find('GET', path);
      if (!match) return { pattern: '*', path: NO_PAGE, params: {}, isPrivate: false };
      const pattern = match.store as string;
      const params = lowered(match.params);
      return { pattern, path: fill(pattern, params), params, isPrivate: isPrivate(pattern) };
    },
    read({ pattern, isPrivate }, query) {
      if (isPrivate || query === '') return { query, isTyped: false };
      const given = new URLSearchParams(query);
      const read = new URLSearchParams();
      for (const name of READS[pattern] ?? []) {
        const value = given.get(name);
        if (value) read.set(name, value);
      }
      const isTyped = read.size > 0;
      return { query: read.toString(), isTyped };
    },
    shell({ pattern, isPrivate }, query) {
      if (!isPrivate || pattern === MANIFEST) return null;
      const given = new URLSearchParams(query);
      const read = (SHELL_READS[pattern] ?? []).filter((name) => given.has(name));
      return { address: { pattern, path: pattern, params: {}, isPrivate }, query: read.join('&') };
    },
  };
}

/** The same page without its record, for one that does not exist. */
export function withoutRecord(address: Address): Address {
  const params = { ...address.params, uuid: NO_RECORD };
  return { ...address, params, path: fill(address.pattern, params) };
}

function patternOf(id: string, routes: ServerBuild['routes']): string {
  const parts: string[] = [];
  for (let route = routes[id]; route; route = route.parentId ? routes[route.parentId] : undefined)
    if (route.path) parts.unshift(route.path);
  return `/${parts.join('/')}`;
}

const isPrivate = (pattern: string) => pattern === MANIFEST || /^\/(admin|auth)(\/|$)/.test(pattern);

/** Names of records may be written in any letters; what else is in an address (a code) may not. */
const lowered = (params: Record<string, string | undefined>): Record<string, string> =>
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
