import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { confirmation, createTestApp, type TestApp, testClock } from '../../../test/app.ts';
import { allEndpoints } from '../../../test/endpoints.ts';
import { fileOf, jpeg } from '../../../test/images.ts';
import { formOf } from '../../../test/uploads.ts';
import { createValidSaves, storePathOf } from '../../../test/validSaves.ts';
import { createUser } from '../../accounts/auth/operatorAccounts.service.ts';
import { INVISIBLE_REFUSED, INVISIBLE_TEXT } from '../../shared/text/invisible.ts';

const TODAY = '2026-11-21';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await createTestApp({ clock: testClock(`${TODAY}T15:00:00Z`) });
  token = await app.signIn();
});
afterAll(() => app.remove());
beforeEach(() => app.deps.db.deleteFrom('rate_limits').execute());

interface Named {
  path: string;
  /** Field of the name; `others` holds all other fields. */
  field: string;
  others: Record<string, unknown>;
}
const NAMED: Named[] = [
  { path: 'revenue-categories', field: 'name', others: {} },
  { path: 'phones', field: 'contact', others: { ddi: '55', ddd: '85', number: '32221000', type: 1 } },
  { path: 'questions', field: 'question', others: { answer: 'Até as 22h.', topic: 1 } },
  { path: 'vacancies', field: 'name', others: { type: 1 } },
  { path: 'roles', field: 'name', others: { permissions: ['recipes.read'], own_branches: false } },
  {
    path: 'tokens',
    field: 'name',
    others: { permissions: ['vacancies.publish'], branches: null, expires_on: '2026-12-31' },
  },
  {
    path: 'webhooks',
    field: 'name',
    others: { address: 'https://receiver.example/avisos', resources: ['phones'], events: ['published'] },
  },
  { path: 'users', field: 'name', others: { email: 'nova@aurora.example', role: 'editor', branches: [] } },
  { path: 'profile/views', field: 'name', others: { query: 'sort=name' } },
];
const call = (method: 'POST' | 'PUT', path: string, json: object) =>
  app.request(method, `/api/admin/${path}`, { token, json: { ...json, ...confirmation } });
const store = ({ path, field, others }: Named, name: string) =>
  call('POST', path === 'profile/views' ? `${path}/phones` : `${path}/store`, {
    ...others,
    [field]: name,
  });

describe.each(NAMED)('names in $path', (named) => {
  test.each(['\u200b', '\u3164', '\u2800', '\u0301', '\u202e', '\u00ad \u2060'])(
    'a name that is only %j is refused as missing',
    async (name) => {
      const answer = await store(named, name);
      expect(answer.statusCode, answer.payload).toBe(422);
      expect(answer.json().errors[named.field][0]).toMatch(/^Informe /);
    },
  );

  test.each(['Ce\u200bntral', '\u202eCentral', 'Central\u2069', 'Cen\u3164tral', 'Cen\ufefftral'])(
    'a name with invisible characters is refused: %j',
    async (name) => {
      const answer = await store(named, name);
      expect(answer.statusCode, answer.payload).toBe(422);
      expect(answer.json().errors).toEqual({ [named.field]: [INVISIBLE_REFUSED] });
    },
  );

  test('a name can contain an emoji of several code points', async () => {
    const answer = await store(named, 'Cozinha 👩🏽‍🍳');
    expect(answer.statusCode, answer.payload).toBeLessThan(202);
  });
});

test('a stored name with invisible characters can be saved again unchanged', async () => {
  const [phones] = NAMED.filter(({ path }) => path === 'phones');
  if (!phones) throw new Error('no phones');
  const { uuid } = (await store(phones, 'Central antiga')).json().data;
  const old = 'Central\u200b antiga';
  await sql`update phones set contact = ${old} where uuid = ${uuid}`.execute(app.deps.db);
  await sql`
    update record_versions set data = replace(data, 'Central antiga', ${old}) where uuid = ${uuid}
  `.execute(app.deps.db);
  const save = (contact: string) => call('PUT', `phones/update/${uuid}`, { ...phones.others, contact });
  expect((await save(old)).statusCode).toBe(200);
  expect((await save('Central\u200b nova')).json().errors).toEqual({ contact: [INVISIBLE_REFUSED] });
  expect((await save('Central nova')).statusCode).toBe(200);
});

