import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bodyOf, createTestApp, staff, type TestApp } from '../../../test/app.ts';
import { fileOf, jpeg, noise, png } from '../../../test/images.ts';
import { countRows, emptyContent, type Fields, formOf, uploadCalls } from '../../../test/uploads.ts';
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
const NOTHING = { shops: 0, images: 0, files: 0, audit: 0, stored: 0 };

describe('creating a shop', () => {
  it('answers 201 and shows every field to staff and shoppers', async () => {
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
    const audit = await app.deps.db.selectFrom('audit_log').selectAll().orderBy('id').execute();
    expect(audit.map(({ action, entity }) => `${action} ${entity}`)).toEqual([
      'create shops',
      'add_images shops',
    ]);
    expect(audit[0]?.user_name).toBe(staff.name);
  });

  it('accepts pictures under the field name without brackets', async () => {
    const data = formOf({ ...required, image: fileOf(picture) });
    for (const name of ['gallery', 'gallery[]']) data.append(name, photo());
    const answer = await app.request('POST', admin('/store'), { token, form: data });
    expect((await details(answer.json().data.uuid)).gallery).toHaveLength(2);
  });
});

describe('invalid shops', () => {
  it.each<[string, Fields, Record<string, unknown>]>([
    ['no name', { name: '' }, { name: ['Informe o nome.'] }],
    ['no e-mail', { email: ' ' }, { email: ['Informe o e-mail.'] }],
    ['no phone', { phone: '' }, { phone: ['Informe o telefone.'] }],
    ['an invalid e-mail', { email: 'livraria' }, { email: [expect.any(String)] }],
    ['a script as link', { tiktok: 'javascript:alert(1)' }, { tiktok: [expect.any(String)] }],
    [
      'a text among the pictures',
      { gallery: [new File(['x'], 'nota.txt', { type: 'text/plain' })] },
      { gallery: ['nota.txt: Formato de arquivo não permitido. Envie JPG ou PNG.'] },
    ],
  ])('rejects a shop with 422: %s', async (_, fields, errors) => {
    const answer = await store(fields);
    expect([answer.statusCode, answer.json().errors]).toEqual([422, errors]);
    expect(await counts()).toEqual(NOTHING);
  });

  it('rejects a shop without a cover with 422, and a cover that is too large with 413', async () => {
    const bare = await app.request('POST', admin('/store'), {
      token,
      form: formOf({ ...required, gallery: [photo()] }),
    });
    expect([bare.statusCode, bare.json().errors]).toEqual([422, { image: ['Escolha uma imagem.'] }]);
    const large = fileOf(Buffer.concat([picture, Buffer.alloc(1_500_000)]));
    expect((await store({ image: large, gallery: [photo()] })).statusCode).toBe(413);
    expect(await counts()).toEqual(NOTHING);
  });

  it('rejects a request without a session with 401 before it reads the body', async () => {
    const calls = [
      app.request('POST', admin('/store'), { form: formOf({ ...required, image: fileOf(picture) }) }),
      app.request('POST', admin(`/update/${randomUUID()}`), { form: formOf({ ...required }) }),
      app.request('DELETE', admin(`/destroy/${randomUUID()}`)),
      app.request('DELETE', admin(`/destroy/gallery-img/${randomUUID()}`)),
      app.request('PUT', admin('/order'), { json: { uuids: [randomUUID()] } }),
      app.request('GET', admin('')),
    ];
    for (const answer of await Promise.all(calls)) expect(answer.statusCode).toBe(401);
    expect(await counts()).toEqual(NOTHING);
  });
});

