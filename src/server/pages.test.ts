import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from 'react-router';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { contentSecurityPolicy, deferHydration } from './pages.ts';

const root = resolve(import.meta.dirname, '../..');

async function withPages(env: Record<string, string> = {}): Promise<TestApp> {
  const build = (await import(pathToFileURL(resolve(root, 'build/server/index.js')).href)) as ServerBuild;
  return createTestApp({
    env,
    pages: { build, development: false, clientDirectory: resolve(root, 'build/client') },
  });
}

const page = (app: TestApp, url: string, headers: Record<string, string> = {}) =>
  app.request('GET', url, { headers });

describe('public pages', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await withPages();
  });
  afterAll(() => app.remove());

  test('are whole documents in Portuguese, from the cache with a strong ETag', async () => {
    const first = await page(app, '/');
    expect(first.statusCode).toBe(200);
    expect(first.payload).toMatch(/^<!DOCTYPE html><html lang="pt-BR"/);
    expect(first.payload).toContain('</html>');
    expect(first.payload).not.toMatch(/undefined|NaN|\[object/);
    const again = await page(app, '/', { 'if-none-match': first.headers.etag as string });
    expect(again.statusCode).toBe(304);
    expect((await app.request('HEAD', '/')).payload).toBe('');
  });

  test('carry a policy without exceptions, no style attributes and no script before the paint', async () => {
    const { headers, payload } = await page(app, '/');
    const policy = headers['content-security-policy'] as string;
    expect(policy).not.toContain('unsafe');
    expect(policy).toContain("default-src 'none'");
    expect(policy.match(/'sha256-/g)?.length).toBeGreaterThan(1);
    expect(payload).not.toMatch(/<[^>]+\sstyle="/);
    expect(payload).not.toMatch(/<[^>]+\son\w+="/);
    expect(payload).not.toContain('modulepreload');
    expect(payload).not.toMatch(/<script type="module"/);
    expect(payload).toContain('<script type="text/plain" id="hydrate">');
  });

  test('may show files from where files have their address, and from nowhere else', async () => {
    const elsewhere = await withPages({ MEDIA_URL: 'https://cdn.example/rede' });
    const policy = String((await page(elsewhere, '/')).headers['content-security-policy']);
    expect(policy).toContain("img-src 'self' data: blob: https://cdn.example;");
    expect(policy).toContain("media-src 'self' blob: https://cdn.example;");
    expect(policy.match(/https?:/g)).toHaveLength(2);
    await elsewhere.remove();
  });

  test('that do not exist are a real 404', async () => {
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

  test('are not made anew for what a campaign adds to the address', async () => {
    const plain = await page(app, '/branches');
    const tagged = await page(app, '/branches?utm_source=x&gclid=1');
    expect(tagged.headers.etag).toBe(plain.headers.etag);
  });

  test('of staff are neither kept nor found, and start their script at once', async () => {
    for (const url of ['/admin/dashboard', '/admin/banners/index', '/auth/login']) {
      const { statusCode, headers, payload } = await page(app, url);
      expect(statusCode).toBe(200);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['x-robots-tag']).toBe('noindex');
      expect(headers['content-security-policy']).not.toContain('unsafe');
      expect(payload).toMatch(/<script type="module"/);
      expect(payload).not.toMatch(/<[^>]+\sstyle="/);
    }
  });

  test('a form that posts to a page without one is refused in words', async () => {
    const answer = await app.request('POST', '/', {
      payload: 'a=1',
      headers: { 'content-type': 'text/plain' },
    });
    expect([404, 405, 415]).toContain(answer.statusCode);
    expect(answer.json()).toHaveProperty('error');
  });
});

describe('when the database is away', () => {
  test('the last good page goes on; one never made says so with its status, and nothing leaks', async () => {
    const app = await withPages();
    const good = await page(app, '/');
    const { selectFrom } = app.deps.db;
    app.deps.db.selectFrom = () => {
      throw Object.assign(new Error('connect ECONNREFUSED segredo'), { code: 'ECONNREFUSED' });
    };
    app.deps.answers.invalidate();
    const kept = await page(app, '/');
    expect(kept.statusCode).toBe(200);
    expect(kept.headers.etag).toBe(good.headers.etag);

    const never = await page(app, '/branches');
    expect(never.statusCode).toBe(503);
    expect(never.headers['cache-control']).toBe('no-store');
    expect(never.payload).toContain('</html>');
    expect(never.payload).not.toMatch(/segredo|ECONNREFUSED|\.ts:/);

    app.deps.db.selectFrom = selectFrom;
    expect((await page(app, '/branches')).statusCode).toBe(200);
    await app.remove();
  });

  test('a bug is a real 500 page that tells nothing of it', async () => {
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

describe('what is made of a page', () => {
  test('the policy allows each inline script and style by its own hash', () => {
    const policy = contentSecurityPolicy(
      '<script>a()</script><script src="/x.js"></script><style>b{}</style>',
      {
        media: 'https://cdn.example',
        api: '',
      },
    );
    expect(policy).toContain("script-src 'self' 'sha256-");
    expect(policy.match(/'sha256-/g)).toHaveLength(2);
    expect(policy).toContain("img-src 'self' data: blob: https://cdn.example");
  });

  test('the entry script waits, and its preloads are gone', () => {
    const html = deferHydration(
      '<link rel="modulepreload" href="/a.js"/><script type="module" async="">import "/a.js"</script>',
    );
    expect(html).not.toContain('modulepreload');
    expect(html).toContain('<script type="text/plain" id="hydrate">import "/a.js"</script>');
  });
});
