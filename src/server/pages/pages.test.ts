import { createHash } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import type { DocumentRequest } from '../../site/documents.ts';
import { builtPages } from './builtPages.ts';
import { applyContentPolicy } from './contentPolicy.ts';
import type { PageOptions } from './pages.ts';

const withPages = (
  env: Record<string, string> = {},
  options: Partial<Pick<PageOptions, 'site' | 'slotMs'>> = {},
): Promise<TestApp> => createTestApp({ env, pages: { ...builtPages, ...options } });

const page = (app: TestApp, url: string, headers: Record<string, string> = {}) =>
  app.request('GET', url, { headers });

describe('pages', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await withPages();
  });
  afterAll(() => app.remove());

  test('public pages are complete documents in Portuguese, cached with a strong ETag', async () => {
    const first = await page(app, '/');
    expect(first.statusCode).toBe(200);
    expect(first.payload).toMatch(/^<!DOCTYPE html><html lang="pt-BR"/);
    expect(first.payload).toContain('</html>');
    expect(first.payload).not.toMatch(/undefined|NaN|\[object/);
    const again = await page(app, '/', { 'if-none-match': first.headers.etag as string });
    expect(again.statusCode).toBe(304);
    expect((await app.request('HEAD', '/')).payload).toBe('');
  });

  test('public pages have a strict policy, no style attributes and no blocking script', async () => {
    const { headers, payload } = await page(app, '/');
    const policy = headers['content-security-policy'] as string;
    expect(policy).not.toContain('unsafe');
    expect(policy).toContain("default-src 'none'");
    expect(policy.match(/'sha256-/g)?.length).toBeGreaterThan(1);
    expect(payload).not.toMatch(/<[^>]+\sstyle="/);
    expect(payload).not.toMatch(/<[^>]+\son\w+="/);
    expect(payload).not.toContain('modulepreload');
    // A single module script, which runs after the page was parsed.
    expect(payload.match(/<script[^>]+src="[^"]+"/g)).toEqual([
      expect.stringMatching(/^<script type="module" src="\/assets\/browser-[^"]+\.js"$/),
    ]);
  });

  test('the policy allows files from MEDIA_URL and from no other host', async () => {
    const elsewhere = await withPages({ MEDIA_URL: 'https://cdn.example/rede' });
    const policy = String((await page(elsewhere, '/')).headers['content-security-policy']);
    expect(policy).toContain("img-src 'self' data: blob: https://cdn.example;");
    expect(policy).toContain("media-src 'self' blob: https://cdn.example;");
    expect(policy.match(/https?:/g)).toHaveLength(2);
    await elsewhere.remove();
  });

  test('an unknown page is a real 404', async () => {
    for (const url of [
      '/nao-existe',
      '/branches/nao-e-uuid',
      '/branches/00000000-0000-4000-8000-000000000000',
    ]) {
      const answer = await page(app, url);
      expect(answer.statusCode, url).toBe(404);
      expect(answer.payload).toContain('Página não encontrada');
    }
  });

  test('a query parameter that the page does not read causes no rendering', async () => {
    const reads = vi.spyOn(app.deps.db, 'selectFrom');
    for (const url of ['/branches', '/shops?busca=caf%C3%A9', '/tips-and-recipes?categoria=doces&pagina=1']) {
      const plain = await page(app, url);
      reads.mockClear();
      const and = url.includes('?') ? '&' : '?';
      for (const more of ['utm_source=x&gclid=1', 'zz=1', 'cidades=Natal', `${'x'.repeat(2000)}=1`, '&&=']) {
        const answer = await page(app, url + and + more);
        expect(answer.payload, more).toBe(plain.payload);
      }
      expect(reads).not.toHaveBeenCalled();
    }
  });

  test('a query parameter that the page reads changes the page', async () => {
    const books = await page(app, '/shops?busca=livros');
    const flowers = await page(app, '/shops?busca=flores');
    expect(books.payload).toContain('“livros”');
    expect(flowers.payload).toContain('“flores”');
  });

  test('unknown pages share one rendering without a database query', async () => {
    const reads = vi.spyOn(app.deps.db, 'selectFrom');
    const first = await page(app, '/nao-existe');
    reads.mockClear();
    for (const url of ['/outra', '/outra/mais', '/shops/a/b', '//mal.example/', '/x?y=1', '/.git/config']) {
      const answer = await page(app, url);
      expect(answer.statusCode, url).toBe(404);
      expect(answer.payload, url).toBe(first.payload);
    }
    expect(reads).not.toHaveBeenCalled();
  });

  test('pages of missing records share one rendering', async () => {
    const first = await page(app, '/shops/00000000-0000-4000-8000-000000000000');
    const reads = vi.spyOn(app.deps.db, 'selectFrom');
    for (const url of ['/shops/00000000-0000-4000-8000-000000000001', '/shops/nao-e-uuid', '/shops/%00']) {
      const answer = await page(app, url);
      expect(answer.statusCode, url).toBe(404);
      expect(answer.payload, url).toBe(first.payload);
    }
    // Each valid UUID takes one lookup. No page is rendered.
    expect(reads.mock.calls.length).toBeLessThanOrEqual(2);
  });

  test('each page has one address; others redirect to it', async () => {
    const uuid = '0A1B2C3D-0000-4000-8000-00000000000F';
    for (const [from, to] of [
      ['/Branches', '/branches'],
      ['/branches/', '/branches'],
      ['//branches', '/branches'],
      ['/lista', '/list'],
      ['/Lista/', '/list'],
      ['/%62ranches?cidade=Natal&utm_source=x', '/branches?cidade=Natal&utm_source=x'],
      [`/SHOPS/${uuid}/`, `/shops/${uuid.toLowerCase()}`],
      [
        '/Tips-And-Recipes/Details/00000000-0000-4000-8000-000000000000',
        '/tips-and-recipes/details/00000000-0000-4000-8000-000000000000',
      ],
    ] as const) {
      const answer = await page(app, from);
      expect(answer.statusCode, from).toBe(301);
      expect(answer.headers.location, from).toBe(to);
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
    }
  });

  test('screens are neither cached nor indexed, however their address is written', async () => {
    for (const url of [
      '/ADMIN',
      '/%61dmin/banners/index',
      '/Admin/',
      '/AUTH/login',
      '//admin',
      '/admin/nope',
      '/admin/Nope/',
    ]) {
      const { headers } = await page(app, url);
      expect(headers['cache-control'], url).toBe('no-store');
      expect(headers['x-robots-tag'], url).toBe('noindex');
    }
  });

  test('an unknown screen is a real 404', async () => {
    for (const url of ['/admin/nope', '/admin/banners/nope'])
      expect((await page(app, url)).statusCode, url).toBe(404);
  });

  test('screens of one pattern share one response for anonymous callers, from memory', async () => {
    // This instance has rendered no public page: a cached page would query its end time.
    const app = await withPages();
    const token = await app.signIn();
    const stored = await app.request('POST', '/api/admin/revenue-categories/store', {
      token,
      json: { name: 'Doces' },
    });
    const { uuid } = stored.json().data as { uuid: string };
    const statements = vi.spyOn(app.deps.database.db.getExecutor(), 'executeQuery');
    for (const [status, first, ...others] of [
      [
        200,
        `/admin/revenue-categories/edit/${uuid}`,
        '/admin/revenue-categories/edit/00000000-0000-4000-8000-000000000000',
        '/admin/revenue-categories/edit/not-a-code?copy=1',
      ],
      [200, '/admin/revenues/index', '/admin/revenues/index?search=bolo&page=2'],
      [200, `/admin/history/revenues/${uuid}`, `/admin/history/banners/${uuid}?version=1`],
      [200, '/auth/login', '/auth/login?next=/admin/dashboard'],
      [200, '/auth/reset-password/AbC-123_x', '/auth/reset-password/other'],
      [404, '/admin/nope', '/admin/other/nope'],
    ] as const) {
      const shell = await page(app, first);
      const rendered = app.deps.responseCache.stats().results.made;
      expect(shell.statusCode, first).toBe(status);
      expect(shell.payload).not.toContain(uuid);
      for (const url of others) {
        const variant = await page(app, url);
        expect([variant.statusCode, variant.payload], url).toEqual([status, shell.payload]);
        expect({ ...variant.headers, date: '' }, url).toEqual({ ...shell.headers, date: '' });
      }
      expect(app.deps.responseCache.stats().results.made).toBe(rendered);
    }
    expect(statements).not.toHaveBeenCalled();
    const invited = await page(app, '/auth/reset-password?invited');
    expect(invited.payload).toContain('Boas-vindas');
    expect((await page(app, '/auth/reset-password')).payload).not.toContain('Boas-vindas');
    await app.remove();
  });

  test('the shell for anonymous callers is rendered again after a minute', async () => {
    const { results } = app.deps.responseCache.stats();
    await page(app, '/admin/dashboard');
    const { made: rendered } = results;
    app.clock.advance(30_000);
    await page(app, '/admin/dashboard');
    expect(results.made).toBe(rendered);
    app.clock.advance(30_000);
    await page(app, '/admin/dashboard');
    expect(results.made).toBe(rendered + 1);
  });

  test('a code in an address keeps its case', async () => {
    for (const url of [
      '/auth/reset-password/AbC-123_x',
      '/auth/reset-password',
      '/auth/reset-password?invited',
    ])
      expect((await page(app, url)).statusCode, url).toBe(200);
  });

  test('screens are neither cached nor indexed, and start their script at once', async () => {
    for (const url of ['/admin/dashboard', '/admin/banners/index', '/auth/login']) {
      const { statusCode, headers, payload } = await page(app, url);
      expect(statusCode).toBe(200);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['x-robots-tag']).toBe('noindex');
      const policy = headers['content-security-policy'] as string;
      expect(policy).not.toContain('unsafe');
      expect(policy).toContain("require-trusted-types-for 'script'; trusted-types default preview");
      expect(payload).toMatch(/<script type="module"/);
      expect(payload).not.toMatch(/<[^>]+\sstyle="/);
      const small = await page(app, url, { 'accept-encoding': 'br' });
      expect(brotliDecompressSync(small.rawPayload).toString()).toBe(payload);
    }
  });

  test('screens tell their first script which API calls to make; public pages do not', async () => {
    const asksAt = async (url: string) => {
      const { payload } = await page(app, url);
      const asks = /<script data-asks="([^"]*)"/.exec(payload)?.[1];
      return asks?.replaceAll('&amp;', '&').split(' ');
    };
    const uuid = '00000000-0000-4000-8000-000000000000';
    expect(await asksAt('/admin/revenues/index?page=2&search=bolo+de&sort=-name')).toEqual([
      expect.stringMatching(/^\/api\/admin\/revenues\?page=1&per_page=50&fields=uuid/),
      '/api/admin/revenues?page=1&per_page=1&fields=uuid&counts=1',
      '/api/admin/profile/views/revenues',
    ]);
    expect(await asksAt('/admin/banners/index')).toEqual([
      expect.stringMatching(/^\/api\/admin\/banners\?fields=/),
      '/api/admin/banners?page=1&per_page=1&fields=uuid&counts=1',
      '/api/admin/profile/views/banners',
    ]);
    expect(await asksAt(`/admin/banners/show/${uuid}`)).toEqual(['/api/admin/banners/details/%3Auuid']);
    expect(await asksAt(`/admin/about-items/edit/${uuid}`)).toHaveLength(2);
    expect(await asksAt('/admin/about-shoppings')).toHaveLength(1);
    for (const url of ['/admin/banners/create', '/admin/nao-existe', '/auth/login', '/', '/shops'])
      expect(await asksAt(url), url).toBeUndefined();
    const hostile = await page(app, '/admin/revenues/index?search="><script>alert(1)</script>');
    expect(hostile.payload).not.toContain('<script>alert');
  });

  test('a form that posts to a page without a form is refused with a message', async () => {
    const answer = await app.request('POST', '/', {
      payload: 'a=1',
      headers: { 'content-type': 'text/plain' },
    });
    expect(answer.statusCode).toBe(405);
    expect(answer.payload).toContain('não aceita esse tipo de pedido');
  });
});

