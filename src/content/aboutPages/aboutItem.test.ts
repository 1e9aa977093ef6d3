import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bodyOf, createTestApp, PUBLISHED, staff, type TestApp } from '../../../test/app.ts';
import { emptyAuditLog } from '../../../test/auditLog.ts';
import { emptyTables } from '../../../test/historyInvariants.ts';
import { siteHome } from '../home/home.contract.ts';
import { getAboutItem, listAboutItems, storeAboutItem, updateAboutItem } from './aboutItem.contract.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await createTestApp();
  token = await app.signIn();
});
afterAll(() => app.remove());
beforeEach(async () => {
  await emptyTables(app.deps, ['about_items', 'abouts', 'audit_log']);
  app.deps.responseCache.invalidate();
  for (const [type, title] of [
    [1, 'Tudo da casa'],
    [4, 'O cartão'],
  ] as const)
    await app.request('POST', '/api/admin/abouts/store', { token, json: { title, type } });
  await emptyAuditLog(app.deps);
});

type Fields = Record<string, unknown>;

const admin = (path: string) => `/api/admin/about-items${path}`;
const item = { title: 'Açougue', description: 'Corte na hora.', about_id_type: 1 };
const get = (path: string) => app.request('GET', admin(path), { token });
const store = (fields: Fields = {}) =>
  app.request('POST', admin('/store'), { token, json: { ...item, ...fields } });
const update = (uuid: string, fields: Fields = {}) =>
  app.request('PUT', admin(`/update/${uuid}`), { token, json: { ...item, ...fields } });
const destroy = (uuid: string) => app.request('DELETE', admin(`/destroy/${uuid}`), { token });
const order = (uuids: unknown) => app.request('PUT', admin('/order'), { token, json: { uuids } });

async function stored(fields: Fields = {}): Promise<string> {
  const answer = await store(fields);
  expect(answer.statusCode, answer.payload).toBe(201);
  return bodyOf(storeAboutItem.answers[201], answer).data.uuid;
}
async function details(uuid: string) {
  const answer = await get(`/details/${uuid}`);
  expect(answer.statusCode).toBe(200);
  return bodyOf(getAboutItem.answers[200], answer).data;
}
async function list(query = '') {
  const answer = await get(query);
  expect(answer.statusCode).toBe(200);
  return bodyOf(listAboutItems.answers[200], answer);
}
const titles = async (query = '') => (await list(query)).data.map(({ title }) => title);
async function onHome() {
  const answer = await app.request('GET', '/api/site/home');
  const { about_hypermarket, about_credit_card } = bodyOf(siteHome.answers[200], answer).data;
  return [about_hypermarket, about_credit_card].map((about) => about?.about_items.map(({ title }) => title));
}
async function counts() {
  const count = async (table: 'about_items' | 'audit_log') =>
    (await app.deps.db.selectFrom(table).select('id').execute()).length;
  return { items: await count('about_items'), audit: await count('audit_log') };
}
const NOTHING = { items: 0, audit: 0 };

