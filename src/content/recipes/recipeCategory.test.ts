import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bodyOf, createTestApp, PUBLISHED, staff, type TestApp } from '../../../test/app.ts';
import { emptyTables } from '../../../test/historyInvariants.ts';
import { fileOf, jpeg } from '../../../test/images.ts';
import {
  getRecipeCategory,
  listRecipeCategories,
  storeRecipeCategory,
  updateRecipeCategory,
} from './recipeCategory.contract.ts';

let app: TestApp;
let token: string;
let picture: Buffer;

beforeAll(async () => {
  app = await createTestApp();
  token = await app.signIn();
  picture = await jpeg();
});
afterAll(() => app.remove());
beforeEach(async () => {
  await emptyTables(app.deps, ['recipes', 'recipe_categories', 'files', 'audit_log']);
});

const admin = (path: string) => `/api/admin/revenue-categories${path}`;
const get = (path: string) => app.request('GET', admin(path), { token });
const store = (json: unknown) => app.request('POST', admin('/store'), { token, json });
const update = (uuid: string, json: unknown) => app.request('PUT', admin(`/update/${uuid}`), { token, json });
const destroy = (uuid: string) => app.request('DELETE', admin(`/destroy/${uuid}`), { token });

async function stored(name: string): Promise<string> {
  const answer = await store({ name });
  expect(answer.statusCode, answer.payload).toBe(201);
  return bodyOf(storeRecipeCategory.answers[201], answer).data.uuid;
}
async function details(uuid: string) {
  const answer = await get(`/details/${uuid}`);
  expect(answer.statusCode).toBe(200);
  return bodyOf(getRecipeCategory.answers[200], answer).data;
}
async function list(query = '') {
  const answer = await get(query);
  expect(answer.statusCode).toBe(200);
  return bodyOf(listRecipeCategories.answers[200], answer);
}
const names = async (query = '') => (await list(query)).data.map(({ name }) => name);

async function recipeIn(category: number, name: string): Promise<string> {
  const form = new FormData();
  form.set('name', name);
  form.set('revenue_category_id', String(category));
  form.set('image', fileOf(picture));
  const answer = await app.request('POST', '/api/admin/revenues/store', { token, form });
  expect(answer.statusCode, answer.payload).toBe(201);
  return answer.json().data.uuid;
}

describe('recipe categories', () => {
  it('creates, lists and shows a category', async () => {
    const answer = await store({ name: '  Doces e sobremesas ' });
    expect([answer.statusCode, answer.json()]).toEqual([
      201,
      {
        data: {
          message: 'Já pode ser escolhida nas receitas. O site a mostra assim que uma receita for dela.',
          uuid: expect.any(String),
          version: 1,
        },
      },
    ]);
    const category = await details(answer.json().data.uuid);
    expect(category).toEqual({
      ...PUBLISHED,
      id: expect.any(Number),
      uuid: answer.json().data.uuid,
      name: 'Doces e sobremesas',
      version: 1,
      updated_at: expect.any(String),
    });
    expect(await list()).toEqual({ data: [category] });
  });

  it('updates a category and records both states in the audit log', async () => {
    const uuid = await stored('Doces');
    const answer = await update(uuid, { name: 'Sobremesas', version: 1 });
    expect([answer.statusCode, bodyOf(updateRecipeCategory.answers[200], answer).data]).toEqual([
      200,
      { message: 'As receitas dela já mostram a mudança no site.', uuid, version: 2 },
    ]);
    expect(await details(uuid)).toMatchObject({ name: 'Sobremesas', version: 2 });
    const entries = await app.deps.db.selectFrom('audit_log').selectAll().orderBy('id').execute();
    expect(entries.at(-1)).toMatchObject({
      action: 'update',
      entity: 'recipe_categories',
      entity_uuid: uuid,
      user_name: staff.name,
      before: '{"name":"Doces"}',
      after: '{"name":"Sobremesas"}',
    });
  });

  it('deletes a category: neither listed nor shown nor selectable', async () => {
    const uuid = await stored('Doces');
    const { id } = await details(uuid);
    const answer = await destroy(uuid);
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { data: { message: 'Nenhuma receita era dela: no site nada mudou.' } },
    ]);
    expect(await list()).toEqual({ data: [] });
    expect((await get(`/details/${uuid}`)).statusCode).toBe(404);
    expect((await update(uuid, { name: 'De volta' })).statusCode).toBe(404);
    const form = new FormData();
    form.set('name', 'Pudim');
    form.set('revenue_category_id', String(id));
    form.set('image', fileOf(picture));
    const refused = await app.request('POST', '/api/admin/revenues/store', { token, form });
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, ['revenue_category_id']]);
  });

  it('answers 404 for an unknown category', async () => {
    for (const uuid of [randomUUID(), 'nenhuma']) {
      for (const answer of [
        await get(`/details/${uuid}`),
        await update(uuid, { name: 'Doces' }),
        await destroy(uuid),
      ])
        expect(answer.statusCode).toBe(404);
    }
    expect((await get(`/details/${randomUUID()}`)).json().error).toBe('Esta categoria não existe mais.');
  });

  it('rejects a request without a session with 401', async () => {
    const calls = [
      app.request('GET', admin('')),
      app.request('GET', admin(`/details/${randomUUID()}`)),
      app.request('POST', admin('/store'), { json: { name: 'Doces' } }),
      app.request('PUT', admin(`/update/${randomUUID()}`), { json: { name: 'Doces' } }),
      app.request('DELETE', admin(`/destroy/${randomUUID()}`)),
    ];
    for (const answer of await Promise.all(calls)) expect(answer.statusCode).toBe(401);
    expect(await names()).toEqual([]);
  });
});

