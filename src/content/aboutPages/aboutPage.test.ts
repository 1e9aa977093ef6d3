import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bodyOf, createTestApp, PUBLISHED, type TestApp } from '../../../test/app.ts';
import { emptyTables } from '../../../test/historyInvariants.ts';
import { siteHome } from '../home/home.contract.ts';
import {
  getAboutPage,
  listAboutPages,
  listAboutTypes,
  siteAboutShoppings,
  storeAboutPage,
} from './aboutPage.contract.ts';

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
});

type Fields = Record<string, unknown>;

const admin = (path: string) => `/api/admin/abouts${path}`;
const get = (path: string) => app.request('GET', admin(path), { token });
const store = (fields: Fields = {}) =>
  app.request('POST', admin('/store'), { token, json: { title: 'Tudo da casa', type: 1, ...fields } });
const update = (uuid: string, fields: Fields = {}) =>
  app.request('PUT', admin(`/update/${uuid}`), {
    token,
    json: { title: 'Tudo da casa', type: 1, ...fields },
  });
const destroy = (uuid: string) => app.request('DELETE', admin(`/destroy/${uuid}`), { token });
const page = (name: string) => app.request('GET', `/api/admin/${name}`, { token });
const storePage = (name: string, json: Fields) =>
  app.request('POST', `/api/admin/${name}/store`, { token, json });
const storeItem = (title: string, about_id_type: number) =>
  app.request('POST', '/api/admin/about-items/store', {
    token,
    json: { title, description: 'Texto', about_id_type },
  });

async function stored(fields: Fields = {}): Promise<string> {
  const answer = await store(fields);
  expect(answer.statusCode, answer.payload).toBe(201);
  return bodyOf(storeAboutPage.answers[201], answer).data.uuid;
}
async function details(uuid: string) {
  const answer = await get(`/details/${uuid}`);
  expect(answer.statusCode).toBe(200);
  return bodyOf(getAboutPage.answers[200], answer).data;
}
async function list(query = '') {
  const answer = await get(query);
  expect(answer.statusCode).toBe(200);
  return bodyOf(listAboutPages.answers[200], answer);
}
const titles = async (query = '') => (await list(query)).data.map(({ title }) => title);
async function onHome(): Promise<string | undefined> {
  const answer = await app.request('GET', '/api/site/home');
  return bodyOf(siteHome.answers[200], answer).data.about_hypermarket?.title;
}
describe('texts about the chain', () => {
  it('creates a text with its type as id, lists it and shows it on the home page', async () => {
    expect(await onHome()).toBeUndefined();
    const answer = await store({ title: '  Tudo da casa  ', description: 'Numa volta só.\nTodo dia.' });
    expect(answer.statusCode).toBe(201);
    expect(answer.json().data).toEqual({
      message: 'Já aparece na capa do site e em Sobre nós.',
      uuid: expect.any(String),
      version: 1,
    });
    const about = await details(answer.json().data.uuid);
    expect(about).toEqual({
      ...PUBLISHED,
      id: 1,
      uuid: answer.json().data.uuid,
      title: 'Tudo da casa',
      description: 'Numa volta só.\nTodo dia.',
      type: { number: 1, text: 'Hipermercado' },
      version: 1,
      updated_at: expect.any(String),
    });
    expect(await list()).toEqual({ data: [about] });
    expect(await onHome()).toBe('Tudo da casa');
  });

  it('reads the type as a string and requires no description', async () => {
    expect(await details(await stored({ type: '4' }))).toMatchObject({
      id: 4,
      type: { number: 4, text: 'Cartão' },
      description: null,
    });
  });

  it('rejects a second text of a type with 409, also among concurrent requests', async () => {
    const answers = await Promise.all(['A', 'B', 'C'].map((title) => store({ title })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409]);
    const refused = answers.find(({ statusCode }) => statusCode === 409)?.json();
    expect(refused.error).toBe('Já existe um texto sobre o hipermercado. Edite o que existe.');
    expect(refused.errors).toEqual({ type: [refused.error] });
    expect((await list()).data).toHaveLength(1);
  });

  it('rejects a change of the type with 409 and changes nothing', async () => {
    const uuid = await stored();
    const before = await details(uuid);
    const answer = await update(uuid, { title: 'Outro', type: 2 });
    expect([answer.statusCode, answer.json().error]).toEqual([
      409,
      'O tipo de um texto não muda. Exclua este e adicione outro.',
    ]);
    expect(await details(uuid)).toEqual(before);
  });

  it('deletes a text and frees its type for a new one', async () => {
    const uuid = await stored({ description: 'Texto' });
    const answer = await destroy(uuid);
    expect([answer.statusCode, answer.json().data]).toEqual([
      200,
      { message: 'Não aparece mais na capa do site e em Sobre nós.' },
    ]);
    expect((await get(`/details/${uuid}`)).statusCode).toBe(404);
    expect(await titles()).toEqual([]);
    expect(await onHome()).toBeUndefined();
    expect((await page('about-hypermarkets')).statusCode).toBe(204);

    const again = await stored({ title: 'De novo' });
    expect(again).not.toBe(uuid);
    expect(await details(again)).toMatchObject({ id: 1, title: 'De novo', description: null });
    expect((await get(`/details/${uuid}`)).statusCode).toBe(404);
    expect((await update(uuid)).statusCode).toBe(404);
    expect(await onHome()).toBe('De novo');
    // An editor of the deleted text gets a conflict.
    const late = await storePage('about-hypermarkets', { title: 'Tarde', version: 1 });
    expect(late.statusCode).toBe(409);
  });

  it('rejects the deletion of a text with items with 409 and names some of them', async () => {
    const uuid = await stored();
    for (const title of ['Açougue', 'Padaria']) await storeItem(title, 1);
    let answer = await destroy(uuid);
    expect([answer.statusCode, answer.json().error]).toEqual([
      409,
      'O texto sobre o hipermercado tem 2 itens: “Açougue” e “Padaria”. Exclua os itens antes.',
    ]);
    for (const title of ['Adega', 'Bazar', 'Peixaria']) await storeItem(title, 1);
    answer = await destroy(uuid);
    expect(answer.json().error).toBe(
      'O texto sobre o hipermercado tem 5 itens: “Açougue”, “Padaria”, “Adega” e mais 2. Exclua os itens antes.',
    );
    expect(await titles()).toEqual(['Tudo da casa']);

    const items = await app.request('GET', '/api/admin/about-items', { token });
    for (const item of items.json().data)
      await app.request('DELETE', `/api/admin/about-items/destroy/${item.uuid}`, { token });
    expect((await destroy(uuid)).statusCode).toBe(200);
    await stored();
    const { data } = (await app.request('GET', '/api/admin/about-items', { token })).json();
    expect(data).toEqual([]);
  });
});

