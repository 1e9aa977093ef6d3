import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bodyOf, createTestApp, type TestApp } from '../../../../test/app.ts';
import { checkHistory } from '../../../../test/historyInvariants.ts';
import { fileOf, jpeg } from '../../../../test/images.ts';
import { emptyContent, type Fields, formOf, uploadCalls } from '../../../../test/uploads.ts';
import { getBanner } from '../../../content/banners/banner.contract.ts';
import { getShop } from '../../../content/shops/shop.contract.ts';
import { getPicture, listPictures, PICTURES_PER_PAGE, replacePicture } from '../../../shared/pictures.ts';

let app: TestApp;
let token: string;
let picture: Buffer;

beforeAll(async () => {
  app = await createTestApp({ env: { MAX_IMAGE_MB: '1' } });
  token = await app.signIn();
  picture = await jpeg();
});
afterAll(() => app.remove());
beforeEach(async () => {
  await emptyContent(app, [
    ...(['banners', 'shop_images', 'shops', 'movies', 'recipes', 'recipe_categories'] as const),
    ...(['offers', 'branches'] as const),
  ]);
});

const image = (name = 'foto.jpg') => fileOf(picture, name);
const banners = uploadCalls(() => app, 'banners', {
  fields: () => ({ title: 'Festival do Pão' }),
  files: () => ({ image: image() }),
});
const shops = uploadCalls(() => app, 'shops', {
  fields: () => ({ name: 'Livraria', email: 'oi@livraria.example', phone: '(85) 3222-4400' }),
  files: () => ({ image: image() }),
});
const bannerOf = async (uuid: string) =>
  bodyOf(getBanner.answers[200], await banners.get(`/details/${uuid}`)).data;
const shopOf = async (uuid: string) => bodyOf(getShop.answers[200], await shops.get(`/details/${uuid}`)).data;

const at = (path: string) => `/api/admin/pictures${path}`;
const call = (method: 'GET' | 'POST' | 'DELETE', path: string, form?: Fields) =>
  app.request(method, at(path), { token, ...(form && { form: formOf(form) }) });
const list = async (query = '') => bodyOf(listPictures.answers[200], await call('GET', query));
const names = async (query = '') => (await list(query)).data.map(({ name }) => name);
const storeInLibrary = async (name: string): Promise<string> =>
  (await call('POST', '/store', { image: image(name) })).json().data.uuid;
const replaceBy = (uuid: string, by: string) =>
  app.request('POST', at(`/replace-by/${uuid}`), { token, json: { by } });
const uuidOf = (url: string) => /([\da-f-]{36})\/original/.exec(url)?.[1] ?? '';
const isServed = async (url: string) => (await app.request('GET', url)).statusCode;