describe('items of a text', () => {
  it('appends a new item, lists it and shows it on the home page', async () => {
    await stored({ title: 'Padaria' });
    const answer = await store();
    expect([answer.statusCode, answer.json().data]).toEqual([
      201,
      { message: 'Já aparece na capa do site e em Sobre nós.', uuid: expect.any(String), version: 1 },
    ]);
    const { uuid } = answer.json().data;
    expect(await details(uuid)).toEqual({
      ...PUBLISHED,
      id: expect.any(Number),
      uuid,
      title: 'Açougue',
      description: 'Corte na hora.',
      about: { id: 1, title: 'Tudo da casa' },
      about_id_type: 1,
      position: 2,
      version: 1,
      updated_at: expect.any(String),
    });
    expect((await list()).data[1]).toEqual(await details(uuid));
    expect(await onHome()).toEqual([['Padaria', 'Açougue'], []]);
  });

  it('inserts an item at its position and reads numbers as strings', async () => {
    for (const title of ['A', 'B']) await stored({ title });
    await stored({ title: 'Primeiro', position: '1', about_id_type: '4' });
    expect(await titles()).toEqual(['Primeiro', 'A', 'B']);
    expect(await onHome()).toEqual([['A', 'B'], ['Primeiro']]);
  });

  it('updates an item and moves it to another text', async () => {
    const uuid = await stored();
    const answer = await update(uuid, { title: 'Anuidade zero', about_id_type: 4, version: 1 });
    expect(answer.statusCode).toBe(200);
    expect(bodyOf(updateAboutItem.answers[200], answer).data).toEqual({
      message: 'A mudança já aparece na página do cartão.',
      uuid,
      version: 2,
    });
    expect(await details(uuid)).toMatchObject({
      title: 'Anuidade zero',
      about: { id: 4, title: 'O cartão' },
      about_id_type: 4,
      position: 1,
      version: 2,
    });
    expect(await onHome()).toEqual([[], ['Anuidade zero']]);
  });

  it('moves an item by an update of its position', async () => {
    const uuid = await stored({ title: 'A' });
    for (const title of ['B', 'C']) await stored({ title });
    await update(uuid, { title: 'A', position: 3 });
    expect(await titles()).toEqual(['B', 'C', 'A']);
  });

  it('accepts one of two concurrent updates with the same version', async () => {
    const uuid = await stored();
    const answers = await Promise.all(['A', 'B'].map((title) => update(uuid, { title, version: 1 })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect((await update(uuid, { title: 'C' })).statusCode).toBe(200);
  });

  it('deletes an item and closes the gap in the order', async () => {
    const [first = ''] = [await stored({ title: 'A' }), await stored({ title: 'B' })];
    const answer = await destroy(first);
    expect([answer.statusCode, answer.json().data]).toEqual([200, { message: 'Não aparece mais no site.' }]);
    expect((await list()).data).toMatchObject([{ title: 'B', position: 1 }]);
    expect((await get(`/details/${first}`)).statusCode).toBe(404);
    expect(await onHome()).toEqual([['B'], []]);
  });

  it('reorders the named items, with the others after them', async () => {
    const [a = '', b = '', c = ''] = [
      await stored({ title: 'A' }),
      await stored({ title: 'B' }),
      await stored({ title: 'C' }),
    ];
    const answer = await order([c, b]);
    expect([answer.statusCode, answer.json().data.message]).toEqual([200, 'Ordem dos itens salva.']);
    expect(await titles()).toEqual(['C', 'B', 'A']);
    expect(await onHome()).toEqual([['C', 'B', 'A'], []]);
    expect((await details(a)).version).toBe(1);
    expect((await order([randomUUID()])).statusCode).toBe(404);
    for (const wrong of [[], ['x'], 'x', undefined]) {
      const refused = await order(wrong);
      expect([refused.statusCode, refused.json().errors]).toEqual([
        422,
        { uuids: ['Informe a ordem dos itens.'] },
      ]);
    }
    expect(await titles()).toEqual(['C', 'B', 'A']);
  });

  it('records each change in the audit log', async () => {
    const uuid = await stored();
    await update(uuid, { title: 'Peixaria' });
    await order([uuid]);
    await destroy(uuid);
    const entries = await app.deps.db.selectFrom('audit_log').selectAll().orderBy('id').execute();
    expect(entries.map(({ action, entity, user_name }) => [action, entity, user_name])).toEqual(
      ['create', 'update', 'order', 'delete'].map((action) => [action, 'about_items', staff.name]),
    );
    expect(JSON.parse(entries[1]?.before ?? '')).toMatchObject({ title: 'Açougue', about_id: 1 });
    expect(JSON.parse(entries[1]?.after ?? '')).toMatchObject({ title: 'Peixaria', about_id: 1 });
  });
});

describe('list of items', () => {
  it('searches, sorts and pages without accents or case', async () => {
    await stored({ title: 'Água', description: 'Fresca' });
    await stored({ title: 'banco', description: 'Perto da ÁGUA', about_id_type: 4 });
    await stored({ title: 'Casa' });
    expect(await titles()).toEqual(['Água', 'banco', 'Casa']);
    expect(await titles('?sort=-title')).toEqual(['Casa', 'banco', 'Água']);
    expect(await titles('?sort=about')).toEqual(['banco', 'Água', 'Casa']);
    expect(await titles('?sort=-position')).toEqual(['Casa', 'banco', 'Água']);
    expect(await titles('?search=agua')).toEqual(['Água', 'banco']);
    expect(await titles('?search=agua+perto&sort=id')).toEqual(['banco']);
    expect(await list('?page=2&per_page=2')).toMatchObject({
      data: [{ title: 'Casa' }],
      meta: { page: 2, per_page: 2, total: 3 },
    });
  });
});

describe('invalid items', () => {
  it.each<[Fields, Record<string, string[]>]>([
    [{ title: ' ' }, { title: ['Informe o título.'] }],
    [{ title: 'x'.repeat(121) }, { title: ['Use no máximo 120 caracteres.'] }],
    [{ description: '' }, { description: ['Informe a descrição.'] }],
    [{ description: 'x'.repeat(1001) }, { description: ['Use no máximo 1000 caracteres.'] }],
    [{ about_id_type: '' }, { about_id_type: ['Escolha sobre o que é o item.'] }],
    [{ about_id_type: 9 }, { about_id_type: ['Escolha sobre o que é o item.'] }],
    [
      { about_id_type: 2 },
      { about_id_type: ['Ainda não há texto sobre o shopping. Adicione o texto antes.'] },
    ],
    [{ position: 0 }, { position: ['A posição é um número a partir de 1.'] }],
  ])('rejects invalid fields with 422 (case %#)', async (fields, errors) => {
    const answer = await store(fields);
    expect([answer.statusCode, answer.json().errors]).toEqual([422, errors]);
    expect(await counts()).toEqual(NOTHING);
    const uuid = await stored();
    const before = [await details(uuid), await counts()];
    const changed = await update(uuid, fields);
    expect([changed.statusCode, changed.json().errors]).toEqual([422, errors]);
    expect([await details(uuid), await counts()]).toEqual(before);
  });

  it('names every required field of an empty request', async () => {
    const answer = await app.request('POST', admin('/store'), { token, json: {} });
    expect(Object.keys(answer.json().errors).sort()).toEqual(['about_id_type', 'description', 'title']);
  });

  it('answers 404 for an unknown item', async () => {
    for (const answer of [
      await get(`/details/${randomUUID()}`),
      await update(randomUUID()),
      await destroy(randomUUID()),
    ])
      expect([answer.statusCode, answer.json().error]).toEqual([404, 'Este item não existe mais.']);
    expect(await counts()).toEqual(NOTHING);
  });

  it('rejects a request without a session with 401', async () => {
    for (const answer of await Promise.all([
      app.request('GET', admin('')),
      app.request('POST', admin('/store'), { json: item }),
      app.request('PUT', admin(`/update/${randomUUID()}`), { json: item }),
      app.request('DELETE', admin(`/destroy/${randomUUID()}`)),
      app.request('PUT', admin('/order'), { json: { uuids: [randomUUID()] } }),
    ]))
      expect(answer.statusCode).toBe(401);
    expect(await counts()).toEqual(NOTHING);
  });
});
