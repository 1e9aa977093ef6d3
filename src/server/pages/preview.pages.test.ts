import { readdir } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { confirmation, createTestApp, engine, staff, type TestApp } from '../../../test/app.ts';
import { fileOf, jpeg } from '../../../test/images.ts';
import { formOf } from '../../../test/uploads.ts';
import { createUser } from '../../accounts/auth/operatorAccounts.service.ts';
import { resources } from '../../content/resources.ts';
import { contentSecurityPolicy } from '../../platform/http/headers.ts';
import { Failure } from '../../shared/failure.ts';
import { PREVIEW_LIMIT } from '../../shared/preview.ts';
import { pagesShowing } from '../../shared/sitePages.ts';
import { builtPages } from './builtPages.ts';

// The public site must not change in any of these tests.

const START = '2026-12-20T12:00:00.000Z';
/** 8:00 on 24 December in São Paulo. */
const MINUTE = '2026-12-24T11:00:00.000Z';
let app: TestApp;
let token: string;
let cookie: string;
let picture: Buffer;

beforeAll(async () => {
  app = await createTestApp({
    pages: builtPages,
  });
  app.clock.set(START);
  token = await app.signIn();
  const answer = await app.request('POST', '/api/auth/login', {
    json: { email: staff.email, password: staff.password },
  });
  cookie = [answer.headers['set-cookie'] ?? ''].flat()[0]?.split(';')[0] ?? '';
  picture = await jpeg();
});
afterAll(() => app.remove());
beforeEach(async () => {
  await app.deps.db.deleteFrom('rate_limits').execute();
  app.clock.set(START);
});

const image = () => fileOf(picture, 'a.jpg', 'image/jpeg');
const admin = async (path: string, body: object) => {
  const answer = await app.request('POST', `/api/admin${path}`, { token, ...body });
  expect(answer.statusCode, answer.payload).toBeLessThan(300);
  return answer.json().data;
};
const phone = { contact: 'SAC', ddi: '55', ddd: '85', number: '32224400', type: '1' };
const storePhone = (fields: object = {}) => admin('/phones/store', { json: { ...phone, ...fields } });

const ahead = (path: string, headers: Record<string, string> = { cookie }) =>
  app.request('GET', `/admin/preview/${path}`, { headers });
const preview = (name: string, json: object, as: { token?: string } = { token }) =>
  app.request('POST', `/api/admin/preview/${name}`, { ...as, json });
const standIn = { name: 'a.jpg', type: 'image/jpeg', bytes: 9, width: 1440, height: 600 };