describe('invalid categories', () => {
  it.each([
    ['missing', {}, 'Informe o nome.'],
    ['only white space', { name: ' \t' }, 'Informe o nome.'],
    ['not a string', { name: ['x'] }, 'Informe o nome.'],
    ['one character too long', { name: 'x'.repeat(81) }, 'Use no máximo 80 caracteres.'],
  ])('rejects a name that is %s with 422', async (_, body, message) => {
    const uuid = await stored('Doces');
    for (const answer of [await store(body), await update(uuid, body)]) {
      expect([answer.statusCode, answer.json().errors]).toEqual([422, { name: [message] }]);
    }
    expect(await names()).toEqual(['Doces']);
    expect(await details(uuid)).toMatchObject({ version: 1 });
  });

  it('rejects a name that exists already, ignoring accents and case, with 422', async () => {
    const uuid = await stored('Saladas');
    await stored('Pães e bolos');
    const taken = { name: ['Já existe uma categoria com esse nome.'] };
    for (const answer of [
      await store({ name: 'PAES e  bolos' }),
      await update(uuid, { name: 'pães e bolos' }),
    ]) {
      expect([answer.statusCode, answer.json().errors]).toEqual([422, taken]);
    }
    expect(await names()).toEqual(['Saladas', 'Pães e bolos']);
    expect((await update(uuid, { name: 'SALADAS' })).statusCode).toBe(200);
    await destroy(uuid);
    await stored('Saladas');
  });

  it('accepts one of several equal names sent at once', async () => {
    const answers = await Promise.all(['Doces', 'doces', 'DOCES'].map((name) => store({ name })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 422, 422]);
    expect(await names()).toHaveLength(1);
  });

  it('rejects an outdated version with 409', async () => {
    const uuid = await stored('Doces');
    expect((await update(uuid, { name: 'Sobremesas', version: 1 })).statusCode).toBe(200);
    expect((await update(uuid, { name: 'Tortas', version: 1 })).statusCode).toBe(409);
    expect(await names()).toEqual(['Sobremesas']);
    expect((await update(uuid, { name: 'Tortas' })).statusCode).toBe(200);
  });
});

describe('category in use', () => {
  it('rejects the deletion with 409 and names some of the recipes', async () => {
    const uuid = await stored('Doces');
    const { id } = await details(uuid);
    const recipes = [await recipeIn(id, 'Pudim')];
    const one = await destroy(uuid);
    expect([one.statusCode, one.json().error]).toEqual([
      409,
      '1 receita usa esta categoria: “Pudim”. Troque a categoria dela antes de excluir.',
    ]);
    for (const name of ['Brigadeiro', 'Cocada', 'Quindim', 'Bolo']) recipes.push(await recipeIn(id, name));
    const five = await destroy(uuid);
    expect([five.statusCode, five.json().error]).toEqual([
      409,
      '5 receitas usam esta categoria: “Pudim”, “Brigadeiro”, “Cocada” e mais 2. Troque a categoria delas antes de excluir.',
    ]);
    expect(await names()).toEqual(['Doces']);
    for (const recipe of recipes)
      await app.request('DELETE', `/api/admin/revenues/destroy/${recipe}`, { token });
    expect((await destroy(uuid)).statusCode).toBe(200);
  });

  it('never leaves a recipe without a category when both requests arrive together', async () => {
    const uuid = await stored('Doces');
    const { id } = await details(uuid);
    const form = new FormData();
    form.set('name', 'Pudim');
    form.set('revenue_category_id', String(id));
    form.set('image', fileOf(picture));
    const [saved, gone] = await Promise.all([
      app.request('POST', '/api/admin/revenues/store', { token, form }),
      destroy(uuid),
    ]);
    expect([
      [201, 409],
      [422, 200],
    ]).toContainEqual([saved.statusCode, gone.statusCode]);
    expect(await names()).toHaveLength(saved.statusCode === 201 ? 1 : 0);
  });
});

describe('list of categories', () => {
  beforeEach(async () => {
    for (const name of ['Saladas', 'Água e sucos', 'carnes']) await stored(name);
  });

  it('sorts by id by default, searches and sorts without accents, page by page', async () => {
    expect(await names()).toEqual(['Saladas', 'Água e sucos', 'carnes']);
    expect(await names('?search=AGUA')).toEqual(['Água e sucos']);
    expect(await names('?sort=name')).toEqual(['Água e sucos', 'carnes', 'Saladas']);
    expect(await names('?sort=-name')).toEqual(['Saladas', 'carnes', 'Água e sucos']);
    expect(await list('?page=2&per_page=2&sort=-id')).toMatchObject({
      data: [{ name: 'Saladas' }],
      meta: { page: 2, per_page: 2, total: 3 },
    });
  });
});
