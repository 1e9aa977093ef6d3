import { createContext, runInContext } from 'node:vm';
import { beforeEach, describe, expect, test } from 'vitest';
import { OFFLINE_PAGES } from '../../shared/sitePages.ts';
import removal from './removal.ts?script';
import serviceWorker from './serviceWorker.ts?script';

const ORIGIN = 'https://aurora.example';
const PAGE = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': "default-src 'none'" };

type Stores = Map<string, Map<string, Response>>;
interface Asked {
  path: string;
  mode?: string;
  destination?: string;
  method?: string;
  from?: string;
  purpose?: string;
}

/** Runs a service worker as a browser does, with a fake network and cache. */
function startWorker(VERSION: string, stores: Stores, text = serviceWorker, API_PREFIX = '/api') {
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
    }: Asked) =>
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

const html =
  (title: string, body = '') =>
  () =>
    new Response(`<title>${title} · Hiper Aurora</title>${body}`, { headers: PAGE });
const SHELL_HTML =
  '<link href="/assets/site-1.css"><script>go()</script><div data-kept="true"></div><p>Sem internet';

let stores: Stores;
let worker: ReturnType<typeof startWorker>;

beforeEach(async () => {
  stores = new Map();
  worker = startWorker('one', stores);
  worker.network.set('/offline', html('Sem internet', SHELL_HTML));
  worker.network.set('/assets/site-1.css', () => new Response('body{}'));
  await worker.start();
});

const cachedPaths = () =>
  [...stores.values()].flatMap((entries) => Array.from(entries.keys(), (url) => new URL(url).pathname));