describe('the library', () => {
  it('hides pictures of drafts in areas that the caller may not read, and rejects their use', async () => {
    const json = {
      name: randomUUID(),
      permissions: ['pictures.read', 'shops.read', 'shops.write', 'shops.publish'],
      own_branches: false,
    };
    const role = await app.request('POST', '/api/admin/roles/store', { token, json });
    const narrow = await app.signInAs(role.json().data.uuid);
    await banners.storeRecord({ image: image('segredo.jpg'), publish_at: 'later' });
    await storeInLibrary('de todos.jpg');
    const [secret] = (await list()).data.filter(({ name }) => name === 'segredo.jpg');
    const uuid = secret?.uuid ?? '';
    const seen = bodyOf(
      listPictures.answers[200],
      await app.request('GET', at(''), { token: narrow }),
    ).data.map(({ name }) => name);
    expect(seen).toEqual(['de todos.jpg']);
    const opened = await app.request('GET', at(`/details/${uuid}`), { token: narrow });
    expect(opened.statusCode).toBe(404);
    const form = formOf({
      name: 'Loja',
      email: 'oi@loja.example',
      phone: '(85) 3222-4400',
      image_from: uuid,
    });
    const used = await app.request('POST', '/api/admin/shops/store', { token: narrow, form });
    expect([used.statusCode, Object.keys(used.json().errors ?? {})]).toEqual([422, ['image_from']]);
  });

  it('lists pictures newest first with author and uses', async () => {
    const uuid = await banners.storeRecord({ image: image('Pão.jpg') });
    await storeInLibrary('sobra.jpg');
    const { data, meta } = await list();
    expect(meta).toEqual({ next: null });
    expect(data.map(({ name, usage }) => [name, usage])).toEqual([
      ['sobra.jpg', 'unused'],
      ['Pão.jpg', 'used'],
    ]);
    expect(data[1]?.uses).toEqual([
      { table: 'banners', uuid, title: 'Festival do Pão', state: 'site', opens: true },
    ]);
    expect(data[1]?.by).toBe(data[0]?.by);
    expect(data[0]?.by).toBeTruthy();
    await banners.update(uuid, { image: image('Bolo.jpg') });
    await banners.destroy(uuid);
    expect((await list()).data.map(({ name, usage, uses }) => [name, usage, uses[0]?.state])).toEqual([
      ['Bolo.jpg', 'former', 'bin'],
      ['sobra.jpg', 'unused', undefined],
      ['Pão.jpg', 'former', 'former'],
    ]);
    await checkHistory(app.deps);
  });

  it('finds pictures by name, text, record and usage', async () => {
    await banners.storeRecord({ image: image('Água de coco.jpg'), alt: 'Um copo gelado' });
    await shops.storeRecord({ gallery: [image('vitrine.jpg')], new_gallery_alts: '["Estante alta"]' });
    await storeInLibrary('sobra.jpg');
    expect(await names('?search=agua')).toEqual(['Água de coco.jpg']);
    expect(await names('?search=copo')).toEqual(['Água de coco.jpg']);
    expect(await names('?search=estante')).toEqual(['vitrine.jpg']);
    expect(await names('?search=livraria')).toEqual(['vitrine.jpg', 'foto.jpg']);
    expect(await names('?search=nada%25')).toEqual([]);
    expect(await names('?usage=unused')).toEqual(['sobra.jpg']);
    expect(await names('?usage=former')).toEqual([]);
    expect(await names('?usage=used')).toEqual(['vitrine.jpg', 'foto.jpg', 'Água de coco.jpg']);
  });

  it('returns the library page by page', async () => {
    const { id, ...row } = await app.deps.db
      .selectFrom('files')
      .selectAll()
      .where('uuid', '=', await storeInLibrary('a.jpg'))
      .executeTakeFirstOrThrow();
    for (let copy = 0; copy < PICTURES_PER_PAGE; copy += 1) {
      const { id: file_id, uuid } = await app.deps.db
        .insertInto('files')
        .values({ ...row, uuid: randomUUID() })
        .returning(['id', 'uuid'])
        .executeTakeFirstOrThrow();
      await app.deps.db
        .insertInto('file_uses')
        .values({ file_id, entity: 'files', uuid, version_id: null })
        .execute();
    }
    const first = await list();
    expect(first.data).toHaveLength(PICTURES_PER_PAGE);
    const second = await list(`?before=${first.meta.next}`);
    expect([second.data.length, second.meta.next]).toEqual([1, null]);
  });

  it('does not serve an unused picture to shoppers, and deletes it', async () => {
    const uuid = await storeInLibrary('sobra.jpg');
    expect(await isServed(`/media/${uuid}/original.jpg`)).toBe(404);
    expect((await call('DELETE', `/destroy/${uuid}`)).statusCode).toBe(200);
    expect((await list()).data).toEqual([]);
    expect(await app.deps.db.selectFrom('files').select('id').execute()).toEqual([]);
    expect((await call('DELETE', `/destroy/${uuid}`)).statusCode).toBe(404);
  });

  it('refuses to delete a picture that a record uses or has used', async () => {
    const uuid = await banners.storeRecord();
    const file = uuidOf((await bannerOf(uuid)).file.url_s3);
    expect((await call('DELETE', `/destroy/${file}`)).statusCode).toBe(409);
    await banners.update(uuid, { image: image('outra.jpg') });
    expect((await call('DELETE', `/destroy/${file}`)).statusCode).toBe(409);
  });

  it('answers 401 without a session, 422 to a file that is no picture, and 413 to one that is too large', async () => {
    const uuid = randomUUID();
    for (const [method, path] of [
      ['GET', ''],
      ['GET', `/details/${uuid}`],
      ['POST', '/store'],
      ['POST', `/replace/${uuid}`],
      ['POST', `/replace-by/${uuid}`],
      ['DELETE', `/destroy/${uuid}`],
    ] as const)
      expect((await app.request(method, at(path))).statusCode, path).toBe(401);
    const large = fileOf(Buffer.concat([picture, Buffer.alloc(1_100_000)]), 'grande.jpg');
    expect((await call('POST', '/store', { image: large })).statusCode).toBe(413);
    expect((await call('POST', '/store', { image: fileOf(Buffer.from('x'), 'x.jpg') })).statusCode).toBe(422);
    expect((await call('POST', `/replace/${uuid}`, { image: image() })).statusCode).toBe(404);
    expect((await call('GET', `/details/${uuid}`)).statusCode).toBe(404);
  });
});

