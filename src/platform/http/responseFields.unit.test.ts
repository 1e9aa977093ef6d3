import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bodyOf, createTestApp, type TestApp } from '../../../test/app.ts';
import { fileOf, noise } from '../../../test/images.ts';
import { uploadCalls } from '../../../test/uploads.ts';
import { listBanners } from '../../content/banners/banner.contract.ts';
import { features } from '../../server/features.ts';
import type { Endpoint } from '../../shared/endpoint.ts';
import { MAX_ROW_WIDTH } from '../../shared/files/pictureWidths.ts';

let app: TestApp;
let token: string;
let picture: Buffer;
const MANY = 12;

const banners = uploadCalls(() => app, 'banners', {
  fields: () => ({ title: 'Café da manhã', alt: 'Uma xícara' }),
  files: () => ({ image: fileOf(picture) }),
});

beforeAll(async () => {
  app = await createTestApp();
  token = await app.signIn();
  picture = await noise(1200, 500);
  for (let at = 0; at < MANY; at += 1) await banners.storeRecord();
});
afterAll(() => app.remove());

const read = (url: string, headers = {}) => app.request('GET', `/api${url}`, { token, headers });
const rows = async (query: string) => (await read(`/admin/banners${query}`)).json().data;

describe('fields of a list', () => {
  test('returns whole records if no fields are requested', async () => {
    const answer = await read('/admin/banners?page=1');
    const { data, meta } = bodyOf(listBanners.answers[200], answer);
    expect(data).toHaveLength(MANY);
    expect(meta?.total).toBe(MANY);
    expect(data[0]?.file.variants.some(({ width }) => width > MAX_ROW_WIDTH)).toBe(true);
    expect(data[0]?.file.placeholder).toMatch(/^data:/);
  });

  test('returns only the requested fields, whatever their order', async () => {
    const whole = await rows('');
    const some = await rows('?fields=title,uuid');
    expect(some).toEqual(whole.map(({ uuid, title }: Record<string, string>) => ({ uuid, title })));
    const { data, meta } = (await read('/admin/banners?page=2&per_page=5&sort=-id&fields=id')).json();
    expect(data.map((row: object) => Object.keys(row))).toEqual(Array(5).fill(['id']));
    expect(meta).toEqual({ page: 2, per_page: 5, total: MANY });
  });

  test('returns thumbnails if fields are requested', async () => {
    const [whole] = await rows('');
    const [{ file }] = await rows('?fields=file');
    expect(file).toEqual({
      ...whole.file,
      placeholder: null,
      variants: whole.file.variants.filter(
        ({ type, width }: { type: string; width: number }) => type === 'image/webp' && width <= MAX_ROW_WIDTH,
      ),
    });
    expect(file.variants.length).toBeGreaterThan(0);
  });

  test.each(['fields=', 'fields=nada', 'fields=__proto__,constructor', 'fields=uuid&fields=id'])(
    'returns whole records for %s, which names no known field',
    async (query) => {
      expect(await rows(`?${query}`)).toEqual(await rows(''));
    },
  );

  test('ignores unknown field names', async () => {
    const [row] = await rows('?fields=uuid,senha,toString');
    expect(Object.keys(row)).toEqual(['uuid']);
  });

  test('supports `fields` in every list', async () => {
    const routes = features.flatMap((feature) => feature.routes?.(app.deps) ?? []);
    const lists = routes.map(({ endpoint }) => endpoint).filter((endpoint) => takesFields(endpoint));
    expect(lists.length).toBeGreaterThanOrEqual(14);
    for (const { path } of lists) {
      const answer = await read(`${path}?page=1&fields=uuid`);
      expect(answer.statusCode, path).toBe(200);
      for (const row of answer.json().data) expect(Object.keys(row), path).toEqual(['uuid']);
    }
    const document = (await app.request('GET', '/api/docs/json')).json();
    const { parameters } = document.paths['/api/admin/banners'].get;
    expect(parameters.find(({ name }: { name: string }) => name === 'fields').description).toContain('540');
  });
});

const takesFields = ({ query }: Endpoint) =>
  JSON.stringify(Object.keys((query as { shape?: object } | undefined)?.shape ?? {})).includes('"fields"');

describe('compression of staff responses', () => {
  test.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
  ])('compresses a staff response for `accept-encoding: %s`', async (accepted, encoding, open) => {
    const plain = await read('/admin/banners');
    const answer = await read('/admin/banners', { 'accept-encoding': accepted });
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers.vary).toBe('accept-encoding');
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length);
    expect(answer.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
    expect(JSON.parse(open(answer.rawPayload).toString())).toEqual(plain.json());
  });

  test('sends a staff response uncompressed if the client accepts no encoding or the response is short', async () => {
    const plain = await read('/admin/banners');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.headers.vary).toBe('accept-encoding');
    const short = await read('/admin/banners?page=1&per_page=1&fields=uuid', { 'accept-encoding': 'br' });
    expect(short.headers['content-encoding']).toBeUndefined();
  });

  test('keeps `origin` in `vary` when it compresses', async () => {
    const open = await createTestApp({ env: { CORS_ORIGINS: 'https://outra.example' } });
    const answer = await open.request('GET', '/api/admin/banners', {
      token: await open.signIn(),
      headers: { origin: 'https://outra.example', 'accept-encoding': 'br' },
    });
    expect(String(answer.headers.vary).toLowerCase()).toContain('origin');
    expect(String(answer.headers.vary).toLowerCase()).toContain('accept-encoding');
    await open.remove();
  });
});

describe('compression of sign-ins', () => {
  test('never compresses the response of a sign-in', async () => {
    const answer = await app.request('POST', '/api/auth/login', {
      json: { email: 'a@exemplo.example', password: 'errada' },
      headers: { 'accept-encoding': 'br' },
    });
    expect(answer.headers['content-encoding']).toBeUndefined();
  });
});
