import { createContext, runInContext } from 'node:vm';
import { OFFLINE_PAGES } from '../src/shared/sitePages.ts';
import serviceWorker from '../src/site/serviceWorker/serviceWorker.ts?script';

export const ORIGIN = 'https://aurora.example';
export const PAGE = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'",
};

export type Stores = Map<string, Map<string, Response>>;
export interface FakeRequest {
  path: string;
  mode?: string;
  destination?: string;
  method?: string;
  from?: string;
  purpose?: string;
}

/** Runs a service worker as a browser does, with a fake network and cache. */
export function startWorker(VERSION: string, stores: Stores, text = serviceWorker, API_PREFIX = '/api') {
  const listeners = new Map<string, (event: unknown) => void>();
  const network = new Map<string, () => Response>();
  const windows: { url: string }[] = [];
  const asked: string[] = [];
  const connection = { saveData: false };
  let registered = true;
  const addressOf = (request: string | URL | { url: string }) =>
    new URL(typeof request === 'object' && 'url' in request ? request.url : request, ORIGIN).href;
  const storeNamed = (name: string) => {
    const entries = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, entries);
    return {
      put: async (key: string, answer: Response) => void entries.set(addressOf(key), answer),
      match: async (key: string | Request) => entries.get(addressOf(key))?.clone(),
      delete: async (key: string | Request) => entries.delete(addressOf(key)),
      keys: async () => Array.from(entries.keys(), (url) => new Request(url)),
      add: async (key: string) => void entries.set(addressOf(key), await answerTo(key)),
      addAll: async (keys: Iterable<string>) => {
        for (const key of keys) entries.set(addressOf(key), await answerTo(key));
      },
    };
  };
  const answerTo = async (request: string | URL | { url: string }) => {
    const { pathname, search } = new URL(addressOf(request));
    asked.push(pathname + search);
    const answer = network.get(pathname + search);
    if (!answer) throw new TypeError('offline');
    return answer();
  };
  const self = {
    addEventListener: (type: string, listener: (event: unknown) => void) => listeners.set(type, listener),
    skipWaiting: async () => {},
    clients: {
      claim: async () => {},
      matchAll: async () => windows,
      get: async () => windows[0],
    },
    registration: { unregister: async () => (registered = false) },
  };
  const context = createContext({
    self,
    location: new URL(ORIGIN),
    caches: {
      open: async (name: string) => storeNamed(name),
      keys: async () => [...stores.keys()],
      delete: async (name: string) => stores.delete(name),
      match: async (key: string) => {
        for (const entries of stores.values())
          if (entries.has(addressOf(key))) return entries.get(addressOf(key))?.clone();
      },
    },
    fetch: answerTo,
    navigator: { connection },
    // Tests do not wait for an idle page.
    setTimeout: (run: () => void) => setTimeout(run),
    Response,
    URL,
    VERSION,
    API_PREFIX,
    OFFLINE_PAGES,
  });
  runInContext(text, context);

  /** Fires an event and waits for its work; returns null if the worker does not respond. */
  const fire = async (type: string, more: object = {}): Promise<Response | null> => {
    const waits: Promise<unknown>[] = [];
    let answer: Promise<Response> | undefined;
    listeners.get(type)?.({
      ...more,
      waitUntil: (wait: Promise<unknown>) => waits.push(wait),
      respondWith: (response: Promise<Response>) => {
        answer = response;
      },
    });
    const response = (await answer) ?? null;
    for (const wait of waits) await wait;
    return response;
  };
  return {
    network,
    windows,
    asked,
    connection,
    isRegistered: () => registered,
    start: async () => {
      await fire('install');
      await fire('activate');
    },
    ask: ({
      path,
      mode = 'navigate',
      destination = 'document',
      method = 'GET',
      from = '/',
      purpose,
    }: FakeRequest) =>
      fire('fetch', {
        clientId: 'one',
        request: {
          url: new URL(path, ORIGIN).href,
          method,
          mode,
          destination,
          referrer: ORIGIN + from,
          headers: new Headers(purpose ? { 'sec-purpose': purpose } : {}),
        },
      }),
  };
}

export const html =
  (title: string, body = '') =>
  () =>
    new Response(`<title>${title} · Hiper Aurora</title>${body}`, { headers: PAGE });
export const SHELL_HTML =
  '<link href="/assets/site-1.css"><script>go()</script><div data-kept="true"></div><p>Sem internet';

/** Installs and activates a worker that can fetch its offline page. */
export async function installedWorker(stores: Stores) {
  const worker = startWorker('one', stores);
  worker.network.set('/offline', html('Sem internet', SHELL_HTML));
  worker.network.set('/assets/site-1.css', () => new Response('body{}'));
  await worker.start();
  return worker;
}

export const cachedPaths = (stores: Stores) =>
  [...stores.values()].flatMap((entries) => Array.from(entries.keys(), (url) => new URL(url).pathname));
