import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../../test/app.ts';
import { checkHistory, emptyTables } from '../../../../test/historyInvariants.ts';
import { fileOf, jpeg } from '../../../../test/images.ts';
import { runHistory } from '../../../../test/publicationModel.ts';
import { formOf } from '../../../../test/uploads.ts';
import { purgeHistory } from './file.purge.ts';

const DAY = 86_400_000;
// Defaults of the configuration.
const BIN_DAYS = 30;
const FEWEST_VERSIONS = 20;
const START = '2026-01-10T15:00:00.000Z';
let app: TestApp;
let token: string;
let picture: Buffer;

beforeAll(async () => {
  // One session lasts for all the years of a test.
  app = await createTestApp({ env: { SESSION_IDLE: '36500d', SESSION_ABSOLUTE: '36500d' } });
  token = await app.signIn();
  picture = await jpeg();
});
afterAll(() => app.remove());
beforeEach(async () => {
  await emptyTables(app.deps, [
    'shop_images',
    'shops',
    'banners',
    'about_items',
    'abouts',
    'recipes',
    'recipe_categories',
    'phones',
    'files',
    'audit_log',
  ]);
  await app.emptyStore();
  app.clock.set(START);
});

const admin = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, json?: unknown) => {
  const answer = await app.request(method, `/api/admin${path}`, {
    token,
    ...(json !== undefined && { json }),
  });
  expect(answer.statusCode, answer.payload).toBeLessThan(300);
  return answer.json().data;
};
const image = () => fileOf(picture, 'a.jpg', 'image/jpeg');
const storeBanner = async (title: string): Promise<string> => {
  const form = formOf({ title, image: image() });
  const answer = await app.request('POST', '/api/admin/banners/store', { token, form });
  expect(answer.statusCode, answer.payload).toBe(201);
  return answer.json().data.uuid;
};
const saveBanner = async (uuid: string, title: string, withImage = false) => {
  const form = formOf({ title, ...(withImage && { image: image() }) });
  const answer = await app.request('POST', `/api/admin/banners/update/${uuid}`, { token, form });
  expect(answer.statusCode, answer.payload).toBe(200);
};
const versionsOf = (uuid: string) =>
  app.deps.db.selectFrom('record_versions').selectAll().where('uuid', '=', uuid).orderBy('id').execute();
const titles = async (uuid: string) => (await versionsOf(uuid)).map(({ data }) => JSON.parse(data).title);
const countOf = async (
  table: 'banners' | 'phones' | 'recipes' | 'recipe_categories' | 'abouts' | 'about_items' | 'files',
) => (await app.deps.db.selectFrom(table).select('id').execute()).length;

describe('a save', () => {
  it('writes a version with author, time, content and previous version', async () => {
    const uuid = await storeBanner('Natal');
    app.clock.advance(DAY);
    await saveBanner(uuid, 'Ano-novo', true);
    const [first, second, ...more] = await versionsOf(uuid);
    expect(more).toEqual([]);
    const later = new Date(Date.parse(START) + DAY).toISOString();
    expect(first).toMatchObject({
      entity: 'banners',
      version: 1,
      state: 'former',
      at: START,
      valid_from: START,
      valid_until: later,
      user_name: 'Rosângela Melo',
      based_on: null,
    });
    expect(second).toMatchObject({
      version: 2,
      state: 'published',
      at: later,
      valid_from: later,
      valid_until: null,
      based_on: first?.id,
    });
    expect(await titles(uuid)).toEqual(['Natal', 'Ano-novo']);
    expect(Object.keys(JSON.parse(second?.data ?? '')).sort()).toEqual([
      'alt', 'ends_at', 'file_id', 'link', 'starts_at', 'title',
    ]); // biome-ignore format: one line
    const uses = await app.deps.db.selectFrom('file_uses').select(['version_id', 'file_id']).execute();
    expect(uses).toHaveLength(2);
    expect(new Set(uses.map(({ file_id }) => file_id)).size).toBe(2);
  });

  it('writes no version when it fails', async () => {
    const uuid = await storeBanner('Natal');
    const form = formOf({ title: 'Outro', version: '7' });
    const refused = await app.request('POST', `/api/admin/banners/update/${uuid}`, { token, form });
    expect(refused.statusCode).toBe(409);
    expect(await titles(uuid)).toEqual(['Natal']);
  });

  it('writes one version for a change of a gallery picture and none for a new list order', async () => {
    const form = formOf({
      name: 'Livraria',
      email: 'oi@livraria.example',
      phone: '(85) 3222-4400',
      image: image(),
      gallery: [image(), image()],
    });
    const { uuid } = (await app.request('POST', '/api/admin/shops/store', { token, form })).json().data;
    const pictures = async () =>
      (await versionsOf(uuid)).map(({ data }) => JSON.parse(data).shop_images.length);
    expect(await pictures()).toEqual([2]);
    const [one] = await app.deps.db.selectFrom('shop_images').select('uuid').execute();
    await admin('DELETE', `/shops/destroy/gallery-img/${one?.uuid}`);
    expect(await pictures()).toEqual([2, 1]);
    await admin('PUT', '/shops/order', { uuids: [uuid] });
    expect(await pictures()).toEqual([2, 1]);
  });

  it('begins a new history for a record that takes the place of a deleted one', async () => {
    const first = await admin('POST', '/abouts/store', { title: 'Cartão', type: 4 });
    await admin('DELETE', `/abouts/destroy/${first.uuid}`);
    const second = await admin('POST', '/abouts/store', { title: 'Cartão novo', type: 4 });
    expect((await versionsOf(first.uuid)).map(({ state }) => state)).toEqual(['deleted']);
    expect((await versionsOf(second.uuid)).map(({ state }) => state)).toEqual(['published']);
    await checkHistory(app.deps);
    app.clock.advance((BIN_DAYS + 1) * DAY);
    expect(await purgeHistory(app.deps)).toBe(1);
    expect(await versionsOf(first.uuid)).toEqual([]);
    expect(await countOf('abouts')).toBe(1);
  });
});

