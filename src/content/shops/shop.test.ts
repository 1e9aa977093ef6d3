import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bodyOf, createTestApp, type TestApp } from '../../../test/app.ts';
import { fileOf, jpeg, png } from '../../../test/images.ts';
import { countRows, emptyContent, type Fields, uploadCalls } from '../../../test/uploads.ts';
import { getShop, listShops, siteShops } from './shop.contract.ts';

let app: TestApp;
let token: string;
let picture: Buffer;

const TABLES = { images: 'shop_images', shops: 'shops' } as const;

beforeAll(async () => {
  app = await createTestApp({ env: { MAX_IMAGE_MB: '1' } });
  token = await app.signIn();
  picture = await jpeg();
});
afterAll(() => app.remove());
beforeEach(() => emptyContent(app, Object.values(TABLES)));

const required = { name: 'Livraria', email: 'oi@livraria.example', phone: '(85) 3222-4400' };

const { admin, get, store, storeRecord, update, destroy } = uploadCalls(() => app, 'shops', {
  fields: () => required,
  files: () => ({ image: fileOf(picture) }),
});
const photo = (name = 'foto.jpg') => fileOf(picture, name);

async function details(uuid: string) {
  const answer = await get(`/details/${uuid}`);
  expect(answer.statusCode).toBe(200);
  return bodyOf(getShop.answers[200], answer).data;
}
const names = async (query = '') =>
  bodyOf(listShops.answers[200], await get(query)).data.map(({ name }) => name);
const onSite = async () => bodyOf(siteShops.answers[200], await app.request('GET', '/api/site/shops')).data;
const statusOf = async (url: string) => (await app.request('GET', url)).statusCode;

const counts = () => countRows(app, TABLES);

describe('a shop', () => {
  it('shows every field to staff and shoppers', async () => {
    expect(await onSite()).toEqual([]);
    const answer = await store({
      description: 'Livro novo e sebo.',
      phoneSecondary: '(85) 90000-0022',
      linkedin: 'https://linkedin.example/livraria',
      alt: 'Fachada verde',
      gallery: [photo('a.jpg'), fileOf(await png({ width: 20, height: 30 }), 'b.png', 'image/png')],
    });
    expect([answer.statusCode, answer.json().data.message]).toEqual([201, 'Já aparece na página das lojas.']);
    const shop = await details(answer.json().data.uuid);
    expect(shop).toMatchObject({
      ...required,
      description: 'Livro novo e sebo.',
      phoneSecondary: '(85) 90000-0022',
      phone_secondary: '(85) 90000-0022',
      linkedin: 'https://linkedin.example/livraria',
      facebook: null,
      position: 1,
      version: 1,
      file: { width: 48, alt: 'Fachada verde' },
      gallery: [
        { uuid: expect.any(String), path: expect.stringMatching(/original\.jpg$/), width: 48 },
        { uuid: expect.any(String), path: expect.stringMatching(/original\.png$/), width: 20 },
      ],
    });
    expect(bodyOf(listShops.answers[200], await get('')).data).toEqual([shop]);
    const { version, publication, updated_at, ...shown } = shop;
    expect((await app.request('GET', '/api/site/shops')).json().data).toEqual([shown]);
    const alone = await app.request('GET', `/api/site/shops/details/${shop.uuid}`);
    expect(alone.json().data).toEqual(shown);
    for (const { path } of shop.gallery) expect(await statusOf(path)).toBe(200);
    expect((await update(shop.uuid)).json().data.message).toBe('A mudança já aparece na página das lojas.');
    const order = await app.request('PUT', admin('/order'), { token, json: { uuids: [shop.uuid] } });
    expect(order.json().data.message).toBe('Ordem das lojas salva.');
    const removed = await destroy(`gallery-img/${shop.gallery[0]?.uuid}`);
    expect(removed.json().data.message).toBe('Não aparece mais na página da loja.');
    expect((await destroy(shop.uuid)).json().data.message).toBe('Não aparece mais na página das lojas.');
    expect((await destroy(shop.uuid)).json().error).toBe('Esta loja não existe mais.');
    expect(await statusOf(`/api/site/shops/details/${shop.uuid}`)).toBe(404);
  });

  it('a shop is found by name, e-mail, description and phone', async () => {
    await storeRecord({ name: 'Ótica', description: 'Óculos de sol' });
    await storeRecord({ name: 'Pet', email: 'gato@pet.example', phone: '(85) 90000-0077' });
    for (const [search, found] of [
      ['otica sol', 'Ótica'],
      ['gato@pet', 'Pet'],
      ['90000-0077', 'Pet'],
    ])
      expect(await names(`?search=${search}`), search).toEqual([found]);
  });
});

