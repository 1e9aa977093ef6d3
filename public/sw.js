// The site without a connection: the last booklets, branches and recipes that were read, the shopping list, and a page
// that says so for all others. The server writes the build's version in, so that each build replaces the one before, and where its
// API is; with OFFLINE=0 it serves `sw-remove.js` at this address instead.
//
// Nothing but these pages, and the styles, scripts, fonts and pictures that they show, is ever kept, and a page
// only ever comes from here when the network fails: staff's screens and the API are never touched.

const VERSION = 'development';
const API_PREFIX = '/api';
const SHELL = `vitrine-shell-${VERSION}`;
const READ = `vitrine-read-${VERSION}`;

const OFFLINE_PAGE = '/offline';
const READABLE =
  /^\/(booklet|booklets-day|branches(\/[\w-]+)?|list|tips-and-recipes(\/details\/[\w-]+)?)\/?$/;
const STAFF = /^\/(admin|auth)(\/|$)/;
const NO_PAGE = /^\/(admin|auth|media|assets|brand)(\/|$)|\.\w+$/;
/** Addresses whose content never changes. */
const FINAL = /^\/(assets|media)\//;
/** Kept though nobody has read it: where the branches are, when they open and their phones. */
const BRANCHES = '/branches';
/** Kept as soon as somebody puts something on it, from whatever page. */
const LIST = '/list';
/** After a visit's first answer, until its page has come to rest. */
const REST_MS = 6000;
const MOST_PAGES = 40;
const MOST_FILES = 200;

self.addEventListener('install', (event) => event.waitUntil(prepare()));
self.addEventListener('activate', (event) => event.waitUntil(takeOver()));
self.addEventListener('message', (event) => {
  if (event.data?.keep === LIST) event.waitUntil(keepWhole(LIST).catch(() => {}));
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (request.mode === 'navigate') {
    if (isPage(url)) event.respondWith(page(event, url));
  } else if (FINAL.test(url.pathname)) {
    if (isPart(request, url)) event.respondWith(file(event, url));
  }
});

