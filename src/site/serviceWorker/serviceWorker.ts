// Shows the site without a connection: the booklets, branches and recipes that were visited last, the shopping
// list, and for all other pages one that says so. It caches only these pages and the files that they show, and
// serves a cached page only if the network fails. It never handles screens of the back office and the API.

declare const self: ServiceWorkerGlobalScope;
/** The server declares these in front of the script. Each build replaces the caches of the previous one. */
declare const VERSION: string;
declare const API_PREFIX: string;
declare const OFFLINE_PATHS: RegExp;

const SHELL_CACHE = `vitrine-shell-${VERSION}`;
const PAGE_CACHE = `vitrine-read-${VERSION}`;

const OFFLINE_PAGE = '/offline';
const STAFF = /^\/(admin|auth)(\/|$)/;
const NO_PAGE = /^\/(admin|auth|media|assets|brand)(\/|$)|\.\w+$/;
/** Addresses whose content never changes. */
const IMMUTABLE = /^\/(assets|media)\//;
/** Cached without a visit: addresses, opening hours and phones of the branches. */
const BRANCHES = '/branches';
/** Cached as soon as it has an item. */
const LIST = '/list';
/** Time in ms from the first response of a visit until its page is idle. */
const IDLE_MS = 6000;
const MAX_PAGES = 40;
const MAX_FILES = 200;

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('message', (event) => {
  if (event.data?.keep === LIST) event.waitUntil(cacheWithFiles(LIST).catch(() => {}));
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (request.mode === 'navigate') {
    if (isPage(url)) event.respondWith(respondWithPage(event, url));
  } else if (IMMUTABLE.test(url.pathname)) {
    if (isFileOfPage(request, url)) event.respondWith(respondWithFile(event, url));
  }
});

