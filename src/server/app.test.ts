import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp, testClock, waitForNotifications } from '../../test/app.ts';
import { jpeg } from '../../test/images.ts';
import { createApp } from './app.ts';
import { seedDemo } from './seed.ts';

const homeTitles = async (server: TestApp['server']) => {
  const answer = await server.inject({ method: 'GET', url: '/api/site/home' });
  return (answer.json() as { data: { banners: { title: string }[] } }).data.banners.map(({ title }) => title);
};

async function storeBanner(app: TestApp, title: string, more: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ title, ...more })) form.set(name, value);
  form.set('image', new File([(await jpeg()) as Uint8Array<ArrayBuffer>], 'a.jpg', { type: 'image/jpeg' }));
  const answer = await app.request('POST', '/api/admin/banners/store', { token: await app.signIn(), form });
  expect(answer.statusCode).toBe(201);
}

describe('content updates', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ clock: testClock('2026-11-21T15:00:00Z') });
  });
  afterAll(() => app.remove());

  test('shows a change at once in this process, and soon in another on the same database', async () => {
    const secondApp = await createApp({ config: app.deps.config, clock: app.clock });
    await secondApp.server.ready();
    expect(await homeTitles(secondApp.server)).toEqual([]);
    await waitForNotifications(secondApp);
    await storeBanner(app, 'Novidade');
    expect(await homeTitles(app.server)).toEqual(['Novidade']);
    await expect.poll(() => homeTitles(secondApp.server), { interval: 100 }).toEqual(['Novidade']);
    await secondApp.close();
  });

  test('shows and hides a banner at its own instants, through the cache', async () => {
    await storeBanner(app, 'Só à tarde', {
      starts_at: '2026-11-21T17:00:00Z',
      ends_at: '2026-11-21T19:00:00Z',
    });
    expect(await homeTitles(app.server)).not.toContain('Só à tarde');
    app.clock.set('2026-11-21T17:00:00Z');
    expect(await homeTitles(app.server)).toContain('Só à tarde');
    app.clock.set('2026-11-21T19:00:00Z');
    expect(await homeTitles(app.server)).not.toContain('Só à tarde');
  });

  test('changes the day at midnight in São Paulo, through the cache', async () => {
    const today = async () =>
      ((await app.request('GET', '/api/site/settings')).json() as { data: { today: string } }).data.today;
    app.clock.set('2026-11-22T02:59:59.999Z');
    expect(await today()).toBe('2026-11-21');
    app.clock.set('2026-11-22T03:00:00Z');
    expect(await today()).toBe('2026-11-22');
  });
});

describe('file addresses', () => {
  const home = 'https://loja.example';

  test.each<[string, Record<string, string>, string]>([
    ['nothing is configured', {}, ''],
    ['it knows its public address', { PUBLIC_URL: home }, home],
    ['others may call', { CORS_ORIGINS: 'https://app.example', PORT: '4000' }, 'http://localhost:4000'],
    [
      'files have an address of their own',
      { PUBLIC_URL: home, MEDIA_URL: 'https://cdn.example/rede/' },
      'https://cdn.example/rede',
    ],
  ])('serves files below the configured address when %s', async (_, env, base) => {
    const app = await createTestApp({ env });
    await storeBanner(app, 'Com endereço');
    const answer = await app.request('GET', '/api/site/home');
    const [banner] = (
      answer.json() as {
        data: { banners: { file: { url_s3: string; variants: { url: string }[] } }[] };
      }
    ).data.banners;
    const urls = [banner?.file.url_s3 ?? '', ...(banner?.file.variants ?? []).map(({ url }) => url)];
    for (const url of urls) {
      expect(url.startsWith(`${base}/media/`), url).toBe(true);
      expect((await app.request('GET', url.slice(base.length))).statusCode).toBe(200);
    }
    expect(answer.headers['strict-transport-security']).toEqual(
      env.PUBLIC_URL ? expect.stringContaining('max-age=') : undefined,
    );
    await app.remove();
  });
});

describe('CORS', () => {
  test('allows API calls only from configured origins', async () => {
    const app = await createTestApp({ env: { CORS_ORIGINS: 'https://app.example' } });
    const headers = (origin: string) => ({ origin, 'access-control-request-method': 'POST' });
    const named = await app.request('OPTIONS', '/api/auth/login', {
      headers: headers('https://app.example'),
    });
    expect(named.headers['access-control-allow-origin']).toBe('https://app.example');
    const cached = await app.request('GET', '/api/site/home', { headers: { origin: 'https://app.example' } });
    expect(cached.headers['access-control-allow-origin']).toBe('https://app.example');
    // A shared cache must not send this header, or its absence, to another origin.
    expect(String(cached.headers.vary).toLowerCase()).toContain('origin');
    const foreign = await app.request('OPTIONS', '/api/auth/login', {
      headers: headers('https://mal.example'),
    });
    expect(foreign.headers['access-control-allow-origin']).not.toBe('https://mal.example');
    await app.remove();
  });
});

describe('demo content', () => {
  test("fills an empty database once, without any real person's data", {
    timeout: 60_000,
  }, async () => {
    const app = await createTestApp();
    expect(await seedDemo(app.deps)).toBe(true);
    expect(await seedDemo(app.deps)).toBe(false);
    const home = (await app.request('GET', '/api/site/home')).payload;
    const { data } = JSON.parse(home) as { data: { banners: unknown[]; branches: unknown[] } };
    expect(data.banners).toHaveLength(5);
    expect(data.branches).toHaveLength(8);
    const everything =
      home +
      (await app.request('GET', '/api/site/phones')).payload +
      (await app.request('GET', '/api/site/information')).payload;
    for (const [host] of everything.matchAll(/https?:\/\/[^/"]+|@[\w.-]+/g))
      expect(host).toMatch(/\.example$/);
    const phones = ((await app.request('GET', '/api/site/phones')).json() as { data: { number: string }[] })
      .data;
    for (const { number } of phones) expect(number).toMatch(/^9?000000\d\d$/);
    expect((await app.request('GET', '/api/site/information')).json().data.cnpj).toBe('12.ABC.345/01DE-35');
    await app.remove();
  });
});

test('responds with 503 at /readyz and serves everything else once it drains', async () => {
  const app = await createTestApp();
  const statusOf = async (path: string) => (await app.request('GET', path)).statusCode;
  expect(await statusOf('/readyz')).toBe(200);
  app.drain.begin();
  const ready = await app.request('GET', '/readyz');
  expect([ready.statusCode, ready.json()]).toEqual([503, { status: 'unavailable', stopping: true }]);
  expect(await statusOf('/healthz')).toBe(200);
  expect(await statusOf('/api/site/home')).toBe(200);
  await app.remove();
});