describe('a picture from the library', () => {
  it('uses one picture of the library in several records', async () => {
    const file = await storeInLibrary('bolo.jpg');
    const first = await banners.store({ image: '', image_from: file });
    expect(first.statusCode, first.payload).toBe(201);
    const second = await banners.storeRecord();
    expect((await banners.update(second, { image_from: file })).statusCode).toBe(200);
    const { url_s3 } = (await bannerOf(second)).file;
    expect([uuidOf(url_s3), await isServed(url_s3)]).toEqual([file, 200]);
    await banners.destroy(second);
    expect(await isServed(url_s3)).toBe(200);
    await banners.destroy(first.json().data.uuid);
    expect(await isServed(url_s3)).toBe(404);
    await checkHistory(app.deps);
  });

  it('keeps a picture hidden while the change that uses it is pending', async () => {
    const file = await storeInLibrary('bolo.jpg');
    const uuid = await banners.storeRecord();
    expect((await banners.update(uuid, { image_from: file, publish_at: 'later' })).statusCode).toBe(200);
    expect(await isServed(`/media/${file}/original.jpg`)).toBe(404);
    expect((await list('?search=bolo')).data[0]?.uses[0]?.state).toBe('waiting');
    await checkHistory(app.deps);
  });

  it('answers 422 to a deleted picture of the library and to a missing one', async () => {
    const gone = await banners.store({ image: '', image_from: randomUUID() });
    expect([gone.statusCode, Object.keys(gone.json().errors)]).toEqual([422, ['image_from']]);
    const nothing = await banners.store({ image: '', image_from: '' });
    expect([nothing.statusCode, Object.keys(nothing.json().errors)]).toEqual([422, ['image']]);
  });
});

describe('replacing a picture', () => {
  it('replaces a picture in every record with one new version each, and back', async () => {
    const file = await storeInLibrary('velha.jpg');
    const banner = await banners.storeRecord({ image: '', image_from: file });
    const shop = await shops.storeRecord({ image: '', image_from: file, gallery: [image('galeria.jpg')] });
    const answer = await call('POST', `/replace/${file}`, { image: image('nova.jpg') });
    expect(answer.statusCode, answer.payload).toBe(200);
    const { uuid, records, message } = bodyOf(replacePicture.answers[200], answer).data;
    expect([records, message]).toEqual([2, 'A mudança vale em 2 registros.']);
    const shown = async () => [
      uuidOf((await bannerOf(banner)).file.url_s3),
      uuidOf((await shopOf(shop)).file.url_s3),
    ];
    expect(await shown()).toEqual([uuid, uuid]);
    expect([(await bannerOf(banner)).version, (await shopOf(shop)).version]).toEqual([2, 2]);
    expect(await isServed(`/media/${file}/original.jpg`)).toBe(404);
    await checkHistory(app.deps);

    expect((await replaceBy(uuid, file)).statusCode).toBe(200);
    expect(await shown()).toEqual([file, file]);
    expect([
      await isServed(`/media/${file}/original.jpg`),
      await isServed(`/media/${uuid}/original.jpg`),
    ]).toEqual([200, 404]);
    await checkHistory(app.deps);
  });

  it('replaces a picture in galleries', async () => {
    const uuid = await shops.storeRecord({ gallery: [image('a.jpg'), image('b.jpg')] });
    const [first] = (await shopOf(uuid)).gallery;
    const answer = await call('POST', `/replace/${uuidOf(first?.path ?? '')}`, { image: image('c.jpg') });
    const after = await shopOf(uuid);
    expect(uuidOf(after.gallery[0]?.path ?? '')).toBe(answer.json().data.uuid);
    expect([after.gallery.length, after.version]).toEqual([2, 2]);
    await checkHistory(app.deps);
  });

  it('refuses to replace an unused picture, and a picture by itself or by an unknown one', async () => {
    const file = await storeInLibrary('sobra.jpg');
    expect((await call('POST', `/replace/${file}`, { image: image() })).statusCode).toBe(409);
    expect((await replaceBy(file, file)).statusCode).toBe(422);
    expect((await replaceBy(file, randomUUID())).statusCode).toBe(422);
    expect(await names()).toEqual(['sobra.jpg']);
  });
});

