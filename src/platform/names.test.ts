import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { confirmation, createTestApp, type TestApp, testClock } from '../../test/app.ts';
import { formOf } from '../../test/uploads.ts';
import { UNSEEN_REFUSED } from '../contract/unseen.ts';

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
      expect(answer.json().errors).toEqual({ [named.field]: [UNSEEN_REFUSED] });
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
  expect((await save('Central\u200b nova')).json().errors).toEqual({ contact: [UNSEEN_REFUSED] });
  expect((await save('Central nova')).statusCode).toBe(200);
});

test('product and brand of an offer are refused with invisible characters, also in a draft', async () => {
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
    expect(answer.json().errors).toEqual({ [field]: [UNSEEN_REFUSED] });
  }
});
