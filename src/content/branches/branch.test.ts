import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { bodyOf, createTestApp, type TestApp } from '../../../test/app.ts';
import { fileOf, jpeg, png } from '../../../test/images.ts';
import { countRows, emptyContent, type Fields, formOf, uploadCalls } from '../../../test/uploads.ts';
import { sweep } from '../../records/server/files/file.service.ts';
import { branchRecord, getBranch, listBranches, siteBranches } from './branch.contract.ts';

let app: TestApp;
let token: string;
let picture: Buffer;

const TABLES = { images: 'branch_images', branches: 'branches' } as const;

beforeAll(async () => {
  app = await createTestApp({ env: { MAX_IMAGE_MB: '1' } });
  token = await app.signIn();
  picture = await jpeg();
});
afterAll(() => app.remove());
beforeEach(() => emptyContent(app, Object.values(TABLES)));

const required = {
  name: 'Aurora Centro',
  email: 'centro@aurora.example',
  phone: '(85) 3222-4400',
  number: '48',
  road: 'Rua das Flores',
  district: 'Centro',
  city: 'Fortaleza',
  state: 'CE',
  zip_code: '60025-100',
};

const { admin, get, store, storeRecord, update, destroy } = uploadCalls(() => app, 'branches', {
  fields: () => required,
  files: () => ({ image: fileOf(picture) }),
});
const photo = (name = 'foto.jpg') => fileOf(picture, name);

async function details(uuid: string) {
  const answer = await get(`/details/${uuid}`);
  expect(answer.statusCode).toBe(200);
  return bodyOf(getBranch.answers[200], answer).data;
}
const galleryOf = async (uuid: string) => (await details(uuid)).galleries.url_s3.original;
const names = async (query = '') =>
  bodyOf(listBranches.answers[200], await get(query)).data.map(({ name }) => name);
const onSite = async () =>
  bodyOf(siteBranches.answers[200], await app.request('GET', '/api/site/branches')).data;
const statusOf = async (url: string) => (await app.request('GET', url)).statusCode;

const counts = () => countRows(app, TABLES);
const NOTHING = { branches: 0, images: 0, files: 0, audit: 0, stored: 0 };

