import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { bodyOf, createTestApp, staff, type TestApp } from '../../../test/app.ts';
import { fileOf, jpeg, noise, phonePhoto, png } from '../../../test/images.ts';
import { countRows, emptyContent, type Fields, formOf, uploadCalls } from '../../../test/uploads.ts';
import { measureMissingLuminance } from '../../records/server/files/file.jobs.ts';
import { maxLengthOf } from '../../shared/fields.ts';
import { siteHome } from '../home/home.contract.ts';
import {
  bannerRecord,
  endsAfterStart,
  getBanner,
  listBanners,
  siteBanners,
  updateBanner,
} from './banner.contract.ts';
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
async function list(query = '') {
  const answer = await get(query);
  expect(answer.statusCode).toBe(200);
  return bodyOf(listBanners.answers[200], answer);
}
const titles = async (query = '') => (await list(query)).data.map(({ title }) => title);
async function onHome(): Promise<string[]> {
  const answer = await app.request('GET', '/api/site/home');
  return bodyOf(siteHome.answers[200], answer).data.banners.map(({ title }) => title);
}
const counts = () => countRows(app, { banners: 'banners' });
const NOTHING = { banners: 0, files: 0, audit: 0, stored: 0 };
const audit = () => app.deps.db.selectFrom('audit_log').selectAll().orderBy('id').execute();

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

  it('requires only title and image, and appends the banner', async () => {
    await storeRecord();
    const banner = await details(await storeRecord({ title: 'Dois' }));
    expect(banner).toMatchObject({ position: 2, alt: null, link: null, starts_at: null, ends_at: null });
  });

  it('inserts the banner at its position', async () => {
    for (const title of ['A', 'B', 'C']) await storeRecord({ title });
    await storeRecord({ title: 'Primeiro', position: '1' });
    await storeRecord({ title: 'Longe', position: '999' });
    expect(await titles()).toEqual(['Primeiro', 'A', 'B', 'C', 'Longe']);
    expect((await list()).data.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5]);
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

  it('records user and new values in the audit log', async () => {
    const uuid = await storeRecord({ alt: 'Texto' });
    const [entry] = await audit();
    expect(entry).toMatchObject({
      action: 'create',
      entity: 'banners',
      entity_uuid: uuid,
      user_name: staff.name,
      before: null,
    });
    expect(JSON.parse(entry?.after ?? '')).toMatchObject({ title: 'Feira', alt: 'Texto', position: 1 });
  });
});