describe('offline', () => {
  test.each([
    '/',
    '/booklet',
    '/booklets-day',
    '/branches',
    '/branches/0b8a-1',
    '/cinema',
    '/contacts',
    '/debit-cards',
    '/help',
    '/list',
    '/offers?departamento=produce&pagina=2',
    '/offers/details/0b8a-1',
    '/tips-and-recipes',
    '/tips-and-recipes/details/0b8a-1',
  ])('shows the last version of %s', async (path) => {
    worker.network.set(path, html('Antes'));
    await worker.ask({ path });
    worker.network.set(path, html('Depois'));
    expect(await (await worker.ask({ path }))?.text(), 'the network first').toContain('Depois');
    worker.network.clear();
    const answer = await worker.ask({ path });
    expect(await answer?.text()).toContain('Depois');
    expect(answer?.headers.get('content-security-policy')).toBe(PAGE['content-security-policy']);
  });

  test('shows the offline page without scripts for other pages, with a list of cached pages', async () => {
    worker.network.set('/branches', html('Filiais'));
    worker.network.set('/tips-and-recipes?busca=a%20%26%20b', html('Dicas &amp; receitas'));
    await worker.ask({ path: '/branches' });
    await worker.ask({ path: '/tips-and-recipes?busca=a%20%26%20b' });
    worker.network.clear();
    for (const path of ['/', '/search?q=a', '/branches/nunca-lida']) {
      const text = (await (await worker.ask({ path }))?.text()) ?? '';
      expect(text).toContain('Sem internet');
      expect(text).not.toContain('<script');
      expect(text).toContain('<a class="link" href="/branches">Filiais</a>');
      expect(text.indexOf('Dicas &amp; receitas</a>')).toBeLessThan(text.indexOf('Filiais</a>'));
    }
    const css = await worker.ask({ path: '/assets/site-1.css', mode: 'no-cors', destination: 'style' });
    expect(await css?.text()).toBe('body{}');
  });

  test('says of which minute a cached page is, in the page and in the list of cached pages', async () => {
    const bar = '<html lang="pt-BR"><div role="status" class="offline"></div>';
    for (const path of ['/contacts', '/list']) {
      worker.network.set(path, html('Página', bar));
      await worker.ask({ path });
    }
    const received = stores.get('vitrine-read')?.get(`${ORIGIN}/contacts`)?.headers.get('date') ?? '';
    expect(Math.abs(Date.parse(received) - Date.now())).toBeLessThan(60_000);
    worker.network.clear();
    const minute = /(segunda|terça|quarta|quinta|sexta|sábado|domingo)(-feira)?, \d\d\/\d\d, \d{1,2}h(\d\d)?/;
    const text = await (await worker.ask({ path: '/contacts' }))?.text();
    expect(text).toMatch(
      new RegExp(`class="offline"><p>Sem conexão com o site. Esta página é de ${minute.source}`),
    );
    expect(text).toContain('<html data-kept lang');
    const list = await (await worker.ask({ path: '/list' }))?.text();
    expect(list, 'the items are those of the device').not.toMatch(minute);
    const missing = await (await worker.ask({ path: '/search' }))?.text();
    expect(missing).toMatch(new RegExp(`href="/contacts">Página</a> <small class="mut">${minute.source}`));
  });

  test('finds a cached page whatever parameters a link adds that the page does not read', async () => {
    worker.network.set('/offers?utm_source=rede&departamento=produce', html('Hortifrúti'));
    await worker.ask({ path: '/offers?utm_source=rede&departamento=produce' });
    worker.network.clear();
    expect(await (await worker.ask({ path: '/offers?departamento=produce' }))?.text()).toContain(
      'Hortifrúti',
    );
    expect(await (await worker.ask({ path: '/offers' }))?.text()).toContain('Sem internet');
  });

  test('removes a cached page that the site has removed, and keeps it during an outage', async () => {
    const path = '/offers/details/0b8a-1';
    worker.network.set(path, html('Arroz'));
    await worker.ask({ path });
    worker.network.set(path, () => new Response('429', { status: 429, headers: PAGE }));
    expect(await (await worker.ask({ path }))?.text()).toContain('Arroz');
    worker.network.set(path, () => new Response('404', { status: 404, headers: PAGE }));
    await worker.ask({ path });
    expect(cachedPaths()).not.toContain(path);
  });

  test('shows a picture of the brand from the network first, and from the cache offline', async () => {
    const picture = { path: '/brand/abacaxi.webp', mode: 'no-cors', destination: 'image' };
    for (const content of ['antes', 'depois']) {
      worker.network.set(picture.path, () => new Response(content));
      expect(await (await worker.ask(picture))?.text()).toBe(content);
    }
    worker.network.clear();
    expect(await (await worker.ask(picture))?.text()).toBe('depois');
  });

  test('caches a prerendered page without further requests', async () => {
    worker.network.set('/branches', html('Filiais'));
    worker.network.set('/', html('Início'));
    worker.asked.length = 0;
    for (const path of ['/', '/branches']) await worker.ask({ path, purpose: 'prefetch;prerender' });
    expect(worker.asked).toEqual(['/', '/branches']);
    expect(cachedPaths()).toContain('/branches');
  });

  test('caches the page that was open when the worker was installed', async () => {
    stores.clear();
    worker.windows.push({ url: `${ORIGIN}/contacts` }, { url: `${ORIGIN}/work-with-us` });
    worker.network.set('/contacts', html('Contato'));
    worker.network.set('/work-with-us', html('Trabalhe conosco'));
    await worker.start();
    expect(cachedPaths().filter((path) => !path.startsWith('/assets'))).toEqual(['/offline', '/contacts']);
  });
});

