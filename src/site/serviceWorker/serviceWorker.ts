import { formatDayMonth, formatWeekday } from '../../shared/text/format.ts';
import { formatTime } from '../../shared/text/formatTime.ts';

// Shows the site without a connection: the public pages that were visited last, each with the time from which it
// is, and for all others a page that says so. It caches only these pages and the files that they show, and serves a
// cached page only if the network or the server fails. It never handles screens of the back office and the API.

declare const self: ServiceWorkerGlobalScope;
/** The server declares these in front of the script. A new build fetches the pages visited last again. */
declare const VERSION: string;
declare const API_PREFIX: string;
declare const OFFLINE_PAGES: readonly (readonly [path: string, query: readonly string[]])[];

const SHELL_CACHE = `vitrine-shell-${VERSION}`;
/** Has no version: if a new build cannot fetch a page, the older one is shown. */
const PAGE_CACHE = 'vitrine-read';

const OFFLINE_PAGE = '/offline';
const STAFF = /^\/(admin|auth)(\/|$)/;
const NO_PAGE = /^\/(admin|auth|media|assets|brand)(\/|$)|\.\w+$/;
const FILES = /^\/(assets|media|brand)\//;
/** Addresses whose content never changes. */
const IMMUTABLE = /^\/(assets|media)\//;
/** Cached as soon as it has an item. */
const LIST = '/list';
/** The installed app starts with the home page; the branches have addresses, opening hours and phones. */
const BRANCHES = '/branches';
/** Cached without a visit. */
const BASIC_PAGES = ['/', BRANCHES];
/** Pages that a new build fetches again, besides the basic ones and the list. */
const MAX_RENEWED = 8;

/** Time in ms from the first response of a visit until its page is idle. */
const IDLE_MS = 6000;

/** Largest number of entries by kind. The basic pages and the list always stay. */
const MAX_ENTRIES = { page: 40, picture: 240, asset: 120 };
const MAX_BYTES = 30_000_000;

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('message', (event) => {
  if (event.data?.keep === LIST) event.waitUntil(fetchWithFiles(addressOf(LIST)).catch(() => {}));
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (request.mode === 'navigate') {
    if (isPage(url)) event.respondWith(respondWithPage(event, url));
  } else if (FILES.test(url.pathname)) {
    if (isFileOfPage(request, url)) event.respondWith(respondWithFile(event, url));
  }
});

const addressOf = (path: string) => new URL(path, location.origin).href;
const isLasting = (address: string) => [...BASIC_PAGES, LIST].map(addressOf).includes(address);

