import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bodyOf, createTestApp, type TestApp, testClock } from '../../../test/app.ts';
import { fileOf, jpeg } from '../../../test/images.ts';
import { emptyContent, formOf, uploadCalls } from '../../../test/uploads.ts';
import { sweep } from '../../records/server/files/file.service.ts';
import { getPoster, listPosters, POSTER_RETENTION_DAYS, previewPoster } from './leaflet.contract.ts';
import { deleteExpiredPosters } from './leaflet.files.ts';

const NOON = '2026-11-21T15:00:00Z';
const DAY = 86_400_000;
/** Drawing processes run at low priority. */
const DRAWING_MS = 60_000;

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await createTestApp({
    clock: testClock(NOON),
    env: { SESSION_IDLE: '2000h', SESSION_ABSOLUTE: '4000h' },
  });
  token = await app.signIn();
});
afterAll(() => app.remove());
beforeEach(async () => {
  app.clock.set(NOON);
  for (const { uuid } of await list()) await app.request('DELETE', at('destroy', uuid), { token });
  await emptyContent(app, ['offers', 'daily_booklets']);
  await app.deps.db.deleteFrom('jobs').execute();
});

const NO_OFFER = '0b1a9c51-95b5-4a3b-8a76-0fb29c8d9fd1';

const whole = {
  ...{ product: 'Café torrado e moído', brand: 'Serra Alta', size: '500', unit: 'g', price: '12,99' },
  ...{ department: 'grocery', valid_from: '2026-11-21', valid_until: '2026-11-30' },
};
const offers = uploadCalls(() => app, 'offers', { fields: () => whole, files: () => ({}) });
const at = (call: string, uuid = '') => `/api/admin/leaflets/${call}${uuid && `/${uuid}`}`;

const someOffers = (count: number) =>
  Promise.all(Array.from({ length: count }, (_, one) => offers.storeRecord({ product: `Café ${one + 1}` })));

const asked = (some: string[], more: object = {}) => ({
  ...{ title: 'Feira fresca', valid_from: '2026-11-21', valid_until: '2026-11-22' },
  ...{ theme: 'orange', layout: 4, offers: some, ...more },
});
const store = (body: object) => app.request('POST', at('store'), { token, json: body });
async function made(body: object): Promise<string> {
  const answer = await store(body);
  expect(answer.statusCode, answer.payload).toBe(201);
  return answer.json().data.uuid;
}
async function list() {
  const answer = await app.request('GET', '/api/admin/leaflets', { token });
  expect(answer.statusCode, answer.payload).toBe(200);
  return bodyOf(listPosters.answers[200], answer).data;
}
async function details(uuid: string) {
  const answer = await app.request('GET', at('details', uuid), { token });
  expect(answer.statusCode, answer.payload).toBe(200);
  return bodyOf(getPoster.answers[200], answer).data;
}
const filesLeft = () => app.deps.db.selectFrom('files').select(['id', 'state', 'kind']).execute();