/** Something that a page of shoppers shows; of what was uploaded, pictures. */
function isPart({ destination, referrer }, { pathname }) {
  const [, from = ''] = /^https?:\/\/[^/]+(\/[^?#]*)/.exec(referrer) ?? [];
  return !STAFF.test(from) && (pathname.startsWith('/assets/') || destination === 'image');
}

const isPage = ({ pathname }) => !NO_PAGE.test(pathname) && !`${pathname}/`.startsWith(`${API_PREFIX}/`);

const isReadable = ({ origin, pathname }) => origin === location.origin && READABLE.test(pathname);

async function prepare() {
  const answer = await fetch(OFFLINE_PAGE, { cache: 'no-cache' });
  if (!answer.ok) throw new Error(`offline page: ${answer.status}`);
  // It is whole without script, and of its scripts none may be at hand.
  const html = (await answer.text()).replace(/<script[\s\S]*?<\/script>/g, '');
  const cache = await caches.open(SHELL);
  await cache.addAll(filesOf(html));
  await cache.put(OFFLINE_PAGE, asPage(html, answer));
  await self.skipWaiting();
}

const filesOf = (html) =>
  new Set(Array.from(html.matchAll(/["'](\/assets\/[^"'#]+)/g), ([, address]) => address));

/** What an older build kept is read anew, because its styles and scripts go with it; what is open is kept too. */
async function takeOver() {
  await self.clients.claim();
  const old = (await caches.keys()).filter(
    (name) => name.startsWith('vitrine-') && ![SHELL, READ].includes(name),
  );
  const read = await Promise.all(old.map(async (name) => (await caches.open(name)).keys()));
  const windows = await self.clients.matchAll({ type: 'window' });
  const addresses = new Set([...read.flat(), ...windows].map(({ url }) => url));
  for (const url of Array.from(addresses, (address) => new URL(address)).filter(isReadable)) {
    await fetchAndKeep(url).catch(() => {});
  }
  await Promise.all(old.map((name) => caches.delete(name)));
  await keepBranches().catch(() => {});
}

/** Whoever saves data keeps what was read alone. */
async function keepBranches() {
  if (!navigator.connection?.saveData) await keepWhole(BRANCHES);
}

/** With the files that it names. */
async function keepWhole(path) {
  const url = new URL(path, location.origin);
  await fetchAndKeep(url);
  const cache = await caches.open(READ);
  const html = (await (await cache.match(url.href))?.text()) ?? '';
  for (const address of filesOf(html)) if (!(await caches.match(address))) await cache.add(address);
}

async function keepBranchesLater() {
  await new Promise((rested) => setTimeout(rested, REST_MS));
  await keepBranches().catch(() => {});
}

/**
 * The network first; without it, or while the server is in trouble, what was kept. No navigation preload: a browser
 * asks ahead for what this worker leaves alone as well, and staff's screens and files would be asked for twice.
 */
async function page(event, url) {
  try {
    const answer = await fetch(event.request);
    if (answer.status >= 500) return (await keptPage(url)) ?? answer;
    if (isReadable(url)) event.waitUntil(keep(url, answer.clone()));
    else if (url.pathname === '/' && !isAhead(event.request)) event.waitUntil(keepBranchesLater());
    return answer;
  } catch {
    return (await keptPage(url)) ?? offlinePage();
  }
}

/** A pointer rests on the page's link: nobody has read it yet. */
const isAhead = ({ headers }) => headers.get('sec-purpose')?.startsWith('prefetch') ?? false;

async function file(event, url) {
  const kept = await caches.match(url.href);
  if (kept) return kept;
  const answer = await fetch(event.request);
  if (answer.status === 200) event.waitUntil(keepFile(event.clientId, url, answer.clone()));
  return answer;
}

async function fetchAndKeep(url) {
  await keep(url, await fetch(url, { headers: { accept: 'text/html' }, priority: 'low' }));
}

async function keep(url, answer) {
  const { status, headers, redirected } = answer;
  if (status !== 200 || redirected || !headers.get('content-type')?.startsWith('text/html')) return;
  if (headers.get('cache-control')?.includes('no-store')) return;
  const cache = await caches.open(READ);
  // Put anew, so that the one read longest ago stands first.
  await cache.delete(url.href);
  await cache.put(url.href, asPage(await answer.text(), answer));
  await trim(cache, isReadable, MOST_PAGES);
}

async function keepFile(clientId, url, answer) {
  const client = clientId && (await self.clients.get(clientId));
  if (client && STAFF.test(new URL(client.url).pathname)) return;
  const cache = await caches.open(READ);
  await cache.put(url.href, answer);
  await trim(cache, ({ pathname }) => FINAL.test(pathname), MOST_FILES);
}

async function trim(cache, isOne, most) {
  const all = (await cache.keys()).filter(({ url }) => isOne(new URL(url)));
  await Promise.all(all.slice(0, -most).map((request) => cache.delete(request)));
}

/** As it came, but for headers of how it travelled. */
function asPage(html, { headers }) {
  const policy = headers.get('content-security-policy');
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      ...(policy && { 'content-security-policy': policy }),
    },
  });
}

/** Marked as what it is: its styles show what cannot be opened now. */
async function keptPage(url) {
  const kept = isReadable(url) && (await (await caches.open(READ)).match(url.href));
  return kept ? asPage((await kept.text()).replace('<html ', '<html data-kept '), kept) : undefined;
}

async function offlinePage() {
  const shell = await (await caches.open(SHELL)).match(OFFLINE_PAGE);
  if (!shell) return Response.error();
  const list = await keptList();
  const html = (await shell.text()).replace(/<div data-kept[^>]*><\/div>/, () => list);
  return asPage(html, shell);
}

/** Titles come from the pages themselves and are escaped as they are. */
async function keptList() {
  const cache = await caches.open(READ);
  const pages = (await cache.keys()).filter(({ url }) => isReadable(new URL(url))).reverse();
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