describe('creating a branch', () => {
  it('answers 201 and shows every field to staff and shoppers', async () => {
    expect(await onSite()).toEqual([]);
    const hours = [
      { weekday: 7, opens: '08:00', closes: '14:00' },
      { weekday: 1, opens: '14:00', closes: '18:00' },
      { weekday: 1, opens: '07:00', closes: '12:00' },
    ];
    const answer = await store({
      description: 'Aberta desde cedo.',
      phone_secondary: '(85) 90000-0012',
      complement: 'Térreo',
      reference: 'Ao lado do mercado',
      localization: 'https://mapas.example/centro',
      instagram: 'https://instagram.example/aurora',
      latitude: '-3,7275',
      longitude: '-38.5275',
      hours: JSON.stringify(hours),
      services: JSON.stringify([
        { service: 'parking', note: '', hours: [] },
        { service: 'bakery', note: ' Pão às 7h ', hours: [{ weekday: 7, opens: '06:00', closes: '21:00' }] },
      ]),
      alt: 'Fachada',
      photos: [photo('a.jpg'), fileOf(await png({ width: 20, height: 30 }), 'b.png', 'image/png')],
    });
    expect(answer.statusCode, answer.payload).toBe(201);
    expect(answer.json().data.message).toBe('Já aparece na página das filiais.');
    const branch = await details(answer.json().data.uuid);
    expect(branch).toMatchObject({
      ...required,
      description: 'Aberta desde cedo.',
      phone_secondary: '(85) 90000-0012',
      latitude: -3.7275,
      longitude: -38.5275,
      hours: [hours[2], hours[1], hours[0]],
      // In the site's order, not in the order of the request.
      services: [
        { service: 'bakery', note: 'Pão às 7h', hours: [{ weekday: 7, opens: '06:00', closes: '21:00' }] },
        { service: 'parking', note: null, hours: [] },
      ],
      instagram: 'https://instagram.example/aurora',
      facebook: null,
      position: 1,
      version: 1,
      file: { width: 48, height: 32, alt: 'Fachada' },
      galleries: {
        url_s3: {
          original: [
            { uuid: expect.any(String), path: expect.stringMatching(/original\.jpg$/), width: 48 },
            { uuid: expect.any(String), path: expect.stringMatching(/original\.png$/), width: 20 },
          ],
        },
      },
    });
    expect(bodyOf(listBranches.answers[200], await get('')).data).toEqual([branch]);
    const { version, publication, updated_at, ...shown } = branch;
    expect((await app.request('GET', '/api/site/branches')).json().data).toEqual([shown]);
    const alone = await app.request('GET', `/api/site/branches/details/${branch.uuid}`);
    expect(alone.json().data).toEqual(shown);
    const home = await app.request('GET', '/api/site/home');
    expect(home.json().data.branches).toEqual([shown]);
    for (const { path } of branch.galleries.url_s3.original) expect(await statusOf(path)).toBe(200);
  });

  it('uses the time zone of the state unless another is selected', async () => {
    const uuid = await storeRecord({ state: 'AM' });
    const zone = async () => (await details(uuid)).time_zone;
    expect(await zone()).toBe('America/Manaus');
    expect((await update(uuid, { state: 'PE', time_zone: 'America/Manaus' })).statusCode).toBe(200);
    expect(await zone(), 'the zone of the former state was no choice').toBe('America/Recife');
    await update(uuid, { state: 'PE', time_zone: 'America/Noronha' });
    expect(await zone()).toBe('America/Noronha');
    await update(uuid, { state: 'PE' });
    expect(await zone(), 'what is absent stays').toBe('America/Noronha');
    expect((await onSite())[0]?.time_zone).toBe('America/Noronha');
    await update(uuid, { state: 'PE', time_zone: '' });
    expect(await zone()).toBe('America/Recife');
    const wrong = await update(uuid, { time_zone: 'Europe/Lisbon' });
    expect([wrong.statusCode, wrong.json().errors]).toEqual([
      422,
      { time_zone: ['Escolha um fuso horário da lista.'] },
    ]);
  });

  it('accepts pictures under the field name without brackets', async () => {
    const data = formOf({ ...required, image: fileOf(picture) });
    data.append('photos', photo());
    data.append('photos', photo());
    const answer = await app.request('POST', admin('/store'), { token, form: data });
    expect(await galleryOf(answer.json().data.uuid)).toHaveLength(2);
  });
});

