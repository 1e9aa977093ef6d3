import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { versioned } from '../../../../migrations/lib/versioned.ts';
import { createTestApp, type TestApp, testClock } from '../../../../test/app.ts';
import { fileOf, jpeg } from '../../../../test/images.ts';
import { recipeService } from '../../../content/recipes/recipe.service.ts';
import { recipeCategoryService } from '../../../content/recipes/recipeCategory.service.ts';
import { sitemapPages } from '../../../shared/sitePages.ts';
import { builtPages } from '../builtPages.ts';

const HOME = 'https://aurora.example';

const place = {
  number: '12',
  road: 'Rua do Pão & do Queijo',
  district: 'Centro',
  city: 'Fortaleza',
  state: 'CE',
  zip_code: '60150-160',
};
const shop = { name: 'Sorvetes <Lua>', email: 'lua@loja.example', phone: '8500000012' };

let app: TestApp;
const paths: Record<string, string> = {};

async function store(path: string, fields: Record<string, string>, file?: string): Promise<string> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (file) form.set(file, fileOf(await jpeg()));
  const answer = await app.request('POST', `/api/admin/${path}/store`, {
    token: await app.signIn(),
    ...(file ? { form } : { json: fields }),
  });
  expect(answer.statusCode, `${path}: ${answer.payload}`).toBe(201);
  return (answer.json() as { data: { uuid: string } }).data.uuid;
}

beforeAll(async () => {
  app = await createTestApp({
    env: { PUBLIC_URL: HOME, SITE_NAME: 'Rede do Sol' },
    clock: testClock('2026-11-21T15:00:00Z'),
    pages: builtPages,
  });
  await store('information', {
    corporate_name: 'Rede',
    cnpj: '12.ABC.345/01DE-35',
    responsible: 'Ana',
    email: 'a@rede.example',
    ...place,
  });
  paths.branch = `/branches/${await store('branches', { ...shop, ...place, name: 'Sol Centro', latitude: '-3.7', longitude: '-38.5' }, 'image')}`;
  await store('revenue-categories', { name: 'Peixes' });
  paths.recipe = `/tips-and-recipes/details/${await store(
    'revenues',
    {
      name: 'Moqueca </script>',
      revenue_category_id: '1',
      ingredients: 'Peixe',
      preparation_mode: 'Cozinhe.',
    },
    'image',
  )}`;
  paths.shop = `/shops/${await store('shops', shop, 'image')}`;
  paths.movie = `/cinema/${await store('movies', { name: 'O sol', type: '1', classification: '10' }, 'image')}`;
  paths.ended = `/cinema/${await store('movies', { name: 'A lua', type: '2', classification: 'L' }, 'image')}`;
  paths.offer = `/offers/details/${await store('offers', { product: 'Café', size: '500', unit: 'g', price: '12,99', department: 'grocery', valid_from: '2026-11-21', valid_until: '2026-11-30' }, 'image')}`;
  paths.vacancy = `/vacancies/${await store('vacancies', { name: 'Padeiro', type: '1', description: 'Fornadas das sete e das onze.', city: 'Natal, RN' })}`;
});
afterAll(() => app.remove());

const get = (url: string) => app.request('GET', url);

/** Returns the sitemap: the XML of each entry by its path. */
async function mapped(): Promise<Map<string, string>> {
  const { statusCode, headers, payload } = await get('/sitemap.xml');
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8']);
  const entries = Array.from(payload.matchAll(/<url><loc>([^<]+)<\/loc>(.*?)<\/url>/g));
  return new Map(
    entries.map(([, address = '', more = '']) => [address.replace(HOME, '').replaceAll('&amp;', '&'), more]),
  );
}