describe('database outage', () => {
  test('serves the last good page or an error page in an outage, without internal details', async () => {
    const app = await withPages();
    const good = await page(app, '/');
    const { selectFrom } = app.deps.db;
    app.deps.db.selectFrom = () => {
      throw Object.assign(new Error('connect ECONNREFUSED segredo'), { code: 'ECONNREFUSED' });
    };
    app.deps.responseCache.invalidate();
    const cached = await page(app, '/');
    expect(cached.statusCode).toBe(200);
    expect(cached.headers.etag).toBe(good.headers.etag);

    const never = await page(app, '/branches');
    expect(never.statusCode).toBe(503);
    expect(never.headers['cache-control']).toBe('no-store');
    expect(never.payload).toContain('</html>');
    expect(never.payload).not.toMatch(/segredo|ECONNREFUSED|\.ts:/);

    app.deps.db.selectFrom = selectFrom;
    expect((await page(app, '/branches')).statusCode).toBe(200);
    await app.remove();
  });

  test('a bug yields a 500 page without details', async () => {
    const app = await withPages();
    app.deps.db.selectFrom = () => {
      throw new Error('segredo');
    };
    const answer = await page(app, '/');
    expect(answer.statusCode).toBe(500);
    expect(answer.payload).toContain('<html lang="pt-BR"');
    expect(answer.payload).not.toContain('segredo');
    await app.remove();
  });
});