describe('invalid branches', () => {
  const hours = (...spans: unknown[]) => ({ hours: JSON.stringify(spans) });
  const services = (...some: unknown[]) => ({ services: JSON.stringify(some) });
  const span = (weekday: unknown, opens = '08:00', closes = '18:00') => ({ weekday, opens, closes });

  it.each<[string, Fields, Record<string, unknown>]>([
    ['an invalid e-mail', { email: 'centro@' }, { email: [expect.stringContaining('Confira o e-mail')] }],
    ['a short CEP', { zip_code: '600' }, { zip_code: [expect.stringContaining('CEP')] }],
    ['a latitude beyond the pole', { latitude: '90.1', longitude: '0' }, { latitude: [expect.any(String)] }],
    [
      'a longitude that is not a number',
      { latitude: '0', longitude: 'leste' },
      { longitude: [expect.any(String)] },
    ],
    [
      'a latitude without a longitude',
      { latitude: '-3.7' },
      { longitude: ['Informe a latitude e a longitude, ou nenhuma das duas.'] },
    ],
    [
      'a longitude with a cleared latitude',
      { latitude: '', longitude: '1' },
      { longitude: ['Informe a latitude e a longitude, ou nenhuma das duas.'] },
    ],
    ['hours that are not JSON', { hours: '[{' }, { hours: [expect.stringContaining('Confira os horários')] }],
    ['hours that are not a list', { hours: '{"a":1}' }, { hours: [expect.any(String)] }],
    ['an eighth day', hours(span(8)), { hours: [expect.any(String)] }],
    ['a weekday by name', hours(span('segunda')), { hours: [expect.any(String)] }],
    [
      'a day without its times',
      hours(span(2, '', '18:00')),
      { hours: ['Terça: informe a hora de abrir e a de fechar, como 08:30.'] },
    ],
    ['hours past 24', hours(span(1, '08:00', '25:00')), { hours: [expect.stringMatching(/^Segunda: /)] }],
    [
      'three spans in a day',
      hours(span(3, '08:00', '09:00'), span(3, '10:00', '11:00'), span(3, '12:00', '13:00')),
      { hours: ['Quarta: informe até 2 horários.'] },
    ],
    [
      'spans that overlap',
      hours(span(1), span(1, '17:00', '20:00')),
      { hours: [expect.stringMatching(/^Segunda: um horário começa antes/)] },
    ],
    [
      'a Sunday night that overlaps Monday',
      hours(span(7, '20:00', '09:00'), span(1, '08:00', '18:00')),
      { hours: [expect.stringMatching(/^Segunda: um horário começa antes/)] },
    ],
    [
      'services that are not a list',
      { services: 'padaria' },
      { services: ['Confira os serviços da filial.'] },
    ],
    [
      'an unknown service',
      services({ service: 'heliport' }),
      { services: ['Confira os serviços da filial.'] },
    ],
    [
      'a service twice',
      services({ service: 'bakery' }, { service: 'bakery' }),
      { services: ['Padaria: o serviço aparece duas vezes.'] },
    ],
    [
      'a note that is too long',
      services({ service: 'bakery', note: 'x'.repeat(81) }),
      { services: ['Padaria: use no máximo 80 caracteres.'] },
    ],
    [
      'service hours without a closing time',
      services({ service: 'pharmacy', hours: [span(2, '08:00', '')] }),
      { services: ['Farmácia: terça: informe a hora de abrir e a de fechar, como 08:30.'] },
    ],
  ])('rejects a branch with 422: %s', async (_, fields, errors) => {
    const answer = await store(fields);
    expect([answer.statusCode, answer.json().errors]).toEqual([422, errors]);
    expect(await counts()).toEqual(NOTHING);
  });

  it('rejects a request without a session with 401 before it reads the body', async () => {
    const whole = formOf({ ...required, image: fileOf(picture), photos: [photo()] });
    const calls = [
      app.request('POST', admin('/store'), { form: whole }),
      app.request('POST', admin(`/update/${randomUUID()}`), { form: whole }),
      app.request('DELETE', admin(`/destroy/${randomUUID()}`)),
      app.request('DELETE', admin(`/destroy/gallery-img/${randomUUID()}`)),
      app.request('PUT', admin('/order'), { json: { uuids: [randomUUID()] } }),
      app.request('GET', admin('')),
      app.request('GET', admin(`/details/${randomUUID()}`), { token: 'wrong' }),
    ];
    for (const answer of await Promise.all(calls)) expect(answer.statusCode).toBe(401);
    expect(await counts()).toEqual(NOTHING);
  });

  it('stores nothing when an upload is cancelled', async () => {
    if (!app.server.server.listening) await app.server.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.server.address() as AddressInfo;
    const request = new Request('http://x', {
      method: 'POST',
      body: formOf({ ...required, photos: [photo()] }),
    });
    const sent = httpRequest({ port, method: 'POST', path: admin('/store') });
    sent.on('error', () => undefined);
    sent.setHeader('content-type', request.headers.get('content-type') ?? '');
    sent.setHeader('authorization', `Bearer ${token}`);
    const whole = Buffer.from(await request.arrayBuffer());
    sent.setHeader('content-length', whole.length);
    sent.write(whole.subarray(0, whole.length - 200));
    await vi.waitFor(async () => expect(await readdir(join(app.dataDir, 'tmp'))).not.toEqual([]));
    const closed = new Promise((done) => sent.once('close', done));
    sent.destroy();
    await closed;
    expect(await counts()).toEqual(NOTHING);
  });

  it('stores nothing when a write fails', async () => {
    const uuid = await storeRecord({ photos: [photo()] });
    const before = await counts();
    await app.deps.db.schema.alterTable('audit_log').renameTo('audit_away').execute();
    try {
      const more = { image: fileOf(picture), photos: [photo(), photo()] };
      expect((await update(uuid, more)).statusCode).toBe(500);
      expect((await store(more)).statusCode).toBe(500);
    } finally {
      await app.deps.db.schema.alterTable('audit_away').renameTo('audit_log').execute();
    }
    expect(await counts()).toEqual(before);
    for (const { path } of await galleryOf(uuid)) expect(await statusOf(path)).toBe(200);
  });

  it('answers 503 and stores nothing when the file store fails', async () => {
    const put = app.deps.store.put.bind(app.deps.store);
    let puts = 0;
    vi.spyOn(app.deps.store, 'put').mockImplementation(async (...args) => {
      puts += 1;
      if (puts > 3) throw new Error('away');
      return put(...args);
    });
    expect((await store({ photos: [photo(), photo()] })).statusCode).toBe(503);
    vi.restoreAllMocks();
    expect(await counts()).toEqual(NOTHING);
  });
});