test.each([
  ['looks empty', '\u3164'],
  ['is a lone accent', '\u0301'],
  ['has direction controls, decomposed accents and spaces around it', ' \u202eSa\u0303o Jose\u0301\u202c '],
])(
  'a name of a person, a record or the profile that %s is saved again unchanged, and refused in others',
  async (_, old) => {
    const { db } = app.deps;
    const [phones] = NAMED.filter(({ path }) => path === 'phones');
    if (!phones) throw new Error('no phones');
    const stored = await store(phones, 'Central de nomes');
    const { uuid } = stored.json().data;
    await sql`update phones set contact = ${old} where uuid = ${uuid}`.execute(db);
    await sql`
    update record_versions set data = replace(data, 'Central de nomes', ${old}) where uuid = ${uuid}
  `.execute(db);
    const save = (contact: string, more: object = {}) =>
      call('PUT', `phones/update/${uuid}`, { ...phones.others, contact, ...more });
    const kept = await save(old, { number: '32224455' });
    expect(kept.statusCode, kept.payload).toBe(200);
    expect((await save(`${old} \u200b`)).statusCode).toBe(422);
    const { contact } = await db
      .selectFrom('phones')
      .select('contact')
      .where('uuid', '=', uuid)
      .executeTakeFirstOrThrow();
    expect(contact).toBe(old.normalize('NFC').trim());

    const me = (await app.request('GET', '/api/admin/profile', { token })).json().data;
    const profile = (name: string) =>
      app.request('PUT', '/api/admin/profile/update', { token, json: { name, email: me.email } });
    await sql`update users set name = ${old} where uuid = ${me.uuid}`.execute(db);
    const saved = await profile(old);
    expect(saved.statusCode, saved.payload).toBe(200);
    const refused = await profile(`Ana\u200b`);
    expect(refused.json().errors).toEqual({ name: [INVISIBLE_REFUSED] });
    expect((await profile('\u2800')).json().errors).toEqual({ name: [INVISIBLE_TEXT] });
    expect((await profile(me.name)).statusCode).toBe(200);
  },
);

test('refuses invisible characters in product and brand of an offer, also in a draft', async () => {
  const offer = {
    ...{ product: 'Café', size: '500', unit: 'g', price: '12,99', department: 'grocery' },
    ...{ valid_from: TODAY, valid_until: '2026-11-30' },
  };
  for (const [field, fields] of [
    ['product', { product: 'Ca\u200bfé' }],
    ['brand', { brand: '\u202eSerra Alta' }],
    ['product', { product: 'Café\u2066', publish_at: 'later' }],
  ] as const) {
    const form = formOf({ ...offer, ...fields });
    const answer = await app.request('POST', '/api/admin/offers/store', { token, form });
    expect(answer.statusCode, answer.payload).toBe(422);
    expect(answer.json().errors).toEqual({ [field]: [INVISIBLE_REFUSED] });
  }
});

/** Texts of records that are no names: parts of an address, and phones, which are stored without such characters. */
const NO_NAMES = [
  'complement',
  'district',
  'number',
  'phone',
  'phoneSecondary',
  'phone_secondary',
  'reference',
  'road',
  'servings',
  'value',
];

test('every short text field of a record refuses invisible characters, or is listed as no name', async () => {
  const endpoints = allEndpoints(app.deps);
  const saves = await createValidSaves({ request: app.request, db: app.deps.db, endpoints }, token);
  const stores = saves.planned.filter((endpoint) => storePathOf(endpoint) === endpoint.path);
  expect(stores.length).toBeGreaterThan(15);
  const taken = new Set<string>();
  const refused = new Set<string>();
  for (const endpoint of stores)
    for (const field of shortTextsOf(endpoint.body?.schema as z.ZodType)) {
      const answer = await saves.send(endpoint, {
        token,
        title: 'Central',
        more: { [field]: 'Ce\u200bntral', publish_at: 'later' },
      });
      await app.deps.db.deleteFrom('rate_limits').execute();
      if (answer.statusCode < 300) taken.add(field);
      else if (answer.json().errors?.[field]?.includes(INVISIBLE_REFUSED)) refused.add(field);
    }
  expect([...taken].sort()).toEqual(NO_NAMES);
  expect([...refused]).toEqual(expect.arrayContaining(['name', 'title', 'product', 'room', 'contact']));
});