describe('poster of offers', () => {
  it(
    'creates pictures and a PDF in a job, at addresses that only staff receive',
    async () => {
      const some = await someOffers(1);
      const pictured = await offers.storeRecord({ image: fileOf(await jpeg({ width: 300, height: 200 })) });
      const uuid = await made(asked([pictured, ...some], { layout: 1, formats: ['post', 'a4'] }));
      expect(await details(uuid)).toMatchObject({
        ...{ state: 'pending', title: 'Feira fresca', pages: 2, products: 2, done: 0, files: [] },
        kept_until: '2026-12-21',
      });
      expect(await app.deps.jobs.drain('leaflet')).toBe(1);
      const { files, ...leaflet } = await details(uuid);
      expect(leaflet).toMatchObject({ state: 'ready', done: 2 });
      expect(files.map(({ format, page, file }) => [format, page, file.type])).toEqual([
        ['post', 1, 'image/jpeg'],
        ['post', 2, 'image/jpeg'],
        ['a4', null, 'application/pdf'],
      ]);
      for (const { file } of files) {
        const [path = '', key] = file.url_s3.slice(file.url_s3.indexOf('/media')).split('?');
        expect((await app.request('GET', path)).statusCode).toBe(404);
        const opened = await app.request('GET', `${path}?${key}&download=1`);
        expect(opened.statusCode).toBe(200);
        expect(opened.headers['content-type']).toBe(file.type);
        expect(opened.headers['content-disposition']).toContain('Feira fresca');
      }
      const { archive } = await details(uuid);
      const address = archive?.slice(archive.indexOf('/api/')) ?? '';
      const zipped = await app.request('GET', address);
      expect(zipped.statusCode, zipped.payload).toBe(200);
      expect(zipped.headers).toMatchObject({
        'content-type': 'application/zip',
        'cache-control': 'no-store',
        'content-disposition': expect.stringContaining('Feira fresca.zip'),
      });
      expect(zipped.rawPayload).toHaveLength(Number(zipped.headers['content-length']));
      for (const { file } of files) expect(zipped.rawPayload.length).toBeGreaterThan(file.bytes);
      expect(zipped.rawPayload.toString('utf8')).toContain('Feira fresca, Post, 1080 × 1350, página 2.jpg');
      const forged = address.replace(
        uuid,
        uuid.replace(/^./, (first) => (first === '0' ? '1' : '0')),
      );
      expect((await app.request('GET', forged)).statusCode).toBe(403);
      app.clock.set(Date.parse(NOON) + 6 * 60_000);
      expect((await app.request('GET', address)).statusCode).toBe(403);
      app.clock.set(NOON);
      // None of the files is in the library, where records could use it.
      const pictures = await app.request('GET', '/api/admin/pictures?search=feira', { token });
      expect(pictures.json().data).toEqual([]);
      expect(await app.deps.jobs.drain('leaflet')).toBe(0);
    },
    DRAWING_MS,
  );

  it(
    'adds the pictures for the site to the library with their texts, for use as daily offers',
    async () => {
      const some = await someOffers(3);
      const uuid = await made(asked(some, { formats: ['site'] }));
      // The poster keeps the offers as they were at the request.
      await offers.update(some[0] ?? '', { price: '99,99' });
      await offers.destroy(some[1] ?? '');
      await app.deps.jobs.drain('leaflet');
      const [page] = (await details(uuid)).files;
      expect(page?.alt).toBe(
        'Feira fresca. De 21 a 22/11: Café 1 Serra Alta, R$ 12,99 500 g, R$ 25,98 o quilo; Café 2 Serra Alta, R$ 12,99 500 g, R$ 25,98 o quilo; Café 3 Serra Alta, R$ 12,99 500 g, R$ 25,98 o quilo.',
      );
      expect(page?.photos).toMatchObject({ width: 1600, alt: page?.alt });
      const saved = await app.request('PUT', '/api/admin/daily-booklets/days/2026-11-21/2026-11-22', {
        token,
        json: { offers: [{ picture: page?.picture, alt: page?.alt, text: page?.text }], existing: 'keep' },
      });
      expect(saved.statusCode, saved.payload).toBe(200);
      const [shown] = (await app.request('GET', '/api/site/daily-booklets')).json().data;
      expect(shown.photos).toMatchObject({ alt: page?.alt, width: 1600 });
      expect(shown.text).toBe(page?.text);
      expect(shown.text).toContain('Café 2 Serra Alta, R$ 12,99 500 g');
      const path = shown.photos.url_s3.slice(shown.photos.url_s3.indexOf('/media'));
      expect((await app.request('GET', path)).statusCode).toBe(200);
      // Pictures that the site uses are kept.
      expect((await app.request('DELETE', at('destroy', uuid), { token })).statusCode).toBe(200);
      expect((await app.request('GET', path)).statusCode).toBe(200);
    },
    DRAWING_MS,
  );

  it(
    'deletes posters with their files on request and after the retention time',
    async () => {
      const some = await someOffers(1);
      const first = await made(asked(some, { formats: ['a3', 'a4'] }));
      await app.deps.jobs.drain('leaflet');
      expect(await filesLeft()).toHaveLength(2);
      await sweep(app.deps);
      expect(await filesLeft()).toHaveLength(2);
      expect((await app.request('DELETE', at('destroy', first), { token })).statusCode).toBe(200);
      expect(await filesLeft()).toEqual([]);
      await made(asked(some, { formats: ['a4'] }));
      await app.deps.jobs.drain('leaflet');
      app.clock.set(Date.parse(NOON) + (POSTER_RETENTION_DAYS - 1) * DAY);
      expect(await deleteExpiredPosters(app.deps)).toBe(0);
      app.clock.set(Date.parse(NOON) + (POSTER_RETENTION_DAYS + 1) * DAY);
      expect(await deleteExpiredPosters(app.deps)).toBe(1);
      expect(await list()).toEqual([]);
      expect(await filesLeft()).toEqual([]);
    },
    DRAWING_MS,
  );

  it(
    'leaves no files of a poster that is deleted while it is created',
    async () => {
      const uuid = await made(asked(await someOffers(1), { formats: ['a4'] }));
      const working = app.deps.jobs.drain('leaflet');
      await app.request('DELETE', at('destroy', uuid), { token });
      await working;
      expect(await filesLeft()).toEqual([]);
    },
    DRAWING_MS,
  );
});