describe('updating a shop', () => {
  it('keeps absent fields, clears empty ones, and appends to the gallery', async () => {
    const uuid = await storeRecord({
      description: 'Texto',
      phoneSecondary: '1',
      alt: 'Capa',
      gallery: [photo()],
    });
    const before = await details(uuid);
    const answer = await update(uuid, { name: 'Sebo' });
    expect([answer.statusCode, answer.json().data]).toEqual([
      200,
      { message: 'A mudança já aparece na página das lojas.', uuid, version: 2 },
    ]);
    expect(await details(uuid)).toEqual({
      ...before,
      name: 'Sebo',
      version: 2,
      updated_at: expect.any(String),
    });
    const image = fileOf(await png({ width: 10, height: 10 }), 'c.png', 'image/png');
    const emptied = { description: '', phoneSecondary: '', alt: '', image, gallery: [photo(), photo()] };
    expect((await update(uuid, emptied)).statusCode).toBe(200);
    const after = await details(uuid);
    expect(after).toMatchObject({ description: null, phoneSecondary: null, phone_secondary: null });
    expect([after.file.width, after.file.alt]).toEqual([10, null]);
    expect(after.gallery).toHaveLength(3);
    expect(after.gallery[0]).toEqual(before.gallery[0]);
    expect(await statusOf(before.file.url_s3)).toBe(404);
    expect(await counts()).toMatchObject({ images: 3, files: 5 });
  });

  it("sets the texts of new and stored pictures, but of no other shop's pictures", async () => {
    const [uuid, other] = [
      await storeRecord({ gallery: [photo(), photo()], new_gallery_alts: '["Vitrine", "Caixa"]' }),
      await storeRecord({ gallery: [photo()] }),
    ];
    const alts = async () => (await details(uuid)).gallery.map(({ alt }) => alt);
    expect(await alts()).toEqual(['Vitrine', 'Caixa']);
    const textsFor = (image?: { uuid: string }) => JSON.stringify({ [image?.uuid ?? '']: 'Estante' });
    const [, second] = (await details(uuid)).gallery;
    const more = { gallery: [photo()], new_gallery_alts: '["Café"]' };
    const answer = await update(uuid, { ...more, gallery_alts: textsFor(second), version: '1' });
    expect([answer.statusCode, answer.json().data.version]).toEqual([200, 2]);
    expect((await onSite())[0]?.gallery.map(({ alt }) => alt)).toEqual(['Vitrine', 'Estante', 'Café']);

    const [before, all] = [await details(uuid), await counts()];
    const [foreign] = (await details(other)).gallery;
    const refusals: [Fields, string][] = [
      [{ ...more, gallery_alts: textsFor(foreign) }, 'gallery_alts'],
      [{ ...more, gallery_alts: 'Estante' }, 'gallery_alts'],
      [{ new_gallery_alts: '["Café"]' }, 'new_gallery_alts'],
    ];
    for (const [fields, field] of refusals) {
      const refused = await update(uuid, { name: 'Outra', ...fields });
      expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, [field]]);
    }
    expect(await details(uuid)).toEqual(before);
    expect(await counts()).toEqual(all);
  });

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

  it('changes nothing when a picture is broken or the version is outdated', async () => {
    const uuid = await storeRecord({ gallery: [photo()] });
    const [before, all] = [await details(uuid), await counts()];
    const broken = fileOf((await noise(200, 200)).subarray(0, 3000), 'quebrada.jpg');
    const gallery = [photo(), broken, photo()];
    const answer = await update(uuid, { name: 'Outra', image: fileOf(picture), gallery });
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['gallery']]);
    expect(answer.json().error).toMatch(/^quebrada\.jpg: /);
    expect((await update(uuid, { version: '9', gallery: [photo()] })).statusCode).toBe(409);
    expect(await details(uuid)).toEqual(before);
    expect(await counts()).toEqual(all);
  });

  it('answers 404 for an unknown shop or picture', async () => {
    const uuid = randomUUID();
    expect((await update(uuid, { gallery: [photo()] })).statusCode).toBe(404);
    expect((await get(`/details/${uuid}`)).statusCode).toBe(404);
    expect((await destroy(uuid)).statusCode).toBe(404);
    expect((await destroy(`gallery-img/${uuid}`)).statusCode).toBe(404);
    expect(await statusOf(`/api/site/shops/details/${uuid}`)).toBe(404);
    expect(await counts()).toEqual(NOTHING);
  });
});

describe('deleting', () => {
  it('stops serving a deleted picture and leaves the others', async () => {
    const uuid = await storeRecord({ gallery: [photo(), photo()] });
    const [first, second] = (await details(uuid)).gallery;
    const answer = await destroy(`gallery-img/${first?.uuid}`);
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { data: { message: 'Não aparece mais na página da loja.' } },
    ]);
    expect((await onSite())[0]?.gallery).toEqual([second]);
    expect([await statusOf(first?.path ?? ''), await statusOf(second?.path ?? '')]).toEqual([404, 200]);
    expect(await counts()).toMatchObject({ images: 1, files: 3, stored: 6 });
    expect((await update(uuid, { version: '1' })).statusCode).toBe(200);
  });

  it('hides a deleted shop with all its pictures', async () => {
    const [gone] = [
      await storeRecord({ name: 'Sai', gallery: [photo()] }),
      await storeRecord({ name: 'Fica' }),
    ];
    const shop = await details(gone);
    expect(await onSite()).toHaveLength(2);
    expect((await destroy(gone)).json().data.message).toBe('Não aparece mais na página das lojas.');
    expect(await names()).toEqual(['Fica']);
    expect((await onSite()).map(({ name, position }) => [name, position])).toEqual([['Fica', 1]]);
    for (const url of [shop.file.url_s3, shop.gallery[0]?.path ?? '']) expect(await statusOf(url)).toBe(404);
    expect(await statusOf(`/api/site/shops/details/${gone}`)).toBe(404);
    expect((await destroy(`gallery-img/${shop.gallery[0]?.uuid}`)).statusCode).toBe(404);
  });
});

describe('list of shops', () => {
  it('reorders, searches, sorts and pages shops', async () => {
    const uuids: Record<string, string> = {};
    for (const name of ['Ótica', 'Água de Cheiro', 'Pet', 'ótima']) uuids[name] = await storeRecord({ name });
    const order = (list: unknown) => app.request('PUT', admin('/order'), { token, json: { uuids: list } });
    const answer = await order([uuids.Pet, uuids.Ótica]);
    expect([answer.statusCode, answer.json().data.message]).toEqual([200, 'Ordem das lojas salva.']);
    expect((await onSite()).map(({ name }) => name)).toEqual(['Pet', 'Ótica', 'Água de Cheiro', 'ótima']);
    expect((await order([])).statusCode).toBe(422);
    expect((await order([randomUUID()])).statusCode).toBe(404);
    expect(await names('?search=oti')).toEqual(['Ótica', 'ótima']);
    expect(await names('?sort=-name')).toEqual(['Pet', 'ótima', 'Ótica', 'Água de Cheiro']);
    const page = bodyOf(listShops.answers[200], await get('?page=1&per_page=3'));
    expect([page.data.length, page.meta]).toEqual([3, { page: 1, per_page: 3, total: 4 }]);
  });
});
