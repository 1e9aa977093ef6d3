import { beforeEach, describe, expect, test } from 'vitest';
import {
  cachedPaths,
  type FakeRequest,
  html,
  installedWorker,
  ORIGIN,
  PAGE,
  type Stores,
  startWorker,
} from '../../../test/serviceWorker.ts';
import serviceWorker from './serviceWorker.ts?script';

let stores: Stores;
let worker: Awaited<ReturnType<typeof installedWorker>>;

beforeEach(async () => {
  stores = new Map();
  worker = await installedWorker(stores);
});

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
    expect(cachedPaths(stores)).not.toContain(path);
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
    expect(cachedPaths(stores)).toContain('/branches');
  });

  test('caches the page that was open when the worker was installed', async () => {
    stores.clear();
    worker.windows.push({ url: `${ORIGIN}/contacts` }, { url: `${ORIGIN}/work-with-us` });
    worker.network.set('/contacts', html('Contato'));
    worker.network.set('/work-with-us', html('Trabalhe conosco'));
    await worker.start();
    expect(cachedPaths(stores).filter((path) => !path.startsWith('/assets'))).toEqual([
      '/offline',
      '/contacts',
    ]);
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
    expect(cachedPaths(stores)).toContain('/assets/branches-1.js');
  });

  test('refreshes the cached branches at each visit of the home page', async () => {
    withBranches();
    worker.network.set('/', html('Início'));
    await worker.ask({ path: '/' });
    expect(worker.asked.filter((path) => path === '/branches')).toHaveLength(2);
    expect(cachedPaths(stores)).toContain('/branches');
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
  test.each<FakeRequest>([
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
    const before = cachedPaths(stores);
    const requests = worker.asked.length;
    expect(await worker.ask(request)).toBeNull();
    expect(worker.asked.length, 'nor asked for').toBe(requests);
    expect(cachedPaths(stores)).toEqual(before);
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
    expect(cachedPaths(stores).sort()).toEqual(['/assets/site-1.css', '/offline']);
  });
});