describe('pictures of staff of one branch', () => {
  const address = {
    ...{ email: 'sul@aurora.example', phone: '(85) 3222-4400', number: '48', road: 'Rua das Flores' },
    ...{ district: 'Centro', city: 'Fortaleza', state: 'CE', zip_code: '60025-100', hours: '[]' },
  };
  const branches = uploadCalls(() => app, 'branches', {
    fields: () => address,
    files: () => ({ image: image('filial.jpg') }),
  });
  const offers = uploadCalls(() => app, 'offers', {
    fields: () => ({
      ...{ product: 'Biscoito', size: '1', unit: 'kg', price: '5,99', department: 'produce' },
      ...{ valid_from: '2026-01-01', valid_until: '2099-01-09' },
    }),
    files: () => ({}),
  });
  const offerOf = (branch: string[], picture: object) =>
    offers.storeRecord({ branches: JSON.stringify(branch), ...picture });

  /** Creates pictures that branches share in different ways, and returns one of the branches. */
  async function createPictures(): Promise<string> {
    const [own, other] = [
      await branches.storeRecord({ name: 'Sul' }),
      await branches.storeRecord({ name: 'Norte' }),
    ];
    const shared = await storeInLibrary('as duas.jpg');
    const chain = await storeInLibrary('e da rede.jpg');
    await offerOf([own], { image: image('minha.jpg') });
    await offerOf([other], { image: image('alheia.jpg') });
    await offerOf([own, other], { image: image('em comum.jpg') });
    await offerOf([own], { image_from: shared });
    await offerOf([other], { image_from: shared });
    await offerOf([own], { image_from: chain });
    await banners.storeRecord({ image: '', image_from: chain });
    await offerOf([own], { image: image('rascunho.jpg'), publish_at: 'later' });
    await storeInLibrary('sobra.jpg');
    return own;
  }
  async function signInFor(own: string, permissions: string[]): Promise<string> {
    const json = { name: randomUUID(), permissions, own_branches: true };
    const role = await app.request('POST', '/api/admin/roles/store', { token, json });
    return app.signInAs(role.json().data.uuid, [own]);
  }
  const listedFor = async (by: string, query = '') =>
    bodyOf(listPictures.answers[200], await app.request('GET', at(query), { token: by })).data;
  const namesFor = async (by: string, query = '') => (await listedFor(by, query)).map(({ name }) => name);

  const OFFERS = ['offers.read', 'offers.write', 'offers.publish'];

  it.each([
    ['an offer editor', ['pictures.read', 'pictures.write', ...OFFERS], ['rascunho.jpg', 'minha.jpg']],
    [
      'an editor of banners too',
      ['pictures.read', 'pictures.write', ...OFFERS, 'banners.read', 'banners.publish'],
      ['rascunho.jpg', 'minha.jpg', 'e da rede.jpg'],
    ],
    ['a writer who may not publish', ['pictures.read', 'pictures.write', 'offers.read', 'offers.write'], []],
    ['a reader of the library', ['pictures.read', ...OFFERS], []],
  ])('offers %s exactly the replacements that the calls accept', async (_who, permissions, expected) => {
    const narrow = await signInFor(await createPictures(), permissions);
    const seen = await listedFor(narrow);
    const by = seen.find(({ usage }) => usage === 'unused')?.uuid ?? '';
    expect(seen.filter(({ replaceable }) => replaceable).map(({ name }) => name)).toEqual(expected);
    for (const { uuid, name, replaceable, usage } of seen) {
      if (usage === 'unused') continue;
      const call = { token: narrow, json: { by } };
      const answer = await app.request('POST', at(`/replace-by/${uuid}`), call);
      expect(answer.statusCode, `${name}: ${answer.payload}`).toBe(replaceable ? 200 : 403);
    }
    expect(seen.length).toBeGreaterThan(4);
  });

  it('offers no replacement of an unused picture, and that of a used one to whoever may publish all', async () => {
    await createPictures();
    const refused = (await listedFor(token)).filter(({ replaceable }) => !replaceable);
    expect(refused.map(({ name }) => name)).toEqual(['sobra.jpg']);
    expect((await replaceBy(refused[0]?.uuid ?? '', randomUUID())).statusCode).toBe(422);
  });

  it('lists only pictures of records that the caller may change', async () => {
    const branch = await createPictures();
    const narrow = await signInFor(branch, ['pictures.read', 'offers.read', 'offers.write']);
    const own = ['rascunho.jpg', 'minha.jpg', 'e da rede.jpg', 'as duas.jpg'];
    expect(await namesFor(narrow, '?mine=true')).toEqual(own);
    expect(await namesFor(narrow, '?mine=true&search=rede')).toEqual(['e da rede.jpg']);
    const reader = await signInFor(branch, ['pictures.read', 'offers.read']);
    expect(await namesFor(reader, '?mine=true')).toEqual([]);
  });
});