describe('updating a branch', () => {
  it('keeps absent fields and clears empty ones', async () => {
    const uuid = await storeRecord({
      description: 'Texto',
      latitude: '-3.7',
      longitude: '-38.5',
      hours: '[{"weekday":1,"opens":"08:00","closes":"08:00"}]',
      services: '[{"service":"wifi"}]',
      facebook: 'https://facebook.example/a',
      alt: 'Fachada',
      photos: [photo()],
    });
    const before = await details(uuid);
    const answer = await update(uuid, { name: 'Aurora Praia' });
    expect([answer.statusCode, answer.json().data]).toEqual([
      200,
      { message: 'A mudança já aparece na página das filiais.', uuid, version: 2 },
    ]);
    const expected = { ...before, name: 'Aurora Praia', version: 2, updated_at: expect.any(String) };
    expect(await details(uuid)).toEqual(expected);
    const empty = {
      description: '',
      latitude: '',
      longitude: '',
      hours: '',
      services: '[]',
      facebook: '',
      alt: '',
    };
    expect((await update(uuid, empty)).statusCode).toBe(200);
    expect(await details(uuid)).toMatchObject({
      description: null,
      latitude: null,
      longitude: null,
      hours: [],
      services: [],
      facebook: null,
      file: { alt: null },
    });
    expect(await galleryOf(uuid)).toEqual(before.galleries.url_s3.original);
  });

  it('filters the staff list by service and counts the branches of each', async () => {
    await storeRecord({
      name: 'Com',
      services: '[{"service":"wifi","note":"service:fish"},{"service":"fish"}]',
    });
    await storeRecord({ name: 'Sem', services: '[{"service":"wifi"}]' });
    expect(await names('?service=fish')).toEqual(['Com']);
    expect(await names('?service=wifi&sort=name')).toEqual(['Com', 'Sem']);
    // An unknown service is ignored.
    expect(await names('?service=%25')).toEqual(['Com', 'Sem']);
    const { filters } = (await get('?page=1&counts=1')).json();
    const { values } = filters.find(({ name }: { name: string }) => name === 'service');
    expect(values.filter(({ count }: { count: number }) => count > 0)).toEqual([
      { value: 'fish', text: 'Peixaria', count: 1 },
      { value: 'wifi', text: 'Wi-Fi grátis', count: 2 },
    ]);
  });

  it('reads an empty list of hours as no hours', async () => {
    const uuid = await storeRecord({ hours: '[{"weekday":1,"opens":"08:00","closes":"12:00"}]' });
    expect((await update(uuid, { hours: '[]' })).statusCode).toBe(200);
    expect((await details(uuid)).hours).toEqual([]);
  });

  it('validates a single new coordinate together with the stored other coordinate', async () => {
    const uuid = await storeRecord({ latitude: '-3.7', longitude: '-38.5' });
    expect((await update(uuid, { latitude: '-4' })).statusCode).toBe(200);
    expect(await details(uuid)).toMatchObject({ latitude: -4, longitude: -38.5 });
    const answer = await update(uuid, { latitude: '', photos: [photo()] });
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['longitude']]);
    expect(await counts()).toMatchObject({ files: 1, stored: 2 });
  });
});

