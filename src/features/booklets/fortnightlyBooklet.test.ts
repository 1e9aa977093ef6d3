import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { bodyOf, createTestApp, type TestApp } from '../../../test/app.ts';
import { hostilePdfs, pdf } from '../../../test/documents.ts';
import { fileOf } from '../../../test/images.ts';
import { countsOf, emptyContent, type Fields, formOf } from '../../../test/uploads.ts';
import { siteHome } from '../home/home.contract.ts';
import {
  getFortnightlyBooklet,
  siteFortnightlyBooklet,
  storeFortnightlyBooklet,
} from './booklet.contract.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await createTestApp({ env: { MAX_PDF_MB: '1' } });
  token = await app.signIn();
});
afterAll(() => app.remove());
beforeEach(() => emptyContent(app, ['fortnightly_booklets']));

const docOf = (bytes: Buffer, name = 'encarte.pdf', type = 'application/pdf') => fileOf(bytes, name, type);
const STORE = '/api/admin/booklets/fortnightly/store';
const store = (fields: Fields = { doc: docOf(pdf()) }) =>
  app.request('POST', STORE, { token, form: formOf(fields) });
const get = () => app.request('GET', '/api/admin/booklets/fortnightly', { token });
const read = async () => bodyOf(getFortnightlyBooklet.answers[200], await get()).data;
const onSite = () => app.request('GET', '/api/site/booklets/fortnightly');
const counts = () => countsOf(app, { booklets: 'fortnightly_booklets' });
const NOTHING = { booklets: 0, files: 0, audit: 0, stored: 0 };

describe('the fortnightly booklet', () => {
  it('is a 204 for staff and shoppers until the first is sent', async () => {
    for (const answer of [await get(), await onSite()])
      expect([answer.statusCode, answer.payload]).toEqual([204, '']);
    const home = bodyOf(siteHome.answers[200], await app.request('GET', '/api/site/home'));
    expect(home.data.booklet_fortnightly).toBeNull();
  });

  it('is created by the first save and replaced by the next, at once for shoppers', async () => {
    await onSite();
    const first = await store({
      doc: docOf(pdf('um'), 'Encarte São João.pdf'),
      valid_from: '2026-11-16',
      valid_until: '2026-11-30',
    });
    expect([first.statusCode, first.json().data.message]).toEqual([
      201,
      'Encarte quinzenal atualizado com sucesso.',
    ]);
    const old = await read();
    expect(old).toMatchObject({
      uuid: first.json().data.uuid,
      version: 1,
      valid_from: '2026-11-16',
      valid_until: '2026-11-30',
      file: { name: 'Encarte São João.pdf', type: 'application/pdf', bytes: pdf('um').length },
    });

    const second = await store({ doc: docOf(pdf('dois')), version: '1' });
    expect(bodyOf(storeFortnightlyBooklet.answers[200], second).data).toMatchObject({
      uuid: old.uuid,
      version: 2,
    });
    expect(second.statusCode).toBe(200);
    const booklet = await read();
    const { file, valid_from, valid_until } = booklet;
    expect([valid_from, valid_until]).toEqual(['2026-11-16', '2026-11-30']);
    expect(bodyOf(siteFortnightlyBooklet.answers[200], await onSite()).data).toEqual({
      file,
      valid_from,
      valid_until,
    });
    const home = bodyOf(siteHome.answers[200], await app.request('GET', '/api/site/home'));
    expect(home.data.booklet_fortnightly?.file.url_s3).toBe(file.url_s3);

    const media = await app.request('GET', file.url_s3);
    expect(media.rawPayload.equals(pdf('dois'))).toBe(true);
    expect(media.headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'",
    });
    expect((await app.request('GET', old.file.url_s3)).statusCode).toBe(404);
    expect(await counts()).toEqual({ booklets: 1, files: 1, audit: 2, stored: 1 });
  });

  it('clears a day that is sent empty', async () => {
    await store({ doc: docOf(pdf()), valid_from: '2026-11-16', valid_until: '2026-11-30' });
    await store({ doc: docOf(pdf()), valid_from: '' });
    expect(await read()).toMatchObject({ valid_from: null, valid_until: '2026-11-30' });
  });

  it('lets one of two first saves at once make the record', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => store()));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 201]);
    expect(await counts()).toMatchObject({ booklets: 1, files: 1, stored: 1 });
    expect((await app.request('GET', (await read()).file.url_s3)).statusCode).toBe(200);
  });
});

describe('what is refused changes nothing', () => {
  it.each(hostilePdfs)('%s: 422', async (_, doc) => {
    const answer = await store({ doc });
    expect(answer.statusCode, answer.payload).toBe(422);
    expect(Object.keys(answer.json().errors)).toEqual(['doc']);
    expect(await counts()).toEqual(NOTHING);
  });

  it.each<[string, Fields, Record<string, unknown>]>([
    ['no file', {}, { doc: ['Escolha um arquivo PDF.'] }],
    ['a text as file', { doc: 'encarte' }, { doc: ['Escolha um arquivo PDF.'] }],
    [
      'a day that is none',
      { doc: docOf(pdf()), valid_from: '16/11/2026' },
      { valid_from: ['Informe o dia, o mês e o ano.'] },
    ],
    [
      'an end before its start',
      { doc: docOf(pdf()), valid_from: '2026-11-16', valid_until: '2026-11-15' },
      { valid_until: ['O último dia vem depois do primeiro.'] },
    ],
  ])('%s: 422', async (_, fields, errors) => {
    const answer = await store(fields);
    expect([answer.statusCode, answer.json().errors]).toEqual([422, errors]);
    expect(await counts()).toEqual(NOTHING);
  });

  it('a file that is too large: 413 with the limit in words', async () => {
    const answer = await store({ doc: docOf(pdf('grande', 1_100_000)) });
    expect([answer.statusCode, answer.json().errors]).toEqual([
      413,
      { doc: ['O arquivo passa de 1 MB. Escolha um menor.'] },
    ]);
    expect(await counts()).toEqual(NOTHING);
  });

  it('without a session: 401', async () => {
    const form = new FormData();
    form.append('doc', docOf(pdf()));
    expect((await app.request('POST', STORE, { form })).statusCode).toBe(401);
    expect((await app.request('GET', '/api/admin/booklets/fortnightly')).statusCode).toBe(401);
    expect(await counts()).toEqual(NOTHING);
  });

  it('a broken one, an end before the stored start and a version that is behind leave what was there', async () => {
    await store({ doc: docOf(pdf('fica')), valid_from: '2026-11-16' });
    const before = [await read(), await counts()];
    const attempts: [Fields, number][] = [
      [{ doc: docOf(pdf().subarray(0, 200)) }, 422],
      [{ doc: docOf(pdf()), valid_until: '2026-11-01' }, 422],
      [{ doc: docOf(pdf()), version: '7' }, 409],
    ];
    for (const [fields, status] of attempts) expect((await store(fields)).statusCode).toBe(status);
    expect([await read(), await counts()]).toEqual(before);
  });

  it('with the store away: 503', async () => {
    vi.spyOn(app.deps.store, 'put').mockRejectedValue(new Error('away'));
    expect((await store()).statusCode).toBe(503);
    expect(await counts()).toEqual(NOTHING);
  });
});