describe('crop and focus', () => {
  const frame = (crop: object | null, focus: object | null = null) => JSON.stringify({ crop, focus });
  const HALF = { x: 50, y: 0, width: 50, height: 100 };
  const detailsOf = async (uuid: string) =>
    bodyOf(getPicture.answers[200], await call('GET', `/details/${uuid}`)).data;

  it('creates all widths from the crop and keeps the whole picture for staff', async () => {
    const uuid = await banners.storeRecord({ image_frame: frame(HALF, { x: 26, y: 80 }) });
    const { file } = await bannerOf(uuid);
    const { width = 0, height = 0 } = await sharp(picture).metadata();
    expect([file.width, file.height, file.focus]).toEqual([width / 2, height, { x: 30, y: 80 }]);
    const { whole, frame: kept } = await detailsOf(uuidOf(file.url_s3));
    expect(kept).toEqual({ crop: HALF, focus: { x: 30, y: 80 } });
    expect(await isServed(whole)).toBe(200);
    expect(await isServed(whole.replace(/\?.*$/, ''))).toBe(404);
  });

  it('changes and removes the crop in new versions of the record', async () => {
    const uuid = await banners.storeRecord();
    const before = (await bannerOf(uuid)).file;
    expect((await banners.update(uuid, { image_frame: frame(HALF) })).statusCode).toBe(200);
    const cut = (await bannerOf(uuid)).file;
    expect([cut.width, cut.url_s3 === before.url_s3]).toEqual([(before.width ?? 0) / 2, false]);
    // An unchanged crop creates no new file.
    await banners.update(uuid, { image_frame: frame(HALF) });
    expect((await bannerOf(uuid)).file.url_s3).toBe(cut.url_s3);
    await banners.update(uuid, { image_frame: frame(HALF, { x: 0, y: 100 }) });
    expect((await bannerOf(uuid)).file).toMatchObject({ width: cut.width, focus: { x: 0, y: 100 } });
    await banners.update(uuid, { image_frame: frame(null) });
    const whole = (await bannerOf(uuid)).file;
    expect([whole.width, whole.height, whole.focus]).toEqual([before.width, before.height, undefined]);
    await checkHistory(app.deps);
  });

  it('answers 422 to a crop that is invalid or outside the picture', async () => {
    for (const wrong of ['{', '[]', frame({ ...HALF, x: 60 }), frame({ ...HALF, width: 1 })]) {
      const answer = await banners.store({ image_frame: wrong });
      expect([answer.statusCode, Object.keys(answer.json().errors)], wrong).toEqual([422, ['image_frame']]);
    }
  });
});