/** Returns whether a public page shows the file. Of uploaded files, only pictures count. */
function isFileOfPage({ destination, referrer }: Request, { pathname }: URL) {
  const [, from = ''] = /^https?:\/\/[^/]+(\/[^?#]*)/.exec(referrer) ?? [];
  return !STAFF.test(from) && (pathname.startsWith('/assets/') || destination === 'image');
}

const isPage = ({ pathname }: URL) => !NO_PAGE.test(pathname) && !`${pathname}/`.startsWith(`${API_PREFIX}/`);

const isCacheable = ({ origin, pathname }: URL) => origin === location.origin && OFFLINE_PATHS.test(pathname);

async function install() {
  const response = await fetch(OFFLINE_PAGE, { cache: 'no-cache' });
  if (!response.ok) throw new Error(`offline page: ${response.status}`);
  // The page works without scripts, which may be missing from the cache.
  const html = (await response.text()).replace(/<script[\s\S]*?<\/script>/g, '');
  const cache = await caches.open(SHELL_CACHE);
  await cache.addAll(filesOf(html));
  await cache.put(OFFLINE_PAGE, asPage(html, response));
  await self.skipWaiting();
}

const filesOf = (html: string) =>
  new Set(Array.from(html.matchAll(/["'](\/assets\/[^"'#]+)/g), ([, address = '']) => address));

/** Fetches the pages that an older build cached, because their files change with the build, and open pages. */
async function activate() {
  await self.clients.claim();
  const old = (await caches.keys()).filter(
    (name) => name.startsWith('vitrine-') && ![SHELL_CACHE, PAGE_CACHE].includes(name),
  );
  const cached = await Promise.all(old.map(async (name) => (await caches.open(name)).keys()));
  const windows = await self.clients.matchAll({ type: 'window' });
  const addresses = new Set([...cached.flat(), ...windows].map(({ url }) => url));
  for (const url of Array.from(addresses, (address) => new URL(address)).filter(isCacheable)) {
    await fetchAndCache(url).catch(() => {});
  }
  await Promise.all(old.map((name) => caches.delete(name)));
  await cacheBranches().catch(() => {});
}

/** Respects a browser that saves data. */
async function cacheBranches() {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (!connection?.saveData) await cacheWithFiles(BRANCHES);
}

async function cacheWithFiles(path: string) {
  const url = new URL(path, location.origin);
  await fetchAndCache(url);
  const cache = await caches.open(PAGE_CACHE);
  const html = (await (await cache.match(url.href))?.text()) ?? '';
  for (const address of filesOf(html)) if (!(await caches.match(address))) await cache.add(address);
}

async function cacheBranchesWhenIdle() {
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
  await cacheBranches().catch(() => {});
}

/**
 * Responds from the network, or from the cache if the network or the server fails. Navigation preload is off:
 * browsers also preload what this worker does not handle, and would request screens and files twice.
 */
async function respondWithPage(event: FetchEvent, url: URL) {
  try {
    const response = await fetch(event.request);
    if (response.status >= 500) return (await cachedPage(url)) ?? response;
    if (isCacheable(url)) event.waitUntil(cachePage(url, response.clone()));
    else if (url.pathname === '/' && !isPrefetch(event.request)) event.waitUntil(cacheBranchesWhenIdle());
    return response;
  } catch {
    return (await cachedPage(url)) ?? offlinePage();
  }
}

const isPrefetch = ({ headers }: Request) => headers.get('sec-purpose')?.startsWith('prefetch') ?? false;

async function respondWithFile(event: FetchEvent, url: URL) {
  const cached = await caches.match(url.href);
  if (cached) return cached;
  const response = await fetch(event.request);
  if (response.status === 200) event.waitUntil(cacheFile(event.clientId, url, response.clone()));
  return response;
}

async function fetchAndCache(url: URL) {
  await cachePage(url, await fetch(url, { headers: { accept: 'text/html' }, priority: 'low' }));
}

async function cachePage(url: URL, response: Response) {
  const { status, headers, redirected } = response;
  if (status !== 200 || redirected || !headers.get('content-type')?.startsWith('text/html')) return;
  if (headers.get('cache-control')?.includes('no-store')) return;
  const cache = await caches.open(PAGE_CACHE);
  // Deleted and added again, so that the page visited longest ago comes first.
  await cache.delete(url.href);
  await cache.put(url.href, asPage(await response.text(), response));
  await trim(cache, isCacheable, MAX_PAGES);
}

async function cacheFile(clientId: string, url: URL, response: Response) {
  const client = clientId && (await self.clients.get(clientId));
  if (client && STAFF.test(new URL(client.url).pathname)) return;
  const cache = await caches.open(PAGE_CACHE);
  await cache.put(url.href, response);
  await trim(cache, ({ pathname }) => IMMUTABLE.test(pathname), MAX_FILES);
}

async function trim(cache: Cache, isCounted: (url: URL) => boolean, max: number) {
  const all = (await cache.keys()).filter(({ url }) => isCounted(new URL(url)));
  await Promise.all(all.slice(0, -max).map((request) => cache.delete(request)));
}

/** Returns the page without headers about its transfer. */
function asPage(html: string, { headers }: Response) {
  const policy = headers.get('content-security-policy');
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      ...(policy && { 'content-security-policy': policy }),
    },
  });
}

/** Returns the cached page, marked so that its styles show which links work without a connection. */
async function cachedPage(url: URL) {
  const cached = isCacheable(url) && (await (await caches.open(PAGE_CACHE)).match(url.href));
  return cached ? asPage((await cached.text()).replace('<html ', '<html data-kept '), cached) : undefined;
}

async function offlinePage() {
  const shell = await (await caches.open(SHELL_CACHE)).match(OFFLINE_PAGE);
  if (!shell) return Response.error();
  const list = await cachedList();
  const html = (await shell.text()).replace(/<div data-kept[^>]*><\/div>/, () => list);
  return asPage(html, shell);
}

/** Returns links to the cached pages. Their titles come from the pages, where they are escaped. */
async function cachedList() {
  const cache = await caches.open(PAGE_CACHE);
  const pages = (await cache.keys()).filter(({ url }) => isCacheable(new URL(url))).reverse();
  const items = await Promise.all(
    pages.map(async (request) => {
      const html = await (await cache.match(request))?.text();
      const { pathname, search } = new URL(request.url);
      const address = (pathname + search).replaceAll('&', '&amp;').replaceAll('"', '%22');
      const title = /<title>([^<]*)/.exec(html ?? '')?.[1]?.replace(/ · [^·]*$/, '') || address;
      return `<li><a class="link" href="${address}">${title}</a></li>`;
    }),
  );
  return items.length > 0 ? `<h2 class="d3">Guardado neste aparelho</h2><ul>${items.join('')}</ul>` : '';
}