describe('names of offers in a poster', () => {
  const LONG = 'Café torrado e moído com sabor intenso '.repeat(3).trim();

  it('shortens names for one poster alone, and reports all that was chosen, to make it again', async () => {
    const [first = '', second = ''] = await someOffers(2);
    const names = [{ offer: second, name: 'Cafezinho' }];
    const chosen = { theme: 'teal', layout: 9, bleed: true, names, offers: [second, first] };
    const uuid = await made(asked([], { ...chosen, formats: ['a4'] }));
    expect((await details(uuid)).chosen).toEqual(chosen);
    const own = await app.request('GET', at(`offers?offers=${second}`), { token });
    expect(own.json().data.offers[0].product).toBe('Café 2');
    const plain = await made(asked([first], { formats: ['a4'] }));
    expect((await details(plain)).chosen).toMatchObject({ bleed: false, names: [] });
  });

  it(
    'reports names that do not fit in the preview, whatever page they are on',
    async () => {
      const long = await offers.storeRecord({ product: LONG });
      const some = [...(await someOffers(7)), long];
      const cutWith = async (names: object[]) => {
        const json = asked(some, { names, format: 'story', formats: ['post', 'a4'], page: 1 });
        const answer = await app.request('POST', at('preview'), { token, json });
        return bodyOf(previewPoster.answers[200], answer).data;
      };
      expect((await cutWith([])).cut).toEqual([long]);
      expect((await cutWith([{ offer: long, name: 'Café intenso' }])).cut).toEqual([]);
    },
    DRAWING_MS,
  );

  it.each([
    ['too long', (offer: string) => [{ offer, name: 'x'.repeat(61) }]],
    ['empty', (offer: string) => [{ offer, name: ' ' }]],
    ['of an offer that is not in the poster', () => [{ offer: NO_OFFER, name: 'Café' }]],
    ['given twice', (offer: string) => [1, 2].map(() => ({ offer, name: 'Café' }))],
  ])('rejects a name with 422 if it is %s', async (_, names) => {
    const [offer = ''] = await someOffers(1);
    const answer = await store(asked([offer], { formats: ['a4'], names: names(offer) }));
    expect(answer.statusCode, answer.payload).toBe(422);
    expect(Object.keys(answer.json().errors)).toEqual(['names']);
  });
});