describe('alternative texts of the gallery', () => {
  const alts = async (uuid: string) => (await galleryOf(uuid)).map(({ alt }) => alt);
  const TOO_LONG = ['Use no máximo 300 caracteres.'];
  const NO_OBJECT = ['Envie os textos das fotos como JSON: { "uuid da foto": "texto" }.'];
  const NO_LIST = ['Envie os textos das fotos novas como JSON: ["texto", "texto"].'];
  const GONE = ['Uma foto cujo texto você mudou não está mais na galeria.'];
  const json = JSON.stringify;

  it('assigns texts to new pictures in order, and changes texts by uuid with the next version', async () => {
    const uuid = await storeRecord({
      photos: [photo(), photo(), photo()],
      new_gallery_alts: json([' Fachada à noite ', '']),
    });
    expect(await alts(uuid)).toEqual(['Fachada à noite', null, null]);
    const [first, second, third] = await galleryOf(uuid);
    const changed = {
      gallery_alts: json({ [first?.uuid ?? '']: '', [third?.uuid ?? '']: 'Padaria' }),
      photos: [photo()],
      new_gallery_alts: json(['Açougue']),
    };
    const answer = await update(uuid, { ...changed, version: '1' });
    expect([answer.statusCode, answer.json().data.version]).toEqual([200, 2]);
    expect(await alts(uuid)).toEqual([null, null, 'Padaria', 'Açougue']);
    expect((await galleryOf(uuid)).slice(0, 2)).toEqual([{ ...first, alt: null }, second]);
    expect((await onSite())[0]?.galleries.url_s3.original.map(({ alt }) => alt)).toEqual(await alts(uuid));
    expect((await update(uuid, { ...changed, version: '1' })).statusCode).toBe(409);

    const entries = await app.deps.db.selectFrom('audit_log').selectAll().orderBy('id').execute();
    expect(entries.map(({ action }) => action).slice(2)).toEqual(['update', 'describe_images', 'add_images']);
    const described = entries.find(({ action }) => action === 'describe_images');
    expect(JSON.parse(described?.before ?? '')).toEqual({
      images: [
        { uuid: first?.uuid, alt: 'Fachada à noite' },
        { uuid: third?.uuid, alt: null },
      ],
    });
  });

  it('keeps the texts when the request has none or repeats them', async () => {
    const uuid = await storeRecord({ photos: [photo()], new_gallery_alts: json(['Fachada']) });
    const [image] = await galleryOf(uuid);
    const silent: Fields[] = [
      {},
      { gallery_alts: '', new_gallery_alts: '' },
      { gallery_alts: '{}', new_gallery_alts: '[]' },
      { gallery_alts: json({ [image?.uuid ?? '']: 'Fachada' }) },
    ];
    for (const fields of silent) expect((await update(uuid, fields)).statusCode).toBe(200);
    expect(await galleryOf(uuid)).toEqual([image]);
    expect(await counts()).toMatchObject({ images: 1, audit: 2 + silent.length });
  });

  it('rejects invalid texts with 422 and changes nothing', async () => {
    const uuid = await storeRecord({ photos: [photo()], new_gallery_alts: json(['Fachada']) });
    const other = await storeRecord({ name: 'Outra', photos: [photo()] });
    const [own, foreign] = [(await galleryOf(uuid))[0]?.uuid ?? '', (await galleryOf(other))[0]?.uuid ?? ''];
    const [before, all] = [await details(uuid), await counts()];
    const long = 'x'.repeat(301);
    const attempts: [Fields, Record<string, string[]>][] = [
      [{ gallery_alts: '{' }, { gallery_alts: NO_OBJECT }],
      [{ gallery_alts: '["Fachada"]' }, { gallery_alts: NO_OBJECT }],
      [{ gallery_alts: json({ [own]: { texto: 'a' } }) }, { gallery_alts: ['Informe um texto.'] }],
      [{ gallery_alts: json({ [own]: long }) }, { gallery_alts: TOO_LONG }],
      [{ gallery_alts: json({ [own]: 'Nova', [randomUUID()]: 'a' }) }, { gallery_alts: GONE }],
      [{ gallery_alts: json({ [own]: 'Nova', [foreign]: 'a' }) }, { gallery_alts: GONE }],
      [{ gallery_alts: json({ nenhuma: 'a' }) }, { gallery_alts: GONE }],
      [{ new_gallery_alts: 'Fachada' }, { new_gallery_alts: NO_LIST }],
      [{ new_gallery_alts: '{"0":"a"}' }, { new_gallery_alts: NO_LIST }],
      [{ new_gallery_alts: json([long]) }, { new_gallery_alts: TOO_LONG }],
      [{ new_gallery_alts: json(['a', 'b']) }, { new_gallery_alts: ['Há mais textos do que fotos novas.'] }],
    ];
    for (const [fields, errors] of attempts) {
      const answer = await update(uuid, { name: 'Outro nome', photos: [photo()], ...fields });
      expect([answer.statusCode, answer.json().errors]).toEqual([422, errors]);
      expect(answer.json().error).toBe(Object.values(errors)[0]?.[0]);
    }
    const answer = await store({ gallery_alts: json({ [own]: 'a' }) });
    expect([answer.statusCode, answer.json().errors]).toEqual([422, { gallery_alts: GONE }]);
    expect(await details(uuid)).toEqual(before);
    expect((await galleryOf(other))[0]?.alt).toBeNull();
    expect(await counts()).toEqual(all);
  });
});