describe('sitemap', () => {
  /** The offline page and the search results are not listed. */
  const UNLISTED = ['/offline', '/search'];

  test('lists every public page', async () => {
    const { documentPatterns } = await builtPages.site();
    expect([...sitemapPages].sort()).toEqual(
      documentPatterns.filter((path) => !path.includes(':') && !UNLISTED.includes(path)).sort(),
    );
  });

  test('lists every current record with its date and pictures', async () => {
    const entries = await mapped();
    for (const path of [paths.branch, paths.recipe, paths.offer, paths.shop, paths.movie] as string[]) {
      expect(entries.get(path), path).toContain('<lastmod>2026-11-21T15:00:00.000Z</lastmod>');
      expect(entries.get(path), path).toMatch(
        /<image:image><image:loc>https:\/\/aurora\.example\/media\/[^<]+\.jpg<\/image:loc><\/image:image>/,
      );
    }
    expect(entries.get(paths.vacancy ?? '')).toContain('<lastmod>2026-11-21</lastmod>');
    expect(entries.has('/tips-and-recipes?categoria=peixes')).toBe(true);
    expect(entries.has('/offers?departamento=mercearia')).toBe(true);
    expect(entries.has(paths.ended ?? '')).toBe(false);
    expect(entries.get('/branches')).toContain('<lastmod>2026-11-21T15:00:00.000Z</lastmod>');
  });

  test('stays cached until a save', async () => {
    const { etag } = (await get('/sitemap.xml')).headers;
    const again = await app.request('GET', '/sitemap.xml', { headers: { 'if-none-match': String(etag) } });
    expect(again.statusCode).toBe(304);
    app.clock.advance(60_000);
    const uuid = await store('shops', shop, 'image');
    const entries = await mapped();
    expect(entries.get(`/shops/${uuid}`)).toContain('15:01:00');
    expect(entries.get('/shops')).toContain('15:01:00');
    expect(entries.get('/contacts')).not.toContain('15:01:00');
    await app.request('DELETE', `/api/admin/shops/destroy/${uuid}`, { token: await app.signIn() });
    expect((await mapped()).has(`/shops/${uuid}`)).toBe(false);
  });

  test('splits a long sitemap into several files, each of them cheap', async () => {
    const many = await createTestApp({ env: { PUBLIC_URL: HOME }, pages: builtPages });
    const { db } = many.deps;
    const at = '2026-11-20T12:00:00.000Z';
    const row = () => ({ uuid: randomUUID(), created_at: at, updated_at: at });
    const category = { ...row(), ...recipeCategoryService.columns({ name: 'Pães' }) };
    await db
      .insertInto('recipe_categories')
      .values({ ...category, id: 1 })
      .execute();
    const file = { ...row(), area: 'public', state: 'live', kind: 'image', type: 'image/png' } as const;
    await db
      .insertInto('files')
      .values({ ...file, id: 1, name: 'pao.png', bytes: 1, avif: 'done' })
      .execute();
    const recipe = recipeService.columns({ name: 'Pão', revenue_category_id: 1 });
    // Permanently deleted records leave gaps, so that some parts are empty.
    const ids = Array.from({ length: 2501 }, (_, index) => (index < 2400 ? index + 1 : index + 9000));
    const uuids = new Map<number, string>();
    for (let from = 0; from < ids.length; from += 500)
      await db
        .insertInto('recipes')
        .values(
          ids.slice(from, from + 500).map((id) => {
            const values = { ...recipe, ...row(), id, file_id: 1 };
            uuids.set(id, values.uuid);
            return values;
          }),
        )
        .execute();

    const index = (await many.request('GET', '/sitemap.xml')).payload;
    const files = Array.from(index.matchAll(/<sitemap><loc>([^<]+)<\/loc>(.*?)<\/sitemap>/g));
    expect(files.map(([, address = '', more]) => [address.replace(HOME, ''), more])).toEqual([
      ['/sitemap-site.xml', ''],
      ['/sitemap-recipes-1.xml', `<lastmod>${at}</lastmod>`],
      ['/sitemap-recipes-5.xml', `<lastmod>${at}</lastmod>`],
    ]);
    const named: string[] = [];
    for (const [, address = ''] of files) {
      const { statusCode, payload } = await many.request('GET', address.replace(HOME, ''));
      expect(statusCode, address).toBe(200);
      const own = Array.from(payload.matchAll(/<url><loc>([^<]+)<\/loc>/g), ([, path = '']) => path);
      expect(own.length, address).toBeLessThanOrEqual(2500);
      named.push(...own.map((path) => path.replace(HOME, '')));
    }
    const recipes = named.filter((path) => path.includes('/details/')).sort();
    expect(recipes).toEqual([...uuids.values()].map((uuid) => `/tips-and-recipes/details/${uuid}`).sort());
    expect(named).toEqual(expect.arrayContaining([...sitemapPages, '/tips-and-recipes?categoria=paes']));

    for (const none of ['2', '0', '01', '9999999'])
      expect((await many.request('GET', `/sitemap-recipes-${none}.xml`)).statusCode, none).toBe(404);
    await db.deleteFrom('recipes').where('id', '=', 1).execute();
    many.deps.responseCache.invalidate(['recipes']);
    expect((await many.request('GET', '/sitemap.xml')).payload).toContain('<urlset');

    await versioned(db as unknown as Kysely<never>, 'recipe_categories');
    await versioned(db as unknown as Kysely<never>, 'recipes');
    await many.remove();
  });
});