test("tells a user without the permissions why there is no preview, and escapes the user's name", async () => {
  const { uuid } = await createUser(app.deps, {
    name: '<img src=x onerror=alert(1)>',
    email: 'aa@hiperaurora.example',
    password: 'uma senha comprida 7',
  });
  const reader = { email: 'vagas@hiperaurora.example', password: 'uma senha comprida 7' };
  await createUser(app.deps, { ...reader, name: 'Zuleide', role: 'recruitment' });
  const answer = await app.request('POST', '/api/auth/login', { json: reader });
  const own = [answer.headers['set-cookie'] ?? ''].flat()[0]?.split(';')[0] ?? '';
  const refused = await ahead('2026-12-24T08:00', { cookie: own });
  expect([refused.statusCode, refused.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8']);
  expect(refused.payload).toContain('&lt;img src=x onerror=alert(1)&gt;');
  expect(refused.payload).not.toContain('<img');
  expect(refused.headers['content-security-policy']).toBe(contentSecurityPolicy());
  await app.deps.db.deleteFrom('users').where('uuid', '=', uuid).execute();
});

/** Returns all stored rows except sessions and rate limits, which each request changes. */
async function everything() {
  const names =
    engine === 'sqlite'
      ? await sql<{
          name: string;
        }>`select name from sqlite_master where type = 'table' and sql not like 'create virtual%'`.execute(
          app.deps.db,
        )
      : await sql<{ name: string }>`
          select table_name as name from information_schema.tables where table_schema = current_schema()
        `.execute(app.deps.db);
  const passing = /^(sessions|rate_limits|kysely_.*|sqlite_.*)$/;
  const tables: Record<string, unknown> = {};
  for (const { name } of names.rows.filter(({ name }) => !passing.test(name)))
    tables[name] = (await sql`select * from ${sql.table(name)} order by 1`.execute(app.deps.db)).rows;
  const received = await readdir(`${app.dataDir}/tmp`).catch(() => []);
  return JSON.stringify({ tables, stored: (await app.storedKeys()).sort(), received });
}

describe('the preview of a future minute', () => {
  test('shows a change scheduled for that minute, and not a minute before', async () => {
    const contact = 'Plantão de Natal';
    await storePhone({ contact, publish_at: MINUTE });
    const before = await everything();
    const eve = await ahead('2026-12-24T08:00/contacts');
    expect(eve.statusCode).toBe(200);
    expect(eve.payload).toContain(contact);
    expect(eve.payload).toContain('na quinta-feira, 24 de dezembro');
    expect((await ahead('2026-12-24T07:59/contacts')).payload).not.toContain(contact);
    expect((await app.request('GET', '/contacts')).payload).not.toContain(contact);
    expect(await everything()).toBe(before);
    await storePhone({ contact: 'Com segundos', publish_at: '2026-12-24T11:00:42.000Z' });
    expect((await ahead('2026-12-24T08:00/contacts')).payload).toContain('Com segundos');
    expect((await ahead('2026-12-24T07:59/contacts')).payload).not.toContain('Com segundos');
  });

  test('shows scheduled withdrawals, dated records and special days of that time', async () => {
    const contact = 'Só até amanhã';
    await storePhone({ contact, withdraw_at: '2026-12-21T12:00:00.000Z' });
    await admin('/banners/store', {
      form: formOf({ title: 'Ceia pronta', starts_at: MINUTE, image: image() }),
    });
    expect((await ahead('2026-12-20T10:00/contacts')).payload).toContain(contact);
    expect((await ahead('2026-12-21T10:00/contacts')).payload).not.toContain(contact);
    expect((await ahead('2026-12-24T07:59')).payload).not.toContain('Ceia pronta');
    expect((await ahead('2026-12-24T08:00')).payload).toContain('Ceia pronta');
    expect((await ahead('2026-12-24T08:00/booklets-day')).payload).toContain('data-day="2026-12-24"');
  });

  test('a preview prevents caching, indexing, counting and framing', async () => {
    const { headers, payload } = await ahead('2026-12-24T08:00');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['x-robots-tag']).toBe('noindex');
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(payload).toContain('<meta name="robots" content="noindex"/>');
    for (const absent of [
      'name="counted"',
      'rel="canonical"',
      'speculationrules',
      'class="offline"',
      'ld+json',
    ])
      expect(payload).not.toContain(absent);
    // The public page is rendered separately and has no trace of it.
    expect((await app.request('GET', '/')).payload).not.toContain('preview-bar');
  });

  test('links stay within the preview, except those to files and the back office', async () => {
    const base = '/admin/preview/2026-12-24T08:00';
    const { payload } = await ahead('2026-12-24T08:00');
    const links = [...payload.matchAll(/<(?:a|form)\b[^>]*\s(?:href|action)="(\/[^"]*)"/g)].map(
      ([, path]) => path ?? '',
    );
    expect(links).toContain(`${base}/contacts`);
    expect(links.filter((path) => !path.startsWith(base) && !/^\/(admin|auth|media)\b/.test(path))).toEqual(
      [],
    );
    const recipes = await ahead('2026-12-24T08:00/tips-and-recipes');
    expect(recipes.payload).toContain(`action="${base}/tips-and-recipes"`);
  });

  test('a preview accepts no applications', async () => {
    const { payload } = await ahead('2026-12-24T08:00/work-with-us');
    expect(payload).toContain('Daqui ninguém se candidata');
    expect(payload).not.toContain('data-island');
  });

  test('answers 503 instead of a sign-in when the session cannot be read', async () => {
    const { userOfPageKey } = app.deps;
    app.deps.userOfPageKey = () => Promise.reject(new Failure('unavailable'));
    const answer = await ahead('2026-12-24T08:00/contacts');
    app.deps.userOfPageKey = userOfPageKey;
    expect([answer.statusCode, answer.headers.location]).toEqual([503, undefined]);
    expect(answer.payload).toContain('<h1>Algo deu errado</h1>');
    expect((await ahead('2026-12-24T08:00/contacts')).statusCode).toBe(200);
  });

  test('redirects anonymous callers to the sign-in, and its page key opens no API call', async () => {
    const path = '2026-12-24T08:00/contacts';
    for (const headers of [
      {} as Record<string, string>,
      { cookie: 'vitrine_pages=wrong' },
      { authorization: `Bearer ${token}` },
      { cookie, 'sec-fetch-dest': 'iframe' },
      { cookie, 'sec-purpose': 'prefetch' },
    ]) {
      const answer = await ahead(path, headers);
      expect(answer.statusCode).toBe(302);
      expect(answer.headers.location).toBe(
        `/auth/login?next=${encodeURIComponent(`/admin/preview/${path}`)}`,
      );
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.payload).toBe('');
    }
    const answer = await app.request('POST', '/api/admin/preview/phones', {
      headers: { cookie },
      json: { fields: phone },
    });
    expect(answer.statusCode).toBe(401);
  });

  test('the preview stays closed until a required second factor or new password is set', async () => {
    const editor = await app.signInAs('editor');
    const validated = await app.request('POST', '/api/auth/validate-token', { json: { token: editor } });
    const own = { cookie: [validated.headers['set-cookie'] ?? ''].flat()[0]?.split(';')[0] ?? '' };
    const look = async () => {
      const { statusCode, headers, payload } = await ahead('2026-12-24T08:00/contacts', own);
      return { statusCode, to: headers.location, isShown: payload.includes('preview-bar') };
    };
    const shown = { statusCode: 200, to: undefined, isShown: true };
    const led = { statusCode: 302, to: '/admin/users/profile', isShown: false };
    expect(await look()).toEqual(shown);

    const ask = (needs_second_factor: boolean) =>
      app.request('PUT', '/api/admin/roles/built-in/editor', {
        token,
        json: { needs_second_factor, ...confirmation },
      });
    expect((await ask(true)).statusCode).toBe(200);
    expect(await look()).toEqual(led);
    // Screens of the back office contain no rows either.
    const screen = await app.request('GET', '/admin/phones/index', { headers: own });
    expect(screen.payload).toContain('data-asks="/api/');
    expect((await ask(false)).statusCode).toBe(200);
    expect(await look()).toEqual(shown);

    const { uuid } = validated.json().data.user;
    const until = (password_until: string | null) =>
      app.deps.db.updateTable('users').set({ password_until }).where('uuid', '=', uuid).execute();
    await until('2026-12-21T12:00:00.000Z');
    expect(await look()).toEqual(led);
    await until(null);
    expect(await look()).toEqual(shown);
  });

  test('responds with 404 for an unknown page, and redirects a past minute to now', async () => {
    expect((await ahead('2026-12-24T08:00/nada-disso')).statusCode).toBe(404);
    expect((await ahead('2026-12-24T08:00/admin/banners/index')).statusCode).toBe(404);
    const past = await ahead('2026-12-01T08:00/contacts');
    expect([past.statusCode, past.headers.location]).toEqual([
      302,
      '/admin/preview/2026-12-20T09:00/contacts',
    ]);
    for (const wrong of ['amanha', '2026-02-31T25:00', '2028-12-24T08:00'])
      expect((await ahead(`${wrong}/contacts`)).headers.location).toBe('/admin/preview');
  });

  test('the form for another time redirects within the preview', async () => {
    const request = (query: string) => ahead(`em?${query}`);
    const to = async (query: string) => (await request(query)).headers.location;
    expect(await to('em=2026-12-24T08%3A00&pagina=%2Fcontacts')).toBe(
      '/admin/preview/2026-12-24T08:00/contacts',
    );
    expect(await to('em=2026-12-24T08%3A00&pagina=%2F%2Fevil.example')).toBe(
      '/admin/preview/2026-12-24T08:00',
    );
    expect(await to('em=x')).toBe('/admin/preview');
  });

  test('previews have a rate limit', async () => {
    const { uuid } = await app.deps.db
      .selectFrom('users')
      .select('uuid')
      .where('email', '=', staff.email)
      .executeTakeFirstOrThrow();
    await app.deps.limits.consume('preview', uuid, { ...PREVIEW_LIMIT, points: 10 ** 6 });
    await app.deps.db.updateTable('rate_limits').set({ points: PREVIEW_LIMIT.points }).execute();
    const answer = await ahead('2026-12-24T08:00');
    expect(answer.statusCode).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect((await preview('phones', { fields: phone })).statusCode).toBe(429);
  });
});