describe('deleting a branch', () => {
  it('hides a deleted branch with its pictures, and deletes their bytes after the trash is emptied', async () => {
    const [gone, left] = [
      await storeRecord({ name: 'Sai', photos: [photo(), photo()] }),
      await storeRecord({ name: 'Fica' }),
    ];
    const branch = await details(gone);
    const images = branch.galleries.url_s3.original;
    const answer = await destroy(gone);
    expect([answer.statusCode, answer.json().data.message]).toEqual([
      200,
      'Não aparece mais na página das filiais.',
    ]);
    expect(await names()).toEqual(['Fica']);
    expect((await onSite()).map(({ name, position }) => [name, position])).toEqual([['Fica', 1]]);
    expect((await get(`/details/${gone}`)).statusCode).toBe(404);
    expect(await statusOf(`/api/site/branches/details/${gone}`)).toBe(404);
    for (const url of [branch.file?.url_s3 ?? '', ...images.map(({ path }) => path)])
      expect(await statusOf(url)).toBe(404);
    expect((await destroy(`gallery-img/${images[0]?.uuid}`)).statusCode).toBe(404);
    expect(await counts()).toMatchObject({ branches: 2, images: 2, files: 4 });

    app.clock.advance(31 * 86_400_000);
    await sweep(app.deps);
    app.clock.advance(-31 * 86_400_000);
    expect(await counts()).toMatchObject({ branches: 1, images: 0, files: 1, stored: 2 });
    expect(await statusOf((await details(left)).file?.url_s3 ?? '')).toBe(200);
  });
});

it('finds branches by name, address, contact and services, and states each change to staff', async () => {
  const uuid = await storeRecord({ name: 'Zona Norte', city: 'Maracanaú', services: '[{"service":"wifi"}]' });
  await storeRecord({ name: 'Éden', city: 'Sobral', road: 'Rua da Água', phone: '(88) 90000-0077' });
  for (const [search, found] of [
    ['maracanau+norte', 'Zona Norte'],
    ['WI-FI', 'Zona Norte'],
    ['agua', 'Éden'],
    ['90000-0077', 'Éden'],
  ])
    expect(await names(`?search=${search}`), search).toEqual([found]);
  const order = await app.request('PUT', admin('/order'), { token, json: { uuids: [uuid] } });
  expect(order.json().data.message).toBe('Ordem das filiais salva.');
  await destroy(uuid);
  expect((await destroy(uuid)).json().error).toBe('Esta filial não existe mais.');
});

describe('branch contract', () => {
  it('reads hours as JSON text or as a list, with or without seconds', () => {
    const base = { ...required };
    const hours = [{ weekday: 1, opens: '08:00:00', closes: '18:30' }];
    const expected = [{ weekday: 1, opens: '08:00', closes: '18:30' }];
    expect(branchRecord.input.parse({ ...base, hours }).hours).toEqual(expected);
    expect(branchRecord.input.parse({ ...base, hours: JSON.stringify(hours) }).hours).toEqual(expected);
    expect(branchRecord.input.parse({ ...base, hours: [] }).hours).toBeNull();
    expect(branchRecord.input.parse(base).hours).toBeUndefined();
  });
});
