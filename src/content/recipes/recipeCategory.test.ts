import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bodyOf, createTestApp, type TestApp } from '../../../test/app.ts';
import { emptyTables } from '../../../test/historyInvariants.ts';
import { fileOf, jpeg } from '../../../test/images.ts';
import { jsonCalls } from '../../../test/uploads.ts';
import { getRecipeCategory, listRecipeCategories } from './recipeCategory.contract.ts';

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

const { get, store, storeRecord, update, destroy } = jsonCalls(() => app, 'revenue-categories');
const stored = (name: string) => storeRecord({ name });
async function details(uuid: string) {
  const answer = await get(`/details/${uuid}`);
  expect(answer.statusCode).toBe(200);
  return bodyOf(getRecipeCategory.answers[200], answer).data;
}
const names = async () => bodyOf(listRecipeCategories.answers[200], await get()).data.map(({ name }) => name);

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
  it('states to staff what shoppers see, and cannot be selected after its deletion', async () => {
    const created = await store({ name: 'Doces' });
    const { uuid, message } = created.json().data;
    expect(message).toBe(
      'Já pode ser escolhida nas receitas. O site a mostra assim que uma receita for dela.',
    );
    const changed = await update(uuid, { name: 'Doces' });
    expect(changed.json().data.message).toBe('As receitas dela já mostram a mudança no site.');
    const { id } = await details(uuid);
    const answer = await destroy(uuid);
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { data: { message: 'Nenhuma receita era dela: no site nada mudou.' } },
    ]);
    expect((await destroy(uuid)).json().error).toBe('Esta categoria não existe mais.');
    const form = new FormData();
    form.set('name', 'Pudim');
    form.set('revenue_category_id', String(id));
    form.set('image', fileOf(picture));
    const refused = await app.request('POST', '/api/admin/revenues/store', { token, form });
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, ['revenue_category_id']]);
  });
});

describe('invalid categories', () => {
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