describe('the gallery of a shop', () => {
  it('appends library pictures after uploaded ones, and crops new and stored pictures', async () => {
    const codeOf = (url = '') => /[\da-f-]{36}/.exec(url)?.[0] ?? '';
    const HALF = { crop: { x: 0, y: 0, width: 50, height: 100 }, focus: { x: 20, y: 80 } };
    const other = await details(await storeRecord({ name: 'Café' }));
    const code = codeOf(other.file.url_s3);
    const uuid = await storeRecord({
      gallery: [photo()],
      gallery_from: JSON.stringify([code]),
      new_gallery_alts: '["Do arquivo", "Da biblioteca"]',
      new_gallery_frames: JSON.stringify([HALF, null]),
    });
    const [cut, whole] = (await details(uuid)).gallery;
    expect([cut?.alt, whole?.alt]).toEqual(['Do arquivo', 'Da biblioteca']);
    expect([codeOf(whole?.path), whole?.focus]).toEqual([code, undefined]);
    expect(cut).toMatchObject({ focus: HALF.focus, width: Math.round((whole?.width ?? 0) / 2) });

    const frames = (image?: { uuid: string }) => JSON.stringify({ [image?.uuid ?? '']: HALF });
    expect((await update(uuid, { gallery_frames: frames(whole) })).statusCode).toBe(200);
    const [first, second] = (await onSite()).find(({ name }) => name === required.name)?.gallery ?? [];
    expect(first).toEqual(cut);
    expect(second).toMatchObject({ uuid: whole?.uuid, alt: 'Da biblioteca', focus: HALF.focus });
    expect(codeOf(second?.path)).not.toBe(code);
    expect((await details(other.uuid)).file).toEqual(other.file);

    const [before, all] = [await details(uuid), await counts()];
    const [foreign] = (await details(await storeRecord({ gallery: [photo()] }))).gallery;
    const now = await counts();
    const refusals: [Fields, string][] = [
      [{ gallery_from: JSON.stringify([randomUUID()]) }, 'gallery_from'],
      [{ gallery_from: '["x"]' }, 'gallery_from'],
      [{ gallery_from: JSON.stringify(Array(30).fill(code)), gallery: [photo()] }, 'gallery_from'],
      [{ gallery_frames: frames(foreign) }, 'gallery_frames'],
      [{ gallery_frames: '[1]' }, 'gallery_frames'],
      [{ new_gallery_frames: JSON.stringify([HALF]) }, 'new_gallery_frames'],
    ];
    for (const [fields, field] of refusals) {
      const refused = await update(uuid, fields);
      expect([refused.statusCode, Object.keys(refused.json().errors)], field).toEqual([422, [field]]);
    }
    expect(await details(uuid)).toEqual(before);
    expect(await counts()).toEqual(now);
    expect(now.images).toBe(all.images + 1);
  });

  it('reorders and removes gallery pictures with the save, new ones among stored ones', async () => {
    const uuid = await storeRecord({
      gallery: [photo(), photo(), photo()],
      new_gallery_alts: '["Um", "Dois", "Três"]',
      gallery_order: '[2, 0]',
    });
    const alts = async () => (await details(uuid)).gallery.map(({ alt }) => alt);
    expect(await alts()).toEqual(['Três', 'Um', 'Dois']);
    const [three, one, two] = (await details(uuid)).gallery;
    const changed = {
      gallery: [photo(), photo()],
      new_gallery_alts: '["Quatro", "Cinco"]',
      gallery_remove: JSON.stringify([one?.uuid]),
      gallery_alts: JSON.stringify({ [one?.uuid ?? '']: 'Sai com a foto' }),
      gallery_frames: JSON.stringify({ [one?.uuid ?? '']: { crop: null, focus: { x: 20, y: 80 } } }),
      gallery_order: JSON.stringify([1, two?.uuid, one?.uuid]),
      version: '1',
    };
    const answer = await update(uuid, changed);
    expect([answer.statusCode, answer.json().data.version]).toEqual([200, 2]);
    expect(await alts()).toEqual(['Cinco', 'Dois', 'Três', 'Quatro']);
    expect((await onSite())[0]?.gallery).toEqual((await details(uuid)).gallery);
    expect([await statusOf(one?.path ?? ''), await statusOf(three?.path ?? '')]).toEqual([404, 200]);
    const entries = await app.deps.db
      .selectFrom('audit_log')
      .select('action')
      .where('entity', '=', 'shops')
      .orderBy('id')
      .execute();
    expect(entries.map(({ action }) => action).slice(-4)).toEqual([
      'update',
      'remove_images',
      'add_images',
      'order_images',
    ]);

    const [other] = [await storeRecord({ gallery: [photo()] })];
    const [foreign] = (await details(other)).gallery;
    const elsewhere = JSON.stringify([foreign?.uuid]);
    expect((await update(uuid, { gallery_remove: elsewhere, gallery_order: elsewhere })).statusCode).toBe(
      200,
    );
    expect((await details(other)).gallery).toEqual([foreign]);
    expect(await alts()).toEqual(['Cinco', 'Dois', 'Três', 'Quatro']);
    const refusals: [Fields, string][] = [
      [{ gallery_remove: '["x"]' }, 'gallery_remove'],
      [{ gallery_order: '[-1]' }, 'gallery_order'],
      [{ gallery_order: '{}' }, 'gallery_order'],
    ];
    for (const [fields, field] of refusals) {
      const refused = await update(uuid, fields);
      expect([refused.statusCode, Object.keys(refused.json().errors)], field).toEqual([422, [field]]);
    }
  });

  it('keeps a later order of the gallery when a scheduled change of a text is published', async () => {
    const uuid = await storeRecord({
      gallery: [photo(), photo()],
      new_gallery_alts: '["Um", "Dois"]',
    });
    const [one, two] = (await details(uuid)).gallery;
    const at = new Date(app.clock.now() + 60_000).toISOString();
    const texts = JSON.stringify({ [one?.uuid ?? '']: 'Primeira' });
    expect((await update(uuid, { gallery_alts: texts, publish_at: at })).statusCode).toBe(200);
    const order = JSON.stringify([two?.uuid, one?.uuid]);
    expect((await update(uuid, { gallery_order: order })).statusCode).toBe(200);
    app.clock.advance(61_000);
    expect((await onSite())[0]?.gallery.map(({ alt }) => alt)).toEqual(['Dois', 'Primeira']);
  });

  it('removes and orders pictures of the gallery when a scheduled change is published', async () => {
    const uuid = await storeRecord({
      gallery: [photo(), photo(), photo()],
      new_gallery_alts: '["Um", "Dois", "Três"]',
    });
    const [one, two, three] = (await details(uuid)).gallery;
    const at = new Date(app.clock.now() + 60_000).toISOString();
    const changed = {
      gallery_remove: JSON.stringify([two?.uuid]),
      gallery_order: JSON.stringify([three?.uuid, one?.uuid]),
      publish_at: at,
    };
    expect((await update(uuid, changed)).statusCode).toBe(200);
    expect((await onSite())[0]?.gallery).toHaveLength(3);
    app.clock.advance(61_000);
    expect((await onSite())[0]?.gallery).toEqual([three, one]);
  });
});