describe('the purge', () => {
  it('deletes records with and without files after their time in the trash', async () => {
    const kept = await storeBanner('Fica');
    const banner = await storeBanner('Sai');
    const phone = await admin('POST', '/phones/store', {
      contact: 'Loja', ddi: '55', ddd: '85', number: '32224400', type: 1,
    }); // biome-ignore format: one line
    const { uuid: category } = await admin('POST', '/revenue-categories/store', { name: 'Bolos' });
    const [{ id } = { id: 0 }] = await app.deps.db.selectFrom('recipe_categories').select('id').execute();
    const form = formOf({ name: 'Bolo', revenue_category_id: String(id), file: image(), image: image() });
    const recipe = await app.request('POST', '/api/admin/revenues/store', { token, form });
    expect(recipe.statusCode, recipe.payload).toBe(201);
    await admin('DELETE', `/banners/destroy/${banner}`);
    await admin('DELETE', `/phones/destroy/${phone.uuid}`);
    await admin('DELETE', `/revenues/destroy/${recipe.json().data.uuid}`);
    app.clock.advance(1000);
    await admin('DELETE', `/revenue-categories/destroy/${category}`);

    app.clock.advance(BIN_DAYS * DAY - 1000);
    expect(await purgeHistory(app.deps)).toBe(0);
    await checkHistory(app.deps);
    app.clock.advance(1001);
    expect(await purgeHistory(app.deps)).toBe(4);
    expect(await purgeHistory(app.deps)).toBe(0);
    await checkHistory(app.deps);
    for (const table of ['phones', 'recipes', 'recipe_categories'] as const)
      expect(await countOf(table)).toBe(0);
    expect(await titles(banner)).toEqual([]);
    expect(await titles(kept)).toEqual(['Fica']);
    expect(await countOf('files')).toBe(1);
    expect((await app.storedKeys()).map((key) => key.split('/')[1])).toEqual(
      Array(2).fill((await app.deps.db.selectFrom('files').select('uuid').executeTakeFirst())?.uuid),
    );
  });

  it('deletes a former version that is both old and surplus, and a picture with its last use', async () => {
    const uuid = await storeBanner('0');
    await saveBanner(uuid, '1', true);
    for (let at = 2; at <= FEWEST_VERSIONS + 1; at += 1) await saveBanner(uuid, String(at));
    expect(await versionsOf(uuid)).toHaveLength(FEWEST_VERSIONS + 2);
    const other = await storeBanner('poucas');
    await saveBanner(other, 'poucas, ainda');
    app.clock.advance(364 * DAY);
    expect(await purgeHistory(app.deps)).toBe(0);
    app.clock.advance(2 * DAY);
    const before = await app.storedKeys();
    expect(await countOf('files')).toBe(3);
    expect(await purgeHistory(app.deps)).toBe(2);
    await checkHistory(app.deps);
    expect((await titles(uuid))[0]).toBe('2');
    expect(await titles(uuid)).toHaveLength(FEWEST_VERSIONS);
    expect(await titles(other)).toHaveLength(2);
    // The first picture was deleted with its version; the banner still uses the second one.
    expect(await countOf('files')).toBe(2);
    expect(await app.storedKeys()).toHaveLength(before.length - 2);
    expect(await purgeHistory(app.deps)).toBe(0);
  });

  it('follows the configured retention', async () => {
    const config = { ...app.deps.config, BIN_DAYS: 2, VERSION_MONTHS: 1, FEWEST_VERSIONS: 1 };
    const deps = { ...app.deps, config };
    const gone = await storeBanner('Sai');
    await admin('DELETE', `/banners/destroy/${gone}`);
    const uuid = await storeBanner('0');
    for (const title of ['1', '2']) await saveBanner(uuid, title);
    app.clock.advance(2 * DAY);
    expect(await purgeHistory(deps)).toBe(0);
    app.clock.advance(1);
    expect(await purgeHistory(deps)).toBe(1);
    app.clock.advance(32 * DAY);
    expect(await purgeHistory(deps)).toBe(2);
    expect(await titles(uuid)).toEqual(['2']);
  });

  it('leaves a record that cannot be deleted now to the next run', async () => {
    const about = await admin('POST', '/abouts/store', { title: 'Cartão', type: 4 });
    const item = await admin('POST', '/about-items/store', {
      title: 'a',
      description: 'b',
      about_id_type: 4,
    });
    await admin('DELETE', `/about-items/destroy/${item.uuid}`);
    await admin('DELETE', `/abouts/destroy/${about.uuid}`);
    // Pretends that the item was deleted after the text that it belongs to.
    await sql`update record_versions set valid_until = ${'2026-03-01T00:00:00.000Z'} where uuid = ${item.uuid}`.execute(
      app.deps.db,
    );
    app.clock.set('2026-02-20T00:00:00.000Z');
    expect(await purgeHistory(app.deps)).toBe(0);
    app.clock.set('2026-04-20T00:00:00.000Z');
    expect(await purgeHistory(app.deps)).toBe(1);
    expect(await purgeHistory(app.deps)).toBe(1);
    expect(await countOf('abouts')).toBe(0);
  });
});

it('records, versions and files stay consistent after random operations', async () => {
  await runHistory(app, fc, { numRuns: 12, maxCommands: 25 });
}, 120_000);
