import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { bodyOf, createTestApp, type TestApp } from '../../../test/app.ts';
import { fileOf, jpeg, noise, phonePhoto, png } from '../../../test/images.ts';
import { countRows, emptyContent, type Fields, formOf, uploadCalls } from '../../../test/uploads.ts';
import { measureMissingLuminance } from '../../records/server/files/file.jobs.ts';
import { siteHome } from '../home/home.contract.ts';
import { endsAfterStart, getBanner, listBanners, siteBanners } from './banner.contract.ts';
import { bannerState } from './banner.state.ts';

let app: TestApp;
let token: string;
let picture: Buffer;

beforeAll(async () => {
  app = await createTestApp({ env: { MAX_IMAGE_MB: '1' } });
  token = await app.signIn();
  picture = await jpeg();
});
afterAll(() => app.remove());
beforeEach(() => emptyContent(app, ['banners']));

const { admin, get, store, storeRecord, update, destroy } = uploadCalls(() => app, 'banners', {
  fields: () => ({ title: 'Feira' }),
  files: () => ({ image: fileOf(picture) }),
});

async function details(uuid: string) {
  const answer = await get(`/details/${uuid}`);
  expect(answer.statusCode).toBe(200);
  return bodyOf(getBanner.answers[200], answer).data;
}
async function list() {
  const answer = await get('');
  expect(answer.statusCode).toBe(200);
  return bodyOf(listBanners.answers[200], answer);
}
const titles = async () => (await list()).data.map(({ title }) => title);
async function onHome(): Promise<string[]> {
  const answer = await app.request('GET', '/api/site/home');
  return bodyOf(siteHome.answers[200], answer).data.banners.map(({ title }) => title);
}
const counts = () => countRows(app, { banners: 'banners' });
const NOTHING = { banners: 0, files: 0, audit: 0, stored: 0 };
describe('creating a banner', () => {
  it('answers 201 and shows the banner in the list, its details and on the home page', async () => {
    expect(await onHome()).toEqual([]);
    const answer = await store({
      title: '  Água e Pão  ',
      alt: 'Um copo d’água',
      link: 'https://exemplo.com.br/água?x=1',
      starts_at: '2026-01-01T00:00:00-03:00',
      ends_at: '2999-01-01T00:00:00Z',
    });
    expect(answer.statusCode).toBe(201);
    expect(answer.json().data.message).toBe('Já aparece na capa do site. Sai em 31/12/2998 21:00.');
    const banner = await details(answer.json().data.uuid);
    expect(banner).toMatchObject({
      title: 'Água e Pão',
      alt: 'Um copo d’água',
      link: 'https://exemplo.com.br/água?x=1',
      starts_at: '2026-01-01T03:00:00.000Z',
      ends_at: '2999-01-01T00:00:00.000Z',
      position: 1,
      version: 1,
      file: { width: 48, height: 32, alt: 'Um copo d’água' },
    });
    expect((await list()).data).toEqual([banner]);
    expect(await onHome()).toEqual(['Água e Pão']);
    const image = await app.request('GET', banner.file.url_s3);
    expect([image.statusCode, image.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect(await app.storedKeys()).toHaveLength(2);
  });

  it('rotates the picture upright and removes its metadata', async () => {
    const photo = await phonePhoto({ width: 60, height: 40 });
    const { file } = await details(await storeRecord({ image: fileOf(photo) }));
    expect([file.width, file.height]).toEqual([40, 60]);
    const image = await app.request('GET', file.url_s3);
    const found = await sharp(image.rawPayload).metadata();
    expect([found.width, found.height, found.exif, found.orientation]).toEqual([
      40,
      60,
      undefined,
      undefined,
    ]);
    expect(image.rawPayload.includes('Exif')).toBe(false);
  });

  it.each([
    ['a PNG that is named .jpg', () => png(), 'foto.jpg', 'image/jpeg', 'image/png'],
    ['a JPEG declared image/jpg', () => jpeg(), 'foto.jpg', 'image/jpg', 'image/jpeg'],
    ['a JPEG declared image/png', () => jpeg(), 'foto.png', 'image/png', 'image/jpeg'],
  ])('detects the type of %s by its content', async (_, make, name, type, expected) => {
    const { file } = await details(await storeRecord({ image: fileOf(await make(), name, type) }));
    expect((await app.request('GET', file.url_s3)).headers['content-type']).toBe(expected);
  });

  it('stores script and unusual letters as plain text', async () => {
    const title = '<script>alert("x")</script> & 👩‍👩‍👧 Ünïcödé %_\\';
    const uuid = await storeRecord({ title, alt: "'; drop table banners; --" });
    expect(await details(uuid)).toMatchObject({ title, alt: "'; drop table banners; --" });
    expect(await onHome()).toEqual([title]);
  });

  it('drops control characters', async () => {
    expect((await details(await storeRecord({ title: 'A\0B\u0007C' }))).title).toBe('ABC');
  });
});

describe('invalid banners', () => {
  const text = 'x'.repeat(100_000);

  it.each<[string, Fields, Record<string, unknown>]>([
    ['a link of 100 KB', { link: `https://a.example/${text}` }, { link: [expect.any(String)] }],
    [
      'an end before its start',
      { starts_at: '2026-02-01T00:00:00Z', ends_at: '2026-01-01T00:00:00Z' },
      { ends_at: ['O fim vem depois do começo.'] },
    ],
  ])('rejects a banner with 422: %s', async (_, fields, errors) => {
    const answer = await store(fields);
    expect([answer.statusCode, answer.json().errors]).toEqual([422, errors]);
    expect(await counts()).toEqual(NOTHING);
  });

  it('rejects two images with 422', async () => {
    const data = formOf({ title: 'Feira', image: fileOf(picture) });
    data.append('image', fileOf(picture));
    const answer = await app.request('POST', admin('/store'), { token, form: data });
    expect([answer.statusCode, answer.json().errors]).toEqual([422, { image: ['Envie um arquivo só.'] }]);
    expect(await counts()).toEqual(NOTHING);
  });

  it('rejects a field of 2 MB with 413', async () => {
    expect((await store({ title: 'x'.repeat(2_000_000) })).statusCode).toBe(413);
    expect(await counts()).toEqual(NOTHING);
  });

  it.each([
    [
      'that is truncated',
      '--b\r\nContent-Disposition: form-data; name="title"\r\n\r\nFei',
      'multipart/form-data; boundary=b',
    ],
    ['that lacks its boundary', 'nonsense', 'multipart/form-data; boundary=b'],
    [
      'that is truncated in the image',
      '--b\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\nx',
      'multipart/form-data; boundary=b',
    ],
    ['that is empty', '', 'multipart/form-data; boundary=b'],
    ['without a boundary parameter', 'x', 'multipart/form-data'],
  ])('rejects a multipart body %s with a 4xx error', async (_, payload, type) => {
    const answer = await app.request('POST', admin('/store'), {
      token,
      payload,
      headers: { 'content-type': type },
    });
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode).toBeLessThan(500);
    expect(answer.json().error).toBeTruthy();
    expect(await counts()).toEqual(NOTHING);
  });

  it('answers 503 when the file store fails', async () => {
    vi.spyOn(app.deps.store, 'put').mockRejectedValue(new Error('away'));
    const answer = await store();
    expect([answer.statusCode, answer.json().error]).toEqual([
      503,
      'Não conseguimos guardar o arquivo agora. Tente de novo em instantes.',
    ]);
    expect(await counts()).toEqual(NOTHING);
  });
});

describe('updating a banner', () => {
  it('validates a new end together with the stored start', async () => {
    const uuid = await storeRecord({ starts_at: '2026-06-01T00:00:00Z' });
    const answer = await update(uuid, { ends_at: '2026-05-01T00:00:00Z', image: fileOf(picture) });
    expect([answer.statusCode, answer.json().errors]).toEqual([
      422,
      { ends_at: ['O fim vem depois do começo.'] },
    ]);
    expect(await counts()).toMatchObject({ files: 1, stored: 2 });
  });
});

describe('deleting a banner', () => {
  it('accepts any body, or none', async () => {
    const bodies = [
      { json: {} },
      { json: { uuid: 1 } },
      { payload: '{', headers: { 'content-type': 'application/json' } },
      {},
    ];
    for (const body of bodies) {
      const answer = await app.request('DELETE', admin(`/destroy/${await storeRecord()}`), {
        token,
        ...body,
      });
      expect(answer.statusCode).toBe(200);
    }
  });
});

describe('title of a banner', () => {
  const freeTitles = async () => {
    const answer = await app.request('GET', '/api/site/banners');
    return bodyOf(siteBanners.answers[200], answer).data.map(({ free_title }) => free_title);
  };

  it('places the title on a quiet picture, and on paper otherwise', async () => {
    await storeRecord({ image: fileOf(await jpeg({ width: 1440, height: 600, colour: '#ff7a1a' })) });
    await storeRecord({ image: fileOf(await jpeg({ width: 1440, height: 600, colour: '#6a0d14' })) });
    await storeRecord({ image: fileOf(await jpeg({ width: 1440, height: 600, colour: '#8a7a70' })) });
    await storeRecord({ image: fileOf(await noise(1440, 600)) });
    expect(await freeTitles()).toEqual([
      { colour: 'ink', from: 960 },
      { colour: 'paper', from: 960 },
      null,
      null,
    ]);
  });

  it('places the title on older pictures after their luminance is measured', async () => {
    await storeRecord({ image: fileOf(await jpeg({ width: 1440, height: 600, colour: '#ff7a1a' })) });
    await app.deps.db.updateTable('files').set({ ground: null }).execute();
    app.deps.responseCache.invalidate();
    expect(await freeTitles()).toEqual([null]);
    await measureMissingLuminance(app.deps, AbortSignal.timeout(30_000));
    expect(await freeTitles()).toEqual([{ colour: 'ink', from: 960 }]);
  });
});

describe('banners with a period', () => {
  it('appear and disappear without a save', async () => {
    app.clock.set('2026-03-01T12:00:00Z');
    app.deps.responseCache.invalidate();
    await storeRecord({ title: 'Sempre' });
    await storeRecord({ title: 'Depois', starts_at: '2026-03-01T10:00:00-03:00' });
    await storeRecord({ title: 'Até', ends_at: '2026-03-01T13:30:00Z' });
    expect(await onHome()).toEqual(['Sempre', 'Até']);
    app.clock.set('2026-03-01T12:59:59.999Z');
    expect(await onHome()).toEqual(['Sempre', 'Até']);
    app.clock.set('2026-03-01T13:00:00Z');
    expect(await onHome()).toEqual(['Sempre', 'Depois', 'Até']);
    app.clock.set('2026-03-01T13:30:00Z');
    expect(await onHome()).toEqual(['Sempre', 'Depois']);
    expect(await titles()).toEqual(['Sempre', 'Depois', 'Até']);
  });

  it('appear on the home page only during their period', async () => {
    const now = Date.parse('2026-03-01T12:00:00Z');
    app.clock.set(now);
    const edges = [null, '2026-03-01T11:59:59.999Z', '2026-03-01T12:00:00.000Z', '2026-03-01T12:00:00.001Z'];
    for (const starts_at of edges)
      for (const ends_at of edges)
        if (endsAfterStart({ starts_at, ends_at }))
          await storeRecord({
            title: `${starts_at} ${ends_at}`,
            starts_at: starts_at ?? '',
            ends_at: ends_at ?? '',
          });
    const { data } = await list();
    const expected = data.filter((banner) => bannerState(banner, now) === 'on the air');
    expect(expected.length).toBeGreaterThan(3);
    expect(await onHome()).toEqual(expected.map(({ title }) => title));
  });

  it('states to staff what shoppers see now', async () => {
    app.clock.set('2026-03-01T12:00:00Z');
    const messageFor = async (fields: Record<string, string>) => (await store(fields)).json().data.message;
    expect(await messageFor({ title: 'Sempre' })).toBe('Já aparece na capa do site.');
    expect(await messageFor({ title: 'Depois', starts_at: '2026-03-01T10:00:00-03:00' })).toBe(
      'Entra na capa em 01/03/2026 10:00.',
    );
    expect(
      await messageFor({
        title: 'Depois',
        starts_at: '2026-03-01T13:00:00Z',
        ends_at: '2026-03-02T02:59:00Z',
      }),
    ).toBe('Entra na capa em 01/03/2026 10:00. Sai em 01/03/2026 23:59.');
    expect(await messageFor({ title: 'Antes', ends_at: '2026-03-01T12:00:00Z' })).toBe(
      'O período dele já acabou: não aparece no site.',
    );
    const uuid = await storeRecord();
    expect((await update(uuid)).json().data.message).toBe('A mudança já aparece na capa do site.');
    const order = await app.request('PUT', admin('/order'), { token, json: { uuids: [uuid] } });
    expect(order.json().data.message).toBe('Ordem dos banners salva.');
    expect((await destroy(uuid)).json().data.message).toBe('Não aparece mais na capa do site.');
    expect((await destroy(uuid)).json().error).toBe('Este banner não existe mais.');
  });
});