/** Fields that take a text of at most 200 characters. */
function shortTextsOf(schema: z.ZodType): string[] {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as {
    properties?: Record<string, { type?: string; maxLength?: number; anyOf?: object[] }>;
  };
  return Object.entries(properties).flatMap(([field, { anyOf = [], ...own }]) => {
    const kinds = [own, ...anyOf] as { type?: string; maxLength?: number }[];
    return kinds.some(({ type, maxLength = 0 }) => type === 'string' && maxLength > 0 && maxLength <= 200)
      ? [field]
      : [];
  });
}

test('refuses a cinema room with invisible characters in a week, unless the room is stored with them', async () => {
  const { db } = app.deps;
  const form = formOf({ name: 'Névoa', type: '1', classification: 'L', image: fileOf(await jpeg()) });
  const film = await app.request('POST', '/api/admin/movies/store', { token, form });
  expect(film.statusCode, film.payload).toBe(201);
  const { id: movie_id } = await db
    .selectFrom('movies')
    .select('id')
    .where('uuid', '=', film.json().data.uuid)
    .executeTakeFirstOrThrow();
  const row = (room: string, ...times: string[]) => ({
    ...{ movie_id, room, audio: 1, format: 1 },
    times: [...times, '', '', '', '', '', '', ''].slice(0, 7),
  });
  const save = (...rows: object[]) =>
    app.request('PUT', '/api/admin/screenings/weeks/2090-03-06', {
      token,
      json: { rows },
    });
  for (const room of ['Sa\u200bla 1', '\u202eSala 1', 'Sala\u3164 1']) {
    const answer = await save(row('Sala 2', '14:00'), row(room, '14:00'));
    expect(answer.statusCode, answer.payload).toBe(422);
    expect(answer.json().errors).toEqual({ 'rows.1.room': [INVISIBLE_REFUSED] });
  }
  expect((await save(row('\u3164', '14:00'))).json().errors).toEqual({ 'rows.0.room': [INVISIBLE_TEXT] });
  expect((await save(row('Sala 1', '14:00'))).statusCode).toBe(200);
  const old = 'Sala\u200b 1';
  await db.updateTable('screenings').set({ room: old }).where('movie_id', '=', movie_id).execute();
  const versions = sql`update record_versions set data = replace(data, 'Sala 1', ${old}) where entity = 'screenings'`;
  await versions.execute(db);
  const again = await save(row(old, '14:00', '16:00'));
  expect(again.statusCode, again.payload).toBe(200);
});

test('refuses invisible characters in the name of a passkey and the title of a poster', async () => {
  const passkey = await call('POST', 'profile/passkeys/store', { name: 'Cha\u200bve' });
  expect(passkey.json().errors.name).toEqual([INVISIBLE_REFUSED]);
  const leaflet = await call('POST', 'leaflets/store', { title: 'Dia de \u202eaçougue' });
  expect(leaflet.json().errors.title, leaflet.payload).toEqual([INVISIBLE_REFUSED]);
});

test('refuses invisible characters in the name of a user that an operator adds', async () => {
  const email = 'operador@aurora.example';
  for (const [name, text] of [
    ['Ana\u200b Lima', INVISIBLE_REFUSED],
    ['\u3164', 'Informe o nome.'],
  ] as const)
    await expect(createUser(app.deps, { email, name })).rejects.toMatchObject({ fields: { name: [text] } });
});

test('a telephone is stored without the direction controls that phones copy around it', async () => {
  const form = formOf({
    ...{ name: 'Ótica da prova', email: 'oi@loja.example', image: fileOf(await jpeg()) },
    ...{ phone: '\u202a(85) 3222-4400\u202c', phoneSecondary: '\u2066(85) 99999-1234\u2069' },
  });
  const stored = await app.request('POST', '/api/admin/shops/store', { token, form });
  expect(stored.statusCode, stored.payload).toBe(201);
  const shop = await app.request('GET', `/api/admin/shops/details/${stored.json().data.uuid}`, { token });
  expect(shop.json().data).toMatchObject({ phone: '(85) 3222-4400', phoneSecondary: '(85) 99999-1234' });
});