describe('branches with hours and phones', () => {
  const branches = () =>
    new Response('<html lang="pt-BR"><title>Filiais</title><script>import "/assets/branches-1.js"</script>', {
      headers: PAGE,
    });
  const withBranches = () => {
    worker.network.set('/branches', branches);
    worker.network.set('/assets/branches-1.js', () => new Response('1'));
  };

  test('caches the branches at the first visit of any page, with their files', async () => {
    withBranches();
    await worker.start();
    worker.network.clear();
    const page = await worker.ask({ path: '/branches' });
    expect(await page?.text(), 'marked, so that its styles show all of it').toContain('<html data-kept lang');
    expect(cachedPaths()).toContain('/assets/branches-1.js');
  });

  test('refreshes the cached branches at each visit of the home page', async () => {
    withBranches();
    worker.network.set('/', html('Início'));
    await worker.ask({ path: '/' });
    expect(worker.asked.filter((path) => path === '/branches')).toHaveLength(2);
    expect(cachedPaths()).toContain('/branches');
    await worker.ask({ path: '/' });
    expect(worker.asked.filter((path) => path === '/assets/branches-1.js')).toHaveLength(1);
  });

  test('caches the home page at the first visit of any page, so that an installed app starts offline', async () => {
    worker.network.set('/', html('Início'));
    await worker.start();
    worker.network.clear();
    expect(await (await worker.ask({ path: '/' }))?.text()).toContain('Início');
  });

  test('does not load the branches if data saving is on', async () => {
    withBranches();
    worker.network.set('/', html('Início'));
    worker.connection.saveData = true;
    worker.asked.length = 0;
    await worker.start();
    await worker.ask({ path: '/' });
    expect(worker.asked).not.toContain('/branches');
  });
});

test('prefers a cached page over a server error, and passes the error on without one', async () => {
  const trouble = () => new Response('503', { status: 503, headers: PAGE });
  worker.network.set('/branches', html('Filiais'));
  await worker.ask({ path: '/branches' });
  for (const path of ['/branches', '/booklet']) worker.network.set(path, trouble);
  expect((await worker.ask({ path: '/branches' }))?.status).toBe(200);
  expect((await worker.ask({ path: '/booklet' }))?.status).toBe(503);
});

describe('back office, API and posted forms', () => {
  test.each<Asked>([
    { path: '/admin/dashboard' },
    { path: '/admin/branches/index' },
    { path: '/admin' },
    { path: '/auth/login' },
    { path: '/api/docs' },
    { path: '/api' },
    { path: '/media/a/encarte.pdf' },
    { path: '/api/site/branches', mode: 'cors', destination: '' },
    { path: '/api/admin/branches', mode: 'cors', destination: '' },
    { path: '/admin/branches/index.data', mode: 'cors', destination: '' },
    { path: '/media/a/480.webp', mode: 'no-cors', destination: 'image', from: '/admin/branches/index' },
    { path: '/brand/login.webp', mode: 'no-cors', destination: 'image', from: '/auth/login' },
    { path: '/assets/office-1.js', mode: 'cors', destination: 'script', from: '/auth/login' },
    { path: '/media/a/filme.mp4', mode: 'no-cors', destination: 'video' },
    { path: '/work-with-us', method: 'POST' },
    { path: 'https://elsewhere.example/branches' },
    { path: 'https://cdn.example/media/a/480.webp', mode: 'no-cors', destination: 'image' },
  ])('neither handles nor caches $method $path', async (request) => {
    const before = cachedPaths();
    const requests = worker.asked.length;
    expect(await worker.ask(request)).toBeNull();
    expect(worker.asked.length, 'nor asked for').toBe(requests);
    expect(cachedPaths()).toEqual(before);
  });

  test('handles no request below another API prefix either', async () => {
    const elsewhere = startWorker('1', new Map(), serviceWorker, '/v1/dados');
    expect(await elsewhere.ask({ path: '/v1/dados/docs' })).toBeNull();
    expect(await elsewhere.ask({ path: '/api/docs' })).not.toBeNull();
  });

  test('does not cache the back office through a public page', async () => {
    worker.windows.push({ url: `${ORIGIN}/admin/branches/index` });
    worker.network.set('/assets/office-2.js', () => new Response('x'));
    // The import comes from another script of the back office, so the referrer is no screen.
    await worker.ask({
      path: '/assets/office-2.js',
      mode: 'cors',
      destination: 'script',
      from: '/assets/office-1.js',
    });
    worker.network.set('/work-with-us', html('Trabalhe conosco'));
    await worker.ask({ path: '/work-with-us' });
    worker.network.set(
      '/booklet',
      () => new Response('x', { headers: { ...PAGE, 'cache-control': 'no-store' } }),
    );
    await worker.ask({ path: '/booklet' });
    expect(cachedPaths().sort()).toEqual(['/assets/site-1.css', '/offline']);
  });
});