describe('list of texts', () => {
  it('sorts by type, by default too', async () => {
    expect(await list()).toEqual({ data: [] });
    await stored({ type: 4, title: 'Água' });
    await stored({ type: 2, title: 'banco' });
    await stored({ type: 1, title: 'Casa' });
    expect(await titles()).toEqual(['Casa', 'banco', 'Água']);
    expect(await titles('?sort=-type')).toEqual(['Água', 'banco', 'Casa']);
  });

  it('lists all four types, even without texts', async () => {
    const answer = await app.request('GET', '/api/admin/all-abouts', { token });
    expect(bodyOf(listAboutTypes.answers[200], answer)).toEqual({
      data: [
        { number: 1, text: 'Hipermercado' },
        { number: 2, text: 'Shopping' },
        { number: 3, text: 'Cinema' },
        { number: 4, text: 'Cartão' },
      ],
    });
  });
});

describe('single pages', () => {
  it.each([
    ['about-hypermarkets', 1, 'na capa do site e em Sobre nós'],
    ['about-shoppings', 2, 'na página do shopping'],
    ['about-movie-theaters', 3, 'na página do cinema'],
    ['about-credit-cards', 4, 'na página do cartão'],
  ])('reads and saves with %s the text of type %i', async (name, type, where) => {
    const none = await page(name);
    expect([none.statusCode, none.payload]).toEqual([204, '']);
    const first = await storePage(name, { title: 'Um', description: 'Texto' });
    expect(first.statusCode, first.payload).toBe(201);
    const { uuid } = first.json().data;
    expect(first.json().data).toEqual({
      message: `A mudança já aparece ${where}.`,
      uuid,
      version: 1,
    });
    expect((await page(name)).json()).toEqual({ data: await details(uuid) });
    expect(await details(uuid)).toMatchObject({ id: type, title: 'Um', description: 'Texto' });
    expect((await store({ type })).statusCode).toBe(409);

    const second = await storePage(name, { title: 'Dois', version: 1 });
    expect([second.statusCode, second.json().data.uuid]).toEqual([200, uuid]);
    expect(await details(uuid)).toMatchObject({ title: 'Dois', description: 'Texto', version: 2 });
    expect((await storePage(name, { title: 'Três', version: 1 })).statusCode).toBe(409);
    expect((await list()).data).toHaveLength(1);
    expect(await details(uuid)).toMatchObject({ title: 'Dois', version: 2 });
  });

  it('creates one text when two first saves arrive together, and a new one after a deletion', async () => {
    const answers = await Promise.all(['A', 'B'].map((title) => storePage('about-shoppings', { title })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 201]);
    await destroy(answers[0]?.json().data.uuid);
    const again = await storePage('about-shoppings', { title: 'C' });
    expect(again.statusCode).toBe(201);
    expect((await list()).data).toMatchObject([{ id: 2, title: 'C' }]);
  });
});

describe('public texts', () => {
  it.each([
    ['about-shoppings', 2],
    ['about-movie-theaters', 3],
    ['about-credit-cards', 4],
  ])(
    'answers 204 for %s until the text is saved, then the text with its items in order',
    async (name, type) => {
      const site = () => app.request('GET', `/api/site/${name}`);
      const none = await site();
      expect([none.statusCode, none.payload]).toEqual([204, '']);
      const uuid = await stored({ type });
      for (const title of ['Um', 'Dois']) await storeItem(title, type);
      const answer = await site();
      expect(answer.statusCode).toBe(200);
      const { data } = bodyOf(siteAboutShoppings.answers[200], answer);
      expect(data).toMatchObject({ id: type, uuid, title: 'Tudo da casa', description: null });
      expect(data.about_items.map(({ title }) => title)).toEqual(['Um', 'Dois']);
      expect(answer.headers.etag).toBeTruthy();
      await update(uuid, { type, title: 'Novo' });
      expect((await site()).json().data.title).toBe('Novo');
    },
  );
});