test('an error in a page yields a 500 page with a message and a log entry', async () => {
  const site = await builtPages.site();
  const broken = {
    ...site,
    renderDocument: (request: DocumentRequest) => site.renderDocument({ ...request, params: null as never }),
  };
  const app = await withPages({}, { site: async () => broken });
  const logged = vi.spyOn(app.deps.log, 'error').mockReturnValue(undefined);
  const { statusCode, headers, payload } = await page(app, '/branches');
  expect(statusCode).toBe(500);
  expect(headers['cache-control']).toBe('no-store');
  expect(payload).toContain('Algo caiu da prateleira');
  expect(payload).toContain('</footer>');
  expect(payload).not.toMatch(/TypeError|destructure|\.tsx?:/);
  expect(logged).toHaveBeenCalledWith(expect.objectContaining({ err: expect.any(TypeError) }), 'page failed');
  expect((await page(app, '/contacts')).statusCode).toBe(200);
  await app.remove();
});

describe('the queue of uncached pages', () => {
  const PAGES = ['/branches', '/shops', '/contacts', '/cinema', '/offers', '/help'];

  /** Creates a site whose pages render when `open` is called; `begun` lists the waiting renders. */
  async function withGate() {
    const site = await builtPages.site();
    const begun: string[] = [];
    const { promise: opened, resolve: open } = Promise.withResolvers<void>();
    const gated = {
      ...site,
      async renderDocument(request: DocumentRequest) {
        begun.push(request.url.pathname);
        await opened;
        return site.renderDocument(request);
      },
    };
    const app = await withPages({}, { site: async () => gated, slotMs: 600_000 });
    const from = (remoteAddress: string, url: string) => app.server.inject({ url, remoteAddress });
    return { app, begun, open, from, stats: () => app.deps.responseCache.stats() };
  }

  test('renders four uncached pages of one address at once, and those of others beside them', async () => {
    const { app, begun, open, from } = await withGate();
    const crowd = PAGES.map((url) => from('10.0.0.1', url));
    await vi.waitFor(() => expect(begun).toHaveLength(4));
    const otherCaller = from('10.0.0.2', '/booklet');
    await vi.waitFor(() => expect(begun).toContain('/booklet'));
    expect(begun).toHaveLength(5);
    open();
    for (const answer of await Promise.all([...crowd, otherCaller])) expect(answer.statusCode).toBe(200);
    await app.remove();
  });

  test('serves cached pages and screens to an address without a free slot', async () => {
    const { app, begun, open, from } = await withGate();
    const cached = app.deps.responseCache.get('/about', async () => ({
      status: 200,
      type: 'text/plain',
      body: 'a',
    }));
    await cached;
    const crowd = PAGES.map((url) => from('10.0.0.1', url));
    await vi.waitFor(() => expect(begun).toHaveLength(4));
    expect((await from('10.0.0.1', '/about')).payload).toBe('a');
    expect((await from('10.0.0.1', '/admin/dashboard')).statusCode).toBe(200);
    open();
    await Promise.all(crowd);
    await app.remove();
  });

  test('drops a page whose caller left, unless another caller waits for it', async () => {
    const { app, begun, open, from, stats } = await withGate();
    const [abandoned = '', shared = '', ...queued] = PAGES;
    const crowd = queued.map((url) => from('127.0.0.1', url));
    await vi.waitFor(() => expect(begun).toHaveLength(4));
    const base = await app.server.listen({ port: 0 });
    const leaving = new AbortController();
    const aborted = [abandoned, shared].map((url) => fetch(base + url, { signal: leaving.signal }));
    await vi.waitFor(() => expect(stats().inFlight).toBe(6));
    const staying = from('127.0.0.1', shared);
    await vi.waitFor(() => expect(stats().results.waited).toBe(1));
    leaving.abort();
    for (const result of await Promise.allSettled(aborted)) expect(result.status).toBe('rejected');
    await vi.waitFor(() => expect(stats().inFlight).toBe(5));
    open();
    expect((await staying).statusCode).toBe(200);
    await Promise.all(crowd);
    expect(begun.filter((url) => url === shared)).toHaveLength(1);
    expect(begun).not.toContain(abandoned);
    expect(stats().results.failed).toBe(0);
    await app.remove();
  });
});

describe('applyContentPolicy', () => {
  const origins = { media: 'https://cdn.example', api: '' };

  test('the policy allows by hash only scripts and styles with the nonce of this rendering', () => {
    const { html, policy } = applyContentPolicy(
      '<script nonce="M">a()</script><script src="/x.js" nonce="M"></script><style nonce="M">b{}</style>' +
        '<script>mal()</script><script nonce="N">mal()</script><style>mal{}</style>',
      'M',
      origins,
    );
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    expect(policy).toContain(`script-src 'self' ${hash('a()')};`);
    expect(policy).toContain(`style-src 'self' ${hash('b{}')};`);
    expect(policy).toContain("img-src 'self' data: blob: https://cdn.example");
    expect(html).not.toContain('nonce="M"');
  });
});