describe('preview', () => {
  it(
    'renders one page with its text',
    async () => {
      const some = await someOffers(5);
      const answer = await app.request('POST', at('preview'), {
        token,
        json: asked(some, { format: 'story', page: 9 }),
      });
      expect(answer.statusCode, answer.payload).toBe(200);
      const { picture, text, ...page } = bodyOf(previewPoster.answers[200], answer).data;
      expect(page).toEqual({ width: 640, height: 1138, page: 2, pages: 2, cut: [] });
      expect(Buffer.from(picture, 'base64').toString('latin1', 8, 12)).toBe('WEBP');
      expect(text).toContain('Café 5 Serra Alta, R$ 12,99 500 g');
      expect(text).not.toContain('Café 1 ');
      expect(await filesLeft()).toEqual([]);
    },
    DRAWING_MS,
  );
});

describe('rejected posters', () => {
  it.each([
    ['without a title', { title: ' ' }, 'title'],
    ['with an end before its beginning', { valid_until: '2026-11-20' }, 'valid_until'],
    ['with a layout that there is none of', { layout: 5 }, 'layout'],
    ['without offers', { offers: [] }, 'offers'],
    ['with an offer that is gone', { offers: [NO_OFFER] }, 'offers'],
    ['without a format', { formats: [] }, 'formats'],
  ])('rejects a poster %s with 422 at the field', async (_, wrong, field) => {
    const some = await someOffers(1);
    const answer = await store(asked(some, { formats: ['a4'], ...wrong }));
    expect(answer.statusCode, answer.payload).toBe(422);
    expect(Object.keys(answer.json().errors)).toEqual([field]);
  });

  it('rejects repeated offers and too many pages with 422', async () => {
    const some = await someOffers(13);
    const twice = await store(asked([...some.slice(0, 1), ...some.slice(0, 1)], { formats: ['a4'] }));
    expect(twice.json().errors).toHaveProperty('offers');
    const many = await store(asked(some, { layout: 1, formats: ['a4'] }));
    expect(many.json().errors).toHaveProperty('layout');
  });

  it('rejects callers without permission, and answers 404 for unknown posters', async () => {
    expect((await app.request('GET', '/api/admin/leaflets')).statusCode).toBe(401);
    expect((await app.request('POST', at('store'), { json: {} })).statusCode).toBe(401);
    for (const [method, call] of [
      ['GET', 'details'],
      ['DELETE', 'destroy'],
    ] as const)
      expect(
        (await app.request(method, at(call, '0b1a9c51-95b5-4a3b-8a76-0fb29c8d9fd1'), { token })).statusCode,
      ).toBe(404);
  });
});

it('limits posters of staff of some branches to their own offers, and shows them only to staff of the same branches', async () => {
  const form = formOf({
    ...{ name: 'Aurora Centro', email: 'loja@aurora.example', phone: '(85) 3222-4400', number: '48' },
    ...{ road: 'Rua das Flores', district: 'Centro', city: 'Fortaleza', state: 'CE', zip_code: '60025-100' },
    image: fileOf(await jpeg()),
  });
  const branch = (await app.request('POST', '/api/admin/branches/store', { token, form })).json().data.uuid;
  const [ofAll = ''] = await someOffers(1);
  const own = await offers.storeRecord({ branches: JSON.stringify([branch]) });
  const kept = await app.signInAs('store', [branch]);
  const storeAs = (body: object) => app.request('POST', at('store'), { token: kept, json: body });
  expect((await storeAs(asked([ofAll], { formats: ['a4'] }))).json().errors).toHaveProperty('offers');
  expect((await storeAs(asked([own], { formats: ['a4'] }))).statusCode).toBe(201);
  const others = await made(asked([ofAll], { formats: ['a4'] }));
  const seen = async (who: string) =>
    (await app.request('GET', '/api/admin/leaflets', { token: who })).json().data.length;
  expect([await seen(kept), await seen(token)]).toEqual([1, 2]);
  for (const [method, call] of [
    ['GET', 'details'],
    ['DELETE', 'destroy'],
  ] as const)
    expect((await app.request(method, at(call, others), { token: kept })).statusCode).toBe(404);
  const reader = await app.signInAs('reader');
  expect((await app.request('POST', at('store'), { token: reader, json: {} })).statusCode).toBe(403);
});