function graphIn(payload: string): { '@type': string; name?: string; url?: string }[] {
  const scripts = Array.from(payload.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g));
  expect(scripts.length).toBeLessThanOrEqual(1);
  const [, text = '{"@graph":[]}'] = scripts[0] ?? [];
  expect(text).not.toContain('<');
  return (JSON.parse(text) as { '@graph': { '@type': string; name?: string; url?: string }[] })['@graph'];
}

describe('structured data', () => {
  test('escapes text that staff typed', async () => {
    const recipe = graphIn((await get(paths.recipe ?? '')).payload).find(
      (node) => node['@type'] === 'Recipe',
    );
    expect(recipe?.name).toBe('Moqueca </script>');
  });

  test('names only addresses of the site, whatever host the request names', async () => {
    const before = (await get('/contacts')).payload;
    app.deps.responseCache.invalidate();
    for (const url of ['//elsewhere.example/contacts', 'http://elsewhere.example/contacts'])
      expect((await get(url)).payload, url).not.toContain('elsewhere.example/contacts"');
    expect((await get('/contacts')).payload).toBe(before);
  });
});

describe('files for search engines and devices', () => {
  test('robots.txt excludes the back office and names the sitemap', async () => {
    const { headers, payload } = await get('/robots.txt');
    expect(headers['content-type']).toMatch(/^text\/plain/);
    expect(payload.split('\n')).toEqual(
      expect.arrayContaining([
        'User-agent: *',
        'Disallow: /admin',
        'Disallow: /auth',
        'Disallow: /api/',
        `Sitemap: ${HOME}/sitemap.xml`,
      ]),
    );
  });

  test('the manifest makes the site installable, with icons of the stated sizes', async () => {
    const { headers, payload } = await get('/manifest.webmanifest');
    expect(headers['content-type']).toMatch(/^application\/manifest\+json/);
    const manifest = JSON.parse(payload);
    expect(manifest).toMatchObject({
      name: 'Rede do Sol',
      lang: 'pt-BR',
      start_url: '/',
      display: 'standalone',
    });
    expect(manifest.shortcuts.map(({ url }: { url: string }) => url)).toEqual([
      '/list',
      '/offers',
      '/branches?minha-loja',
      '/booklets-day',
    ]);
    expect(manifest.icons.map(({ sizes, purpose }: Record<string, string>) => `${sizes} ${purpose}`)).toEqual(
      ['192x192 any', '512x512 any', '512x512 maskable'],
    );
    for (const { src, sizes } of manifest.icons) {
      const { width, height } = await sharp((await get(src)).rawPayload).metadata();
      expect(`${width}x${height}`, src).toBe(sizes);
    }
    expect((await get('/')).payload).toContain('<link rel="manifest" href="/manifest.webmanifest"/>');
  });

  test('favicon.ico is at its conventional address', async () => {
    const { statusCode, headers, rawPayload } = await app.request('GET', '/favicon.ico');
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toMatch(/^image\/(x-icon|vnd\.microsoft\.icon)/);
    expect([...rawPayload.subarray(0, 6)]).toEqual([0, 0, 1, 0, 1, 0]);
    expect((await sharp(rawPayload.subarray(22)).metadata()).width).toBe(32);
  });

  test('the service worker changes with each build and can be removed', async () => {
    const { version } = await builtPages.site();
    const { headers, payload } = await get('/sw.js');
    expect(headers['content-type']).toMatch(/^text\/javascript/);
    expect(headers['cache-control']).toContain('max-age=0, s-maxage=1');
    expect(payload).toContain(`const VERSION = '${version}';`);
    const without = await createTestApp({ env: { OFFLINE: '0' }, pages: builtPages });
    expect((await without.request('GET', '/sw.js')).payload).toContain('registration.unregister()');
    await without.remove();
    const elsewhere = await createTestApp({ env: { API_PREFIX: '/v1/dados' }, pages: builtPages });
    expect((await elsewhere.request('GET', '/sw.js')).payload).toContain("const API_PREFIX = '/v1/dados';");
    await elsewhere.remove();
  });

  test('an API-only process serves none of these files', async () => {
    const alone = await createTestApp();
    for (const url of ['/sitemap.xml', '/robots.txt', '/manifest.webmanifest', '/sw.js'])
      expect((await alone.request('GET', url)).statusCode, url).toBe(404);
    await alone.remove();
  });
});
