import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp, testClock } from '../../test/app.ts';
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

describe('content reaches visitors', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ clock: testClock('2026-11-21T15:00:00Z') });
  });
  afterAll(() => app.remove());

  test('at once in this process, within a second and a half in another on the same database', async () => {
    const other = await createApp({ config: app.deps.config, clock: app.clock });
    await other.server.ready();
    expect(await homeTitles(other.server)).toEqual([]);
    await new Promise((listening) => setTimeout(listening, 300));
    await storeBanner(app, 'Novidade');
    expect(await homeTitles(app.server)).toEqual(['Novidade']);
    await expect.poll(() => homeTitles(other.server), { timeout: 1500, interval: 100 }).toEqual(['Novidade']);
    await other.close();
  });

  test('a banner comes and goes at its own instants, through the cache', async () => {
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

  test('the day turns at midnight in São Paulo, through the cache', async () => {
    const today = async () =>
      ((await app.request('GET', '/api/site/settings')).json() as { data: { today: string } }).data.today;
    app.clock.set('2026-11-22T02:59:59.999Z');
    expect(await today()).toBe('2026-11-21');
    app.clock.set('2026-11-22T03:00:00Z');
    expect(await today()).toBe('2026-11-22');
  });
});

describe('addresses of files', () => {
  test('are absolute as soon as the product knows its public address', async () => {
    const app = await createTestApp({ env: { PUBLIC_URL: 'https://loja.example' } });
    await storeBanner(app, 'Com endereço');
    const answer = await app.request('GET', '/api/site/home');
    const [banner] = (answer.json() as { data: { banners: { file: { url_s3: string } }[] } }).data.banners;
    expect(banner?.file.url_s3).toMatch(/^https:\/\/loja\.example\/media\//);
    expect(answer.headers['strict-transport-security']).toContain('max-age=');
    await app.remove();
  });
});

describe('other origins', () => {
  test('may call the API only when they are named', async () => {
    const app = await createTestApp({ env: { CORS_ORIGINS: 'https://app.example' } });
    const headers = (origin: string) => ({ origin, 'access-control-request-method': 'POST' });
    const named = await app.request('OPTIONS', '/api/auth/login', {
      headers: headers('https://app.example'),
    });
    expect(named.headers['access-control-allow-origin']).toBe('https://app.example');
    const cached = await app.request('GET', '/api/site/home', { headers: { origin: 'https://app.example' } });
    expect(cached.headers['access-control-allow-origin']).toBe('https://app.example');
    const foreign = await app.request('OPTIONS', '/api/auth/login', {
      headers: headers('https://mal.example'),
    });
    expect(foreign.headers['access-control-allow-origin']).not.toBe('https://mal.example');
    await app.remove();
  });
});

describe('the demonstration', () => {
  test('fills an empty database once, with nothing that could be anybody’s', {
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