describe('limits', () => {
  const pagesBelow = (prefix: string) => cachedPaths().filter((path) => path.startsWith(prefix));

  test('keeps the last pages, and always the list and the basic pages', async () => {
    const basic = ['/', '/branches', '/list'];
    for (const path of basic) {
      worker.network.set(path, html('Sempre'));
      await worker.ask({ path });
    }
    for (let number = 1; number <= 45; number += 1) {
      worker.network.set(`/shops/b${number}`, html(`Loja ${number}`));
      await worker.ask({ path: `/shops/b${number}` });
    }
    const pages = pagesBelow('/shops/');
    expect([pages.length, pages[0], pages.at(-1)]).toEqual([40, '/shops/b6', '/shops/b45']);
    expect(cachedPaths()).toEqual(expect.arrayContaining(basic));
  });

  test('removes the oldest pictures above the size limit, but no script for them', async () => {
    const file = (size: number) => () => new Response('x', { headers: { 'content-length': String(size) } });
    worker.network.set('/assets/list-1.js', file(1000));
    await worker.ask({ path: '/assets/list-1.js', mode: 'cors', destination: 'script' });
    for (let number = 1; number <= 300; number += 1) {
      const path = `/media/${number}/480.webp`;
      worker.network.set(path, file(number === 299 ? 29_000_000 : 10_000));
      await worker.ask({ path, mode: 'no-cors', destination: 'image' });
      if (number !== 298) continue;
      worker.network.set('/contacts', html('Contato'));
      await worker.ask({ path: '/contacts' });
      expect([pagesBelow('/media/').length, pagesBelow('/assets/list').length]).toEqual([240, 1]);
    }
    await worker.ask({ path: '/contacts' });
    expect(pagesBelow('/media/').length).toBeLessThan(110);
  });
});

describe('a new build', () => {
  const nextBuild = () => {
    const next = startWorker('two', stores);
    next.network.set('/offline', html('Sem internet', SHELL_HTML));
    next.network.set('/assets/site-1.css', () => new Response('body{}'));
    return next;
  };

  test('refreshes the cached pages and deletes the caches of the old one', async () => {
    worker.network.set('/contacts', html('Contato, antes'));
    await worker.ask({ path: '/contacts' });
    // Releases before this one named the cache of pages after their build.
    stores.set('vitrine-read-zero', new Map([[`${ORIGIN}/help`, html('Ajuda, antes')()]]));
    const next = nextBuild();
    for (const [path, title] of Object.entries({ '/contacts': 'Contato, depois', '/help': 'Ajuda, depois' }))
      next.network.set(path, html(title));
    await next.start();
    await next.ask({ path: '/contacts' });
    expect([...stores.keys()].sort()).toEqual(['vitrine-read', 'vitrine-shell-two']);
    next.network.clear();
    for (const path of ['/contacts', '/help'])
      expect(await (await next.ask({ path }))?.text()).toContain('depois');
  });

  test('keeps pages that it cannot fetch, with their files, and tries again at the next visit', async () => {
    for (const path of ['/contacts', '/help']) {
      worker.network.set(path, html('Antes'));
      await worker.ask({ path });
    }
    const next = nextBuild();
    next.network.set('/contacts', html('Depois'));
    await next.start();
    await next.ask({ path: '/contacts' });
    expect([...stores.keys()]).toContain('vitrine-shell-one');
    expect(await (await next.ask({ path: '/help' }))?.text()).toContain('Antes');
    next.network.set('/help', html('Depois'));
    await next.ask({ path: '/contacts' });
    expect([...stores.keys()].sort()).toEqual(['vitrine-read', 'vitrine-shell-two']);
  });
});

test('the remover deletes all its caches and unregisters', async () => {
  stores.set('somebody-else', new Map());
  const remover = startWorker('', stores, removal);
  await remover.start();
  expect([...stores.keys()]).toEqual(['somebody-else']);
  expect(remover.isRegistered()).toBe(false);
  expect(await remover.ask({ path: '/branches' })).toBeNull();
});