describe('the preview of a form', () => {
  test('shows a new record with an image that was never uploaded, and stores nothing', async () => {
    const before = await everything();
    const answer = await preview('banners', {
      fields: { title: 'Banner que ninguém salvou', alt: 'Mesa posta' },
      files: { image: [standIn] },
    });
    expect(answer.statusCode, answer.payload).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    const { data } = answer.json();
    expect(data).toMatchObject({ page: '/', at: null, seen: true });
    expect(data.html).toContain('Banner que ninguém salvou');
    const [own] = data.standIns;
    expect(own).toMatchObject({ field: 'image', index: 0 });
    expect(data.html).toContain(`/media/${own.uuid}/`);
    expect(data.html).toContain('width="1440" height="600"');
    expect(data.html).not.toMatch(/<script|<a [^>]*href=/);
    expect(await everything()).toBe(before);
    const published = await app.request('GET', '/');
    expect(published.payload).not.toContain('Banner que ninguém salvou');
    expect((await app.request('GET', `/media/${own.uuid}/original.jpg`)).statusCode).toBe(404);
  });

  test('replaces the stored record and keeps fields that the form does not send', async () => {
    const { uuid, version } = await storePhone({ contact: 'Ouvidoria' });
    const before = await everything();
    const answer = await preview('phones', {
      uuid,
      fields: { ...phone, contact: 'Ouvidoria nova', version },
      page: '/contacts',
    });
    const { data } = answer.json();
    expect(data.html).toContain('Ouvidoria nova');
    expect(data.pages.map(({ path }: { path: string }) => path)).toEqual([
      '/debit-cards',
      '/contacts',
      '/help',
    ]);
    expect(await everything()).toBe(before);
  });

  test('a preview shows a record from its own start date, or from the date of its schedule', async () => {
    const soon = await preview('banners', {
      fields: { title: 'Só na véspera', starts_at: MINUTE },
      files: { image: [standIn] },
    });
    expect(soon.json().data).toMatchObject({ at: MINUTE, seen: true });
    await storePhone({ contact: 'Já no dia 23', publish_at: '2026-12-23T11:00:00.000Z' });
    const planned = await preview('phones', {
      fields: { ...phone, contact: 'Com o outro', publish_at: MINUTE },
      at: MINUTE,
      page: '/contacts',
    });
    const { html, at } = planned.json().data;
    expect(at).toBe(MINUTE);
    expect(html).toContain('Com o outro');
    expect(html).toContain('Já no dia 23');
  });

  test('shows a gallery, a video or a PDF that was never uploaded', async () => {
    const before = await everything();
    const shop = await preview('shops', {
      fields: { name: 'Sorvetes Lua', email: 'lua@loja.example', phone: '8500000012' },
      files: { image: [standIn], gallery: [standIn, { ...standIn, height: 1440 }] },
    });
    expect(shop.statusCode, shop.payload).toBe(200);
    const { html, page, standIns } = shop.json().data;
    expect(page).toMatch(/^\/shops\/[\da-f-]{36}$/);
    expect(standIns.map(({ field, index }: { field: string; index: number }) => [field, index])).toEqual([
      ['image', 0],
      ['gallery', 0],
      ['gallery', 1],
    ]);
    for (const { uuid } of standIns) expect(html).toContain(`/media/${uuid}/`);
    const video = await preview('videos', {
      fields: {},
      files: { video: [{ ...standIn, name: 'a.webm', type: 'video/webm' }] },
    });
    expect(video.statusCode, video.payload).toBe(200);
    expect(video.json().data).toMatchObject({ page: '/cinema', seen: true });
    const unplayable = await preview('videos', {
      fields: {},
      files: {
        video: [
          {
            ...standIn,
            name: 'a.mp4',
            type: 'video/mp4',
            video: { container: 'mp4', video: 'mpeg4', audio: null },
          },
        ],
      },
    });
    expect(unplayable.json().data).toMatchObject({ page: '/cinema', seen: false });
    expect(unplayable.json().data.message).toContain('não aparece na página do cinema');
    const booklet = await preview('fortnightly-booklets', {
      fields: { valid_from: '2026-12-22', valid_until: '2027-01-05' },
      files: { doc: [{ ...standIn, name: 'a.pdf', type: 'application/pdf' }] },
    });
    expect(booklet.statusCode, booklet.payload).toBe(200);
    expect(booklet.json().data).toMatchObject({ at: '2026-12-22T03:00:00.000Z', seen: true });
    expect(await everything()).toBe(before);
  });

  test('shows a new crop of a stored image, cut by the browser; a new focus point needs none', async () => {
    const { uuid, version } = await admin('/banners/store', {
      form: formOf({ title: 'Recortado', image: image() }),
    });
    const before = await everything();
    const crop = { x: 10, y: 20, width: 50, height: 50 };
    const framed = (image_frame: object) =>
      preview('banners', {
        uuid,
        fields: { title: 'Recortado', version, image_frame: JSON.stringify(image_frame) },
      });
    const { data: cut } = (await framed({ crop, focus: null })).json();
    expect(cut.standIns).toMatchObject([{ field: null, crop }]);
    expect(cut.html).toContain(`/media/${cut.standIns[0].uuid}/`);
    const sent = await preview('banners', {
      fields: { title: 'Novo e recortado', image_frame: JSON.stringify({ crop, focus: null }) },
      files: { image: [standIn] },
    });
    expect(sent.json().data.standIns).toMatchObject([{ field: 'image', crop }]);
    expect(sent.json().data.html).toContain('width="720" height="300"');
    const original = await app.request('GET', cut.standIns[0].url);
    expect([original.statusCode, original.headers['cache-control']]).toEqual([200, 'private, max-age=3600']);
    const { data: moved } = (await framed({ crop: null, focus: { x: 10, y: 90 } })).json();
    expect(moved.standIns).toEqual([]);
    expect(moved.seen).toBe(true);
    expect(moved.html).toContain('fx10 fy90');
    for (const [, address = ''] of moved.html.matchAll(/src="(\/media\/[^"]+)"/g))
      expect((await app.request('GET', address.replaceAll('&amp;', '&'))).statusCode).toBe(200);
    expect(await everything()).toBe(before);
  });

  test('hides changes of other branches and of areas that the user may not read', async () => {
    const branch = async (name: string) =>
      (
        await admin('/branches/store', {
          form: formOf({
            name,
            ...{ email: `${name}@loja.example`, phone: '8532224400', number: '1', road: 'Rua A' },
            ...{ district: 'Centro', city: 'Fortaleza', state: 'CE', zip_code: '60000000', image: image() },
          }),
        })
      ).uuid as string;
    const [own, other] = [await branch('minha'), await branch('outra')];
    const offer = (product: string, branches: string[], fields: object = {}) => ({
      ...{ product, size: '1', unit: 'kg', price: '9.90', department: 'grocery' },
      ...{ valid_from: '2026-12-01', valid_until: '2027-01-31', branches: JSON.stringify(branches) },
      ...fields,
    });
    const scheduled = { publish_at: '2026-12-23T11:00:00.000Z' };
    await admin('/offers/store', { form: formOf(offer('Arroz da casa', [own], scheduled)) });
    await admin('/offers/store', { form: formOf(offer('Feijão de fora', [other], scheduled)) });
    await admin('/banners/store', {
      form: formOf({ title: 'Faixa em segredo', image: image(), ...scheduled }),
    });
    const keeper = await app.signInAs('store', [own]);
    const look = async (as: string, page: string) => {
      const input = { fields: offer('Café da loja', [own]), at: MINUTE, page };
      const answer = await preview('offers', input, { token: as });
      expect(answer.statusCode, answer.payload).toBe(200);
      return answer.json().data.html as string;
    };
    const theirs = (await look(keeper, '/offers')) + (await look(keeper, '/'));
    expect(theirs).toContain('Café da loja');
    expect(theirs).toContain('Arroz da casa');
    expect(theirs).not.toContain('Feijão de fora');
    expect(theirs).not.toContain('Faixa em segredo');
    const pages = (await look(token, '/offers')) + (await look(token, '/'));
    for (const shown of ['Arroz da casa', 'Feijão de fora', 'Faixa em segredo'])
      expect(pages).toContain(shown);
  });

  test('a preview of a form reaches as far into the future as the preview of the site', async () => {
    const at = (instant: string) => preview('phones', { fields: phone, at: instant });
    const far = await at('2027-12-22T12:00:00.000Z');
    expect(far.statusCode).toBe(422);
    expect(Object.keys(far.json().errors)).toEqual(['at']);
    expect((await at('2027-12-20T12:00:00.000Z')).statusCode).toBe(200);
  });

  test('a preview accepts the endpoint that its form saves with', async () => {
    const fields = { title: 'O mercado da esquina', description: 'Desde sempre.' };
    const answer = await preview('abouts', { fields, save: '/admin/about-hypermarkets/store' });
    expect(answer.statusCode, answer.payload).toBe(200);
    expect(answer.json().data).toMatchObject({ page: '/', seen: true });
  });

  test('a preview of a form builds on a pending change', async () => {
    const { uuid, version } = await storePhone({ contact: 'Central' });
    await app.request('PUT', `/api/admin/phones/update/${uuid}`, {
      token,
      json: { ...phone, contact: 'Central', ddd: '88', version, publish_at: 'later' },
    });
    const { versions } = (await app.request('GET', `/api/admin/history/phones/${uuid}`, { token })).json()
      .data;
    const before = await everything();
    const answer = await preview('phones', {
      uuid,
      fields: { ...phone, contact: 'Central da mudança', ddd: '88', replaces: String(versions[0].id) },
      page: '/contacts',
    });
    expect(answer.statusCode, answer.payload).toBe(200);
    expect(answer.json().data.html).toContain('Central da mudança');
    expect(await everything()).toBe(before);
  });

  test('an invalid form fails with the validation messages of its save', async () => {
    const invalid = await preview('banners', { fields: { title: '' }, files: { image: [standIn] } });
    expect(invalid.statusCode).toBe(422);
    expect(Object.keys(invalid.json().errors)).toEqual(['title']);
    const nothing = await preview('banners', { fields: { title: 'Sem imagem' } });
    expect(nothing.statusCode).toBe(422);
    const { uuid } = await storePhone({ contact: 'Conflito' });
    const stale = await preview('phones', { uuid, fields: { ...phone, version: 99 } });
    expect(stale.statusCode).toBe(409);
    const missing = await preview('phones', { uuid: crypto.randomUUID(), fields: phone });
    expect(missing.statusCode).toBe(404);
    const long = await preview('phones', { fields: { ...phone, contact: 'a'.repeat(1_200_000) } });
    expect(long.statusCode).toBe(413);
    expect((await preview('phones', { fields: phone }, {})).statusCode).toBe(401);
    expect((await preview('phones', { uuid: 'x', fields: phone })).statusCode).toBe(422);
  });

  test('a preview endpoint exists for each resource of the public site, and for no other', async () => {
    for (const { table } of resources) {
      const isShown = pagesShowing(table).length > 0;
      const answer = await preview(table.replaceAll('_', '-'), { fields: {} });
      expect([table, isShown ? [200, 422].includes(answer.statusCode) : answer.statusCode]).toEqual([
        table,
        isShown ? true : 404,
      ]);
    }
  });

  test('a preview blocks neither saves nor other previews', async () => {
    const all = await Promise.all([
      ...Array.from({ length: 3 }, () => preview('phones', { fields: phone })),
      storePhone({ contact: 'No meio' }),
      ...Array.from({ length: 3 }, () => ahead('2026-12-24T08:00/contacts')),
    ]);
    for (const answer of all) if ('statusCode' in answer) expect(answer.statusCode).toBe(200);
    expect((await app.request('GET', '/contacts')).payload).toContain('No meio');
  });
});