/** Returns whether a public page shows the file. Of uploaded files and those of the brand, only pictures count. */
function isFileOfPage({ destination, referrer }: Request, { pathname }: URL) {
  const [, from = ''] = /^https?:\/\/[^/]+(\/[^?#]*)/.exec(referrer) ?? [];
  return !STAFF.test(from) && (pathname.startsWith('/assets/') || destination === 'image');
}

const isPage = ({ pathname }: URL) => !NO_PAGE.test(pathname) && !`${pathname}/`.startsWith(`${API_PREFIX}/`);

/**
 * Returns the address under which a page is cached: with the query parameters that it reads, and no others. Undefined
 * for pages that are not cached.
 */
function keyOf(address: string): string | undefined {
  const { origin, pathname, searchParams } = new URL(address);
  const [, query] = OFFLINE_PAGES.find(([path]) => new RegExp(path).test(pathname)) ?? [];
  if (origin !== location.origin || !query) return undefined;
  const key = new URL(pathname.replace(/(.)\/$/, '$1'), origin);
  for (const name of query) {
    const value = searchParams.get(name);
    if (value) key.searchParams.set(name, value);
  }
  return key.href;
}

async function install() {
  const response = await fetch(OFFLINE_PAGE, { cache: 'no-cache' });
  if (!response.ok) throw new Error(`offline page: ${response.status}`);
  // The page works without scripts, which may be missing from the cache.
  const html = (await response.text()).replace(/<script[\s\S]*?<\/script>/g, '');
  const cache = await caches.open(SHELL_CACHE);
  await cache.addAll(filesOf(html));
  await cache.put(OFFLINE_PAGE, asPage(html, response.headers));
  await self.skipWaiting();
}

const filesOf = (html: string) =>
  new Set(Array.from(html.matchAll(/["'](\/assets\/[^"'#]+)/g), ([, address = '']) => address));

/** Caches the open pages, which loaded before this worker, and the basic ones. */
async function activate() {
  await self.clients.claim();
  const windows = await self.clients.matchAll({ type: 'window' });
  const open = windows.map(({ url }) => keyOf(url)).filter((key) => key !== undefined);
  const basic = isSavingData() ? [] : BASIC_PAGES.map(addressOf);
  for (const key of new Set([...open, ...basic])) await fetchWithFiles(key).catch(() => {});
}

/** Respects a browser that saves data: only visited pages are then cached. */
const isSavingData = () =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Fetches and caches a page and the files that it names. Throws if there is no answer now. */
async function fetchWithFiles(key: string) {
  const response = await fetch(key, { headers: { accept: 'text/html' }, priority: 'low' });
  if (isUnavailable(response)) throw new Error(`${key}: ${response.status}`);
  await cachePage(key, response);
  const cache = await caches.open(PAGE_CACHE);
  const html = (await (await cache.match(key))?.text()) ?? '';
  for (const address of filesOf(html)) if (!(await caches.match(address))) await cache.add(address);
}

const isUnavailable = ({ status }: Response) => status === 429 || status >= 500;

let renewal: Promise<void> | undefined;

/** Works on the cache once the visited page is idle. */
async function tendCache(visited: string | undefined) {
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
  if (!isSavingData()) {
    renewal ??= renewPages(visited).finally(() => {
      renewal = undefined;
    });
    await renewal;
    if (visited === addressOf('/')) await fetchWithFiles(addressOf(BRANCHES)).catch(() => {});
  }
  await trim();
}

/**
 * Fetches the pages visited last again if an older build left caches; `activate` fetched the basic ones. If that
 * fails, the next visit tries again. Other pages are fetched when they are opened, and need the older files until then.
 */
async function renewPages(open: string | undefined) {
  const old = (await caches.keys()).filter(
    (name) => name.startsWith('vitrine-') && ![SHELL_CACHE, PAGE_CACHE].includes(name),
  );
  if (old.length === 0) return;
  const cached = await Promise.all(
    [...old, PAGE_CACHE].map(async (name) => (await caches.open(name)).keys()),
  );
  const keys = cached.flat().map(({ url }) => keyOf(url));
  const lastFirst = [...new Set(keys.filter((key) => key !== undefined).reverse())];
  const list = lastFirst.filter((key) => key === addressOf(LIST));
  const visited = lastFirst.filter((key) => !isLasting(key) && key !== open).slice(0, MAX_RENEWED);
  try {
    for (const key of [...list, ...visited.reverse()]) await fetchWithFiles(key);
    for (const name of old) await adopt(name);
  } catch {}
}

/** Moves the entries of an older build's cache that are not replaced. */
async function adopt(name: string) {
  const [pages, old] = await Promise.all([caches.open(PAGE_CACHE), caches.open(name)]);
  for (const request of await old.keys()) {
    const response = await old.match(request);
    const isNew = request.url !== addressOf(OFFLINE_PAGE) && !(await pages.match(request));
    if (response && isNew) await pages.put(request, response);
  }
  await caches.delete(name);
}

/**
 * Responds from the network, or from the cache if the network or the server fails. Navigation preload is off:
 * browsers also preload what this worker does not handle, and would request screens and files twice.
 */
async function respondWithPage(event: FetchEvent, url: URL) {
  const key = keyOf(url.href);
  try {
    const response = await fetch(event.request);
    if (isUnavailable(response)) return (await cachedPage(key)) ?? response;
    if (key) event.waitUntil(cachePage(key, response.clone()));
    if (!isPrefetch(event.request)) event.waitUntil(tendCache(key));
    return response;
  } catch {
    return (await cachedPage(key)) ?? offlinePage();
  }
}

const isPrefetch = ({ headers }: Request) => headers.get('sec-purpose')?.startsWith('prefetch') ?? false;

async function respondWithFile(event: FetchEvent, url: URL) {
  const cached = await caches.match(url.href);
  if (cached && IMMUTABLE.test(url.pathname)) return cached;
  try {
    const response = await fetch(event.request);
    if (response.status === 200) event.waitUntil(cacheFile(event.clientId, url, response.clone()));
    return response;
  } catch (error) {
    if (cached) return cached;
    throw error;
  }
}

/** Caches a page in its current state; one that is gone or must not be stored is removed. */
async function cachePage(key: string, response: Response) {
  const { status, headers, redirected } = response;
  const cache = await caches.open(PAGE_CACHE);
  // Deleted and added again, so that the page visited longest ago comes first.
  await cache.delete(key);
  const isStorable = !headers.get('cache-control')?.includes('no-store');
  const isHtml = headers.get('content-type')?.startsWith('text/html');
  if (status !== 200 || redirected || !isHtml || !isStorable) return;
  const html = await response.text();
  const received = { date: new Date().toUTCString(), 'content-length': String(html.length) };
  await cache.put(key, asPage(html, headers, received));
}

async function cacheFile(clientId: string, url: URL, response: Response) {
  const client = clientId && (await self.clients.get(clientId));
  if (client && STAFF.test(new URL(client.url).pathname)) return;
  const cache = await caches.open(PAGE_CACHE);
  await cache.put(url.href, response);
}

/** Removes the oldest entries above the limits. */
async function trim() {
  const cache = await caches.open(PAGE_CACHE);
  const counts = { page: 0, picture: 0, asset: 0 };
  let bytes = 0;
  for (const request of [...(await cache.keys())].reverse()) {
    const kind = kindOf(request.url);
    const { headers } = (await cache.match(request)) ?? new Response();
    bytes += Number(headers.get('content-length'));
    counts[kind] += 1;
    const isTooMuch = counts[kind] > MAX_ENTRIES[kind] || bytes > MAX_BYTES;
    if (isTooMuch && !isLasting(request.url)) await cache.delete(request);
  }
}

function kindOf(address: string): keyof typeof MAX_ENTRIES {
  const { pathname } = new URL(address);
  if (!FILES.test(pathname)) return 'page';
  return pathname.startsWith('/assets/') ? 'asset' : 'picture';
}

/** Returns the page without headers about its transfer. */
function asPage(html: string, headers: Headers, added: Record<string, string> = {}) {
  const policy = headers.get('content-security-policy');
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      ...(policy && { 'content-security-policy': policy }),
      ...added,
    },
  });
}

/**
 * Returns the cached page. It says of which minute it is, and is marked so that its styles show what works without a
 * connection.
 */
async function cachedPage(key: string | undefined) {
  const cached = key && (await (await caches.open(PAGE_CACHE)).match(key));
  if (!cached) return undefined;
  const age =
    key === addressOf(LIST) ? 'A sua lista fica neste aparelho.' : `Esta página é de ${timeOf(cached)}.`;
  const notice = `<p>Sem conexão com o site. ${age} <a href="">Tentar de novo</a></p>`;
  const html = (await cached.text())
    .replace('<html ', '<html data-kept ')
    .replace('class="offline">', (place) => place + notice);
  return asPage(html, cached.headers);
}

/** Returns the minute of a cached page on the shopper's clock: `sábado, 28/11, 14h32`. */
function timeOf({ headers }: Response): string {
  const received = new Date(headers.get('date') ?? 0);
  const local = new Date(received.getTime() - received.getTimezoneOffset() * 60_000).toISOString();
  return `${formatWeekday(local)}, ${formatDayMonth(local)}, ${formatTime(local.slice(11, 16))}`;
}

async function offlinePage() {
  const shell = await (await caches.open(SHELL_CACHE)).match(OFFLINE_PAGE);
  if (!shell) return Response.error();
  const list = await cachedList();
  const html = (await shell.text()).replace(/<div data-kept[^>]*><\/div>/, () => list);
  return asPage(html, shell.headers);
}

/** Returns links to the cached pages. Their titles come from the pages, where they are escaped. */
async function cachedList() {
  const cache = await caches.open(PAGE_CACHE);
  const pages = (await cache.keys()).filter(({ url }) => kindOf(url) === 'page').reverse();
  const items = await Promise.all(
    pages.map(async (request) => {
      const page = await cache.match(request);
      const html = await page?.text();
      const { pathname, search } = new URL(request.url);
      const address = (pathname + search).replaceAll('&', '&amp;').replaceAll('"', '%22');
      const title = /<title>([^<]*)/.exec(html ?? '')?.[1]?.replace(/ · [^·]*$/, '');
      const time = page && pathname !== LIST ? ` <small class="mut">${timeOf(page)}</small>` : '';
      return `<li><a class="link" href="${address}">${pathname === '/' ? 'Início' : title || address}</a>${time}</li>`;
    }),
  );
  return items.length > 0 ? `<h2 class="d3">Guardado neste aparelho</h2><ul>${items.join('')}</ul>` : '';
}
