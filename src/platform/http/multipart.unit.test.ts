import { readdir } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { fileOf, jpeg } from '../../../test/images.ts';
import { pdf } from '../../../test/sampleFiles.ts';
import { type Fields, formOf } from '../../../test/uploads.ts';
import { features } from '../../server/features.ts';
import type { Endpoint, MultipartBody } from '../../shared/endpoint.ts';
import { failureEnvelope } from '../../shared/failure.ts';

let app: TestApp;
let token: string;
let uploads: (Endpoint & { body: MultipartBody })[];

beforeAll(async () => {
  app = await createTestApp();
  token = await app.signIn();
  uploads = features
    .flatMap((feature) => feature.routes?.(app.deps) ?? [])
    .map(({ endpoint }) => endpoint)
    .filter((endpoint): endpoint is (typeof uploads)[number] => endpoint.body?.type === 'multipart');
});
afterAll(() => app.remove());

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const addressOf = ({ path }: Endpoint) => `/api${path.replace(':uuid', UNKNOWN)}`;
const post = (url: string, options: Parameters<TestApp['request']>[2]) =>
  app.request('POST', url, { token, ...options });

/** Returns a part as it goes over the wire, with any name. */
const bodyOf = (boundary: string, name: string, file = '') =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file && `; filename="${file}"\r\nContent-Type: image/jpeg`}\r\n\r\nx\r\n--${boundary}--\r\n`;

async function expectRefused(
  endpoint: Endpoint,
  options: Parameters<TestApp['request']>[2],
  statuses: number[],
) {
  const answer = await post(addressOf(endpoint), options);
  expect(statuses, `${endpoint.path}: ${answer.payload}`).toContain(answer.statusCode);
  failureEnvelope.parse(answer.json());
}

describe('names of parts', () => {
  test.each(['toString[]', 'valueOf[]', '__proto__[]', 'constructor[]', 'hasOwnProperty', '__proto__', ''])(
    'treats «%s» like any other unknown field',
    async (name) => {
      for (const endpoint of uploads) {
        for (const file of ['', 'a.jpg']) {
          await expectRefused(
            endpoint,
            {
              payload: bodyOf('b', name, file),
              headers: { 'content-type': 'multipart/form-data; boundary=b' },
            },
            [400, 422],
          );
        }
      }
      expect(({} as Record<string, unknown>).x).toBeUndefined();
    },
  );
});

describe('malformed bodies', () => {
  const long = 'b'.repeat(5000);
  test.each([
    ['a boundary of 5,000 characters', `multipart/form-data; boundary=${long}`, bodyOf(long, 'title')],
    ['an empty boundary', 'multipart/form-data; boundary=', bodyOf('', 'title')],
    ['no boundary', 'multipart/form-data', bodyOf('b', 'title')],
    ['no end', 'multipart/form-data; boundary=b', bodyOf('b', 'title').slice(0, -8)],
    ['no end of a file', 'multipart/form-data; boundary=b', bodyOf('b', 'image', 'a.jpg').slice(0, -8)],
    ['nothing', 'multipart/form-data; boundary=b', ''],
  ])('rejects a body with %s and leaves no file', async (_, type, payload) => {
    for (const endpoint of uploads)
      await expectRefused(endpoint, { payload, headers: { 'content-type': type } }, [400, 404, 422]);
    await vi.waitFor(async () => expect(await readdir(join(app.dataDir, 'tmp')).catch(() => [])).toEqual([]));
  });
});

describe('rest of a refused body', () => {
  test('reads past the rest of a refused body before the next request of the connection', async () => {
    await app.server.listen({ port: 0, host: '127.0.0.1' });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const { port } = app.server.server.address() as AddressInfo;
    const call = (method: string, path: string, headers: Record<string, string>, payload?: Buffer) =>
      new Promise<number | undefined>((resolve, reject) => {
        const sent = request({ port, agent, method, path, headers, timeout: 30_000 });
        sent.on('response', (answer) => answer.resume().on('end', () => resolve(answer.statusCode)));
        sent.on('timeout', () => sent.destroy(new Error('no answer'))).on('error', reject);
        sent.end(payload);
      });
    const type = 'multipart/form-data; boundary=b';
    const headers = { authorization: `Bearer ${token}`, 'content-type': type };
    const rest = Buffer.from(
      bodyOf('b', 'other', 'b.jpg').replace('\r\nx\r\n', `\r\n${'x'.repeat(3_000_000)}\r\n`),
    );
    const refused: [string, string][] = [
      ['a file of another kind', bodyOf('b', 'image', 'a.jpg').slice(0, -'--b--\r\n'.length)],
      ['a name of the language', bodyOf('b', '__proto__').slice(0, -'--b--\r\n'.length)],
      [
        'a part without an end',
        '--b\r\nContent-Disposition: form-data; name="image"; filename="a"\r\nContent-Type: text/html\r\n\r\n',
      ],
    ];
    for (const [what, head] of refused) {
      const payload = Buffer.concat([Buffer.from(head), rest]);
      const status = await call('POST', '/api/admin/banners/store', headers, payload);
      expect([400, 413, 422], what).toContain(status);
      expect(await call('GET', '/api/site/home', {}), what).toBe(200);
    }
    agent.destroy();
  });
});

describe('JSON for endpoints with files', () => {
  const image = async () => fileOf(await jpeg(), 'a.jpg', 'image/jpeg');
  const category = async () => {
    const answer = await app.request('POST', '/api/admin/revenue-categories/store', {
      token,
      json: { name: 'Doces' },
    });
    expect(answer.statusCode).toBe(201);
    const list = await app.request('GET', '/api/admin/revenue-categories', { token });
    return String(list.json().data[0].id);
  };
  /** A complete record for each resource that is saved with files. */
  const completeRecords: Record<string, () => Promise<{ fields: Record<string, string>; files: Fields }>> = {
    banners: async () => ({ fields: { title: 'Feira' }, files: { image: await image() } }),
    branches: async () => ({
      fields: {
        name: 'Centro',
        description: 'Perto de tudo',
        road: 'Rua A',
        number: '1',
        district: 'Centro',
        email: 'centro@rede.example',
        phone: '1933330000',
        city: 'Campinas',
        state: 'SP',
        zip_code: '13000000',
      },
      files: { image: await image() },
    }),
    'daily-booklets': async () => ({
      fields: { title: 'Oferta', start_date: '2026-11-22' },
      files: { photos: await image() },
    }),
    movies: async () => ({
      fields: { name: 'Filme', type: '1', classification: 'L' },
      files: { image: await image() },
    }),
    offers: async () => ({
      fields: {
        ...{ product: 'Arroz', size: '5', unit: 'kg', price: '24.90', department: 'grocery' },
        ...{ valid_from: '2026-11-22', valid_until: '2026-11-30' },
      },
      files: {},
    }),
    revenues: async () => ({
      fields: { name: 'Bolo', revenue_category_id: await category() },
      files: { image: await image() },
    }),
    shops: async () => ({
      fields: { name: 'Loja', email: 'loja@rede.example', phone: '1933330000' },
      files: { image: await image() },
    }),
  };

  test('every update with files is tested', () => {
    const updates = uploads.filter(({ path }) => path.includes('/update/'));
    expect(updates.map(({ path }) => path.split('/')[2]).sort()).toEqual(Object.keys(completeRecords).sort());
  });

  test.each(Object.keys(completeRecords))('updates a record of %s without a file', async (resource) => {
    const { fields, files } = (await completeRecords[resource]?.()) ?? { fields: {}, files: {} };
    const stored = await post(`/api/admin/${resource}/store`, { form: formOf({ ...fields, ...files }) });
    expect(stored.statusCode, stored.payload).toBe(201);
    const { uuid } = stored.json().data as { uuid: string };
    const read = async () =>
      (await app.request('GET', `/api/admin/${resource}/details/${uuid}`, { token })).json().data;
    const before = await read();
    // A value in a file field, which an old client may send, counts as no file.
    for (const more of [{}, { image: '', photos: null, gallery: [] }, { files: {} }]) {
      const answer = await post(`/api/admin/${resource}/update/${uuid}`, { json: { ...fields, ...more } });
      expect(answer.statusCode, answer.payload).toBe(200);
    }
    const after = await read();
    expect(after.version).toBe(before.version + 3);
    const pictures = ({ file, photos, gallery, galleries }: typeof after) => ({
      file,
      photos,
      gallery,
      galleries,
    });
    expect(pictures(after)).toEqual(pictures(before));
  });

  test('rejects a record without its required file with 422 and a message at the field', async () => {
    const needing = uploads.filter(({ body }) => Object.values(body.files).some(({ required }) => required));
    expect(needing.length).toBeGreaterThan(6);
    for (const endpoint of needing) {
      for (const json of [{}, { image: {}, photos: ['x'], doc: 'y', video: 1 }]) {
        const answer = await post(addressOf(endpoint), { json });
        expect(answer.statusCode, `${endpoint.path} ${answer.payload}`).toBe(422);
        for (const [name, { required }] of Object.entries(endpoint.body.files))
          if (required) expect(answer.json().errors, endpoint.path).toHaveProperty(name);
      }
    }
  });

  test('accepts a file field only if it is sent as a file', async () => {
    const form = new FormData();
    form.set('doc', 'eu sou texto');
    const answer = await post('/api/site/work-with-us', { form });
    expect(answer.json().errors.doc).toEqual(['Escolha um arquivo PDF.']);
    form.set('doc', fileOf(pdf(), 'a.pdf', 'application/pdf'));
    expect((await post('/api/site/work-with-us', { form })).json().errors).not.toHaveProperty('doc');
  });
});