describe('invalid banners', () => {
  const longest = maxLengthOf(bannerRecord.fields.title.input) ?? 0;
  const wrongType = 'Formato de arquivo não permitido. Envie JPG ou PNG.';
  const empty = new File([], 'a.jpg', { type: 'image/jpeg' });
  const text = 'x'.repeat(100_000);

  it.each<[string, () => Promise<Fields> | Fields, Record<string, unknown>]>([
    ['no title', () => ({ title: '' }), { title: ['Informe o título.'] }],
    ['a title of white space', () => ({ title: ' \t\n\u00a0' }), { title: ['Informe o título.'] }],
    ['a title of 100 KB', () => ({ title: text }), { title: [`Use no máximo ${longest} caracteres.`] }],
    ['an alt of 100 KB', () => ({ alt: text }), { alt: ['Use no máximo 300 caracteres.'] }],
    ['a script as link', () => ({ link: 'javascript:alert(1)' }), { link: [expect.any(String)] }],
    ['a data link', () => ({ link: 'data:text/html,x' }), { link: [expect.any(String)] }],
    ['a link of 100 KB', () => ({ link: `https://a.example/${text}` }), { link: [expect.any(String)] }],
    ['an invalid position', () => ({ position: 'dois' }), { position: [expect.any(String)] }],
    ['position 0', () => ({ position: '0' }), { position: [expect.any(String)] }],
    ['an invalid date', () => ({ starts_at: '31/12/2026' }), { starts_at: ['Informe data e hora.'] }],
    [
      'an end before its start',
      () => ({ starts_at: '2026-02-01T00:00:00Z', ends_at: '2026-01-01T00:00:00Z' }),
      { ends_at: ['O fim vem depois do começo.'] },
    ],
    ['a text as image', () => ({ image: 'foto' }), { image: ['Escolha uma imagem.'] }],
    ['an empty file', () => ({ image: empty }), { image: ['O arquivo está vazio. Escolha outro.'] }],
    [
      'a type that is not allowed',
      () => ({ image: fileOf(picture, 'a.gif', 'image/gif') }),
      { image: [wrongType] },
    ],
    [
      'an HTML page named .jpg',
      () => ({ image: fileOf(Buffer.from('<html>'), 'a.jpg') }),
      { image: [wrongType] },
    ],
    [
      'a WebP declared as JPEG',
      async () => ({ image: fileOf(await sharp(picture).webp().toBuffer()) }),
      { image: [wrongType] },
    ],
    [
      'a truncated picture',
      async () => ({ image: fileOf((await noise(300, 200)).subarray(0, 5000)) }),
      { image: ['Não conseguimos ler esta imagem. Salve de novo e envie outra vez.'] },
    ],
  ])('rejects a banner with 422: %s', async (_, make, errors) => {
    const answer = await store(await make());
    expect(answer.statusCode, answer.payload).toBe(422);
    const body = answer.json();
    expect(body.errors).toEqual(errors);
    expect(body.error).toBe(body.message);
    expect(await counts()).toEqual(NOTHING);
  });

  it('rejects a banner without an image with 422 and names every invalid field', async () => {
    const answer = await app.request('POST', admin('/store'), {
      token,
      form: formOf({ title: '', link: 'x' }),
    });
    expect(answer.statusCode).toBe(422);
    expect(Object.keys(answer.json().errors).sort()).toEqual(['image', 'link', 'title']);
    expect(await counts()).toEqual(NOTHING);
  });

  it('rejects two images with 422', async () => {
    const data = formOf({ title: 'Feira', image: fileOf(picture) });
    data.append('image', fileOf(picture));
    const answer = await app.request('POST', admin('/store'), { token, form: data });
    expect([answer.statusCode, answer.json().errors]).toEqual([422, { image: ['Envie um arquivo só.'] }]);
    expect(await counts()).toEqual(NOTHING);
  });

  it('rejects a file that is too large with 413 and states the limit', async () => {
    const answer = await store({ image: fileOf(Buffer.concat([picture, Buffer.alloc(1_500_000)])) });
    expect(answer.statusCode).toBe(413);
    expect(answer.json()).toMatchObject({
      error: 'O arquivo passa de 1 MB. Escolha um menor.',
      errors: { image: ['O arquivo passa de 1 MB. Escolha um menor.'] },
    });
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

  it('rejects a request without a session with 401 before it reads the body', async () => {
    const calls = [
      app.request('POST', admin('/store'), { form: formOf({ title: 'Feira', image: fileOf(picture) }) }),
      app.request('POST', admin(`/update/${randomUUID()}`), { form: formOf({ title: 'Feira' }) }),
      app.request('DELETE', admin(`/destroy/${randomUUID()}`)),
      app.request('PUT', admin('/order'), { json: { uuids: [randomUUID()] } }),
      app.request('GET', admin('')),
      app.request('GET', admin(`/details/${randomUUID()}`), { token: 'wrong' }),
    ];
    for (const answer of await Promise.all(calls)) expect(answer.statusCode).toBe(401);
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
  it('keeps absent fields and clears empty ones', async () => {
    const uuid = await storeRecord({
      alt: 'Texto',
      link: 'https://a.example',
      starts_at: '2026-01-01T00:00:00Z',
    });
    const before = await details(uuid);
    const answer = await update(uuid, { title: 'Nova feira' });
    expect(answer.statusCode).toBe(200);
    expect(bodyOf(updateBanner.answers[200], answer).data).toEqual({
      message: 'A mudança já aparece na capa do site.',
      uuid,
      version: 2,
    });
    expect(await details(uuid)).toEqual({
      ...before,
      title: 'Nova feira',
      version: 2,
      updated_at: expect.any(String),
    });
    expect((await update(uuid, { alt: '', link: '', starts_at: '' })).statusCode).toBe(200);
    expect(await details(uuid)).toMatchObject({
      title: 'Feira',
      alt: null,
      link: null,
      starts_at: null,
      version: 3,
    });
  });

  it('replaces the image and stops serving the old file', async () => {
    const uuid = await storeRecord();
    const { file: old } = await details(uuid);
    const before = await app.storedKeys();
    expect(
      (await update(uuid, { image: fileOf(await png({ width: 20, height: 30 }), 'a.png', 'image/png') }))
        .statusCode,
    ).toBe(200);
    const { file } = await details(uuid);
    expect([file.width, file.height]).toEqual([20, 30]);
    expect((await app.request('GET', old.url_s3)).statusCode).toBe(404);
    expect((await app.request('GET', file.url_s3)).statusCode).toBe(200);
    // The old file is retained for the version that used it.
    expect(await app.storedKeys()).toHaveLength(2 * before.length);
    expect(await counts()).toMatchObject({ banners: 1, files: 2 });
  });

  it('shows a change on the home page at once', async () => {
    const uuid = await storeRecord({ title: 'Antes' });
    expect(await onHome()).toEqual(['Antes']);
    await update(uuid, { title: 'Depois' });
    expect(await onHome()).toEqual(['Depois']);
  });

  it('rejects an outdated version with 409 and stores nothing of the attempt', async () => {
    const uuid = await storeRecord();
    expect((await update(uuid, { title: 'Um', version: '1' })).statusCode).toBe(200);
    const before = await counts();
    const answer = await update(uuid, { title: 'Dois', version: '1', image: fileOf(picture) });
    expect(answer.statusCode).toBe(409);
    expect(answer.json().error).toMatch(/mudou enquanto você editava/);
    expect(await counts()).toEqual(before);
    expect((await details(uuid)).title).toBe('Um');
    expect((await update(uuid, { title: 'Três' })).statusCode).toBe(200);
  });

  it('accepts one of several concurrent updates', async () => {
    const uuid = await storeRecord();
    const answers = await Promise.all(
      ['A', 'B', 'C'].map((title) => update(uuid, { title, version: '1', image: fileOf(picture) })),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
    // Files of the first image and of the accepted update; none of the rejected ones.
    expect(await counts()).toMatchObject({ banners: 1, files: 2, stored: 4 });
    const { file } = await details(uuid);
    expect((await app.request('GET', file.url_s3)).statusCode).toBe(200);
  });

  it('leaves banner and image unchanged when the update is rejected', async () => {
    const uuid = await storeRecord();
    const before = await details(uuid);
    const refused: Fields[] = [
      { title: ' ' },
      { image: fileOf((await noise(200, 200)).subarray(0, 3000)) },
      { image: fileOf(Buffer.from('x')) },
      { image: new File([], 'a.jpg', { type: 'image/jpeg' }) },
    ];
    for (const fields of refused) expect((await update(uuid, fields)).statusCode).toBe(422);
    expect(await details(uuid)).toEqual(before);
    expect(await counts()).toMatchObject({ banners: 1, files: 1, stored: 2 });
  });

  it('validates a new end together with the stored start', async () => {
    const uuid = await storeRecord({ starts_at: '2026-06-01T00:00:00Z' });
    const answer = await update(uuid, { ends_at: '2026-05-01T00:00:00Z', image: fileOf(picture) });
    expect([answer.statusCode, answer.json().errors]).toEqual([
      422,
      { ends_at: ['O fim vem depois do começo.'] },
    ]);
    expect(await counts()).toMatchObject({ files: 1, stored: 2 });
  });

  it('moves the banner to its position', async () => {
    for (const title of ['A', 'B', 'C']) await storeRecord({ title });
    const [first] = (await list()).data;
    await update(first?.uuid ?? '', { title: 'A', position: '3' });
    expect(await titles()).toEqual(['B', 'C', 'A']);
  });

  it('records both states in the audit log', async () => {
    const uuid = await storeRecord({ alt: 'Antes' });
    await update(uuid, { alt: 'Depois' });
    const entry = (await audit()).at(-1);
    expect(entry).toMatchObject({ action: 'update', entity_uuid: uuid, user_name: staff.name });
    expect([JSON.parse(entry?.before ?? '').alt, JSON.parse(entry?.after ?? '').alt]).toEqual([
      'Antes',
      'Depois',
    ]);
  });

  it('answers 404 for an unknown banner', async () => {
    for (const uuid of [randomUUID(), 'nenhum', '1']) {
      expect((await update(uuid, { image: fileOf(picture) })).statusCode).toBe(404);
      expect((await get(`/details/${uuid}`)).statusCode).toBe(404);
      expect((await destroy(uuid)).statusCode).toBe(404);
    }
    expect(await counts()).toEqual(NOTHING);
  });
});

describe('deleting a banner', () => {
  it('removes the banner from the list and its file from the site at once', async () => {
    const [gone, left] = [await storeRecord({ title: 'Sai' }), await storeRecord({ title: 'Fica' })];
    const { file } = await details(gone);
    expect(await onHome()).toEqual(['Sai', 'Fica']);
    const answer = await destroy(gone);
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { data: { message: 'Não aparece mais na capa do site.' } },
    ]);
    expect(await titles()).toEqual(['Fica']);
    expect(await onHome()).toEqual(['Fica']);
    expect((await get(`/details/${gone}`)).statusCode).toBe(404);
    for (const url of [file.url_s3, ...file.variants.map((variant) => variant.url)]) {
      expect((await app.request('GET', url)).statusCode).toBe(404);
    }
    expect((await details(left)).position).toBe(1);
    expect((await destroy(gone)).statusCode).toBe(404);
    expect((await audit()).at(-1)).toMatchObject({ action: 'delete', entity_uuid: gone, after: null });
  });

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

describe('order of banners', () => {
  const order = (uuids: unknown) => app.request('PUT', admin('/order'), { token, json: { uuids } });

  it('reorders the named banners, with the others after them', async () => {
    const uuids: Record<string, string> = {};
    for (const title of ['A', 'B', 'C', 'D']) uuids[title] = await storeRecord({ title });
    expect(await onHome()).toEqual(['A', 'B', 'C', 'D']);
    const answer = await order([uuids.D, uuids.B, uuids.D, randomUUID()]);
    expect([answer.statusCode, answer.json().data.message]).toEqual([200, 'Ordem dos banners salva.']);
    expect(await titles()).toEqual(['D', 'B', 'A', 'C']);
    expect(await onHome()).toEqual(['D', 'B', 'A', 'C']);
    expect((await list()).data.map(({ position, version }) => [position, version])).toEqual([
      [1, 1],
      [2, 1],
      [3, 1],
      [4, 1],
    ]);
    expect((await audit()).at(-1)).toMatchObject({ action: 'order', entity: 'banners' });
  });

  it('rejects an order without a known banner', async () => {
    expect((await order([randomUUID()])).statusCode).toBe(404);
    for (const uuids of [[], ['x'], 'x', undefined]) {
      const answer = await order(uuids);
      expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['uuids']]);
    }
    const broken = await app.request('PUT', admin('/order'), {
      token,
      payload: '{"uuids":',
      headers: { 'content-type': 'application/json' },
    });
    expect(broken.statusCode).toBe(400);
  });

  it('keeps positions dense during concurrent writes', async () => {
    const uuids = await Promise.all(
      ['A', 'B', 'C', 'D', 'E'].map((title) => storeRecord({ title, position: '1' })),
    );
    await Promise.all([
      order(uuids),
      order(uuids.toReversed()),
      destroy(uuids[2] ?? ''),
      storeRecord({ title: 'F' }),
    ]);
    expect((await list()).data.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5]);
  });
});

describe('list of banners', () => {
  beforeEach(async () => {
    await storeRecord({ title: 'Zebra', alt: 'ÁGUA mineral' });
    await storeRecord({ title: 'Água de coco', alt: 'Verão 100%' });
    await storeRecord({ title: 'abacate', alt: 'fruta_da estação' });
    await storeRecord({ title: 'Éclair', alt: 'água' });
  });

  it('returns all banners in order without a query', async () => {
    const answer = await list();
    expect(answer.data.map(({ title }) => title)).toEqual(['Zebra', 'Água de coco', 'abacate', 'Éclair']);
    expect(answer.meta).toBeUndefined();
  });

  it.each([
    ['agua', ['Zebra', 'Água de coco', 'Éclair']],
    ['ÁGUA', ['Zebra', 'Água de coco', 'Éclair']],
    ['coco agua', ['Água de coco']],
    ['  verao  ', ['Água de coco']],
    ['100%', ['Água de coco']],
    ['%', ['Água de coco']],
    ['_', ['abacate']],
    ['\\', []],
    ["'", []],
    ['\0', ['Zebra', 'Água de coco', 'abacate', 'Éclair']],
    ['nada disso', []],
  ])('searches %j without accents or case, and without wildcards', async (search, found) => {
    expect(await titles(`?search=${encodeURIComponent(search)}`)).toEqual(found);
  });

  it('sorts without accents or case', async () => {
    expect(await titles('?sort=title')).toEqual(['abacate', 'Água de coco', 'Éclair', 'Zebra']);
    expect(await titles('?sort=-title')).toEqual(['Zebra', 'Éclair', 'Água de coco', 'abacate']);
    expect(await titles('?sort=alt')).toEqual(['Éclair', 'Zebra', 'abacate', 'Água de coco']);
    expect(await titles('?sort=-id')).toEqual(['Éclair', 'abacate', 'Água de coco', 'Zebra']);
  });

  it('returns pages with a total', async () => {
    const page = await list('?page=2&per_page=3&sort=title');
    expect(page.data.map(({ title }) => title)).toEqual(['Zebra']);
    expect(page.meta).toEqual({ page: 2, per_page: 3, total: 4 });
    expect((await list('?page=1&search=agua')).meta).toEqual({ page: 1, per_page: 50, total: 3 });
    expect(await list('?page=9&per_page=3')).toEqual({ data: [], meta: { page: 9, per_page: 3, total: 4 } });
  });

  it('ignores unknown parameters', async () => {
    expect(await titles('?page=x&per_page=-1&sort=constructor&search=&other[]=1')).toHaveLength(4);
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
  });
});
