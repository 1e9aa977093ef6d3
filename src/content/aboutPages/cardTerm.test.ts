import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bodyOf, createTestApp, PUBLISHED, type TestApp } from '../../../test/app.ts';
import { emptyTables } from '../../../test/historyInvariants.ts';
import { getCardTerm, listCardTerms, siteCardTerms, storeCardTerm } from './cardTerm.contract.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await createTestApp();
  token = await app.signIn();
});
afterAll(() => app.remove());
beforeEach(async () => {
  await emptyTables(app.deps, ['card_terms', 'audit_log']);
  app.deps.responseCache.invalidate();
});

type Fields = Record<string, unknown>;

const admin = (path: string) => `/api/admin/card-terms${path}`;
const term = { title: 'Anuidade', value: 'R$ 0', note: 'Todo ano.', type: 1 };
const get = (path: string) => app.request('GET', admin(path), { token });
const store = (fields: Fields = {}) =>
  app.request('POST', admin('/store'), { token, json: { ...term, ...fields } });
const update = (uuid: string, json: Fields) => app.request('PUT', admin(`/update/${uuid}`), { token, json });
const order = (uuids: unknown) => app.request('PUT', admin('/order'), { token, json: { uuids } });

async function stored(fields: Fields = {}): Promise<string> {
  const answer = await store(fields);
  expect(answer.statusCode, answer.payload).toBe(201);
  return bodyOf(storeCardTerm.answers[201], answer).data.uuid;
}
const details = async (uuid: string) => bodyOf(getCardTerm.answers[200], await get(`/details/${uuid}`)).data;
const list = async (query = '') =>
  bodyOf(listCardTerms.answers[200], await get(query)).data.map(({ title }) => title);
const onSite = async () =>
  bodyOf(siteCardTerms.answers[200], await app.request('GET', '/api/site/card-terms')).data.map(
    ({ title, value, type }) => [title, value, type.number],
  );

describe('card terms', () => {
  it('creates a term and shows it in order', async () => {
    const answer = await store();
    expect([answer.statusCode, answer.json().data]).toEqual([
      201,
      { message: 'Já aparece na página do cartão.', uuid: expect.any(String), version: 1 },
    ]);
    expect(await details(answer.json().data.uuid)).toEqual({
      ...PUBLISHED,
      id: expect.any(Number),
      uuid: answer.json().data.uuid,
      ...term,
      type: { number: 1, text: 'Tarifas e juros' },
      position: 1,
      version: 1,
      updated_at: expect.any(String),
    });
    await stored({ title: 'CPF', type: '3', value: '', position: 1 });
    expect(await onSite()).toEqual([
      ['CPF', null, 3],
      ['Anuidade', 'R$ 0', 1],
    ]);
  });

  it('keeps absent fields, clears empty ones, and requires the value that the type needs', async () => {
    const uuid = await stored();
    expect((await update(uuid, { title: 'Anuidade', type: 2, version: 1 })).statusCode).toBe(200);
    expect(await details(uuid)).toMatchObject({ value: 'R$ 0', note: 'Todo ano.', type: { number: 2 } });
    expect((await update(uuid, { title: 'x', type: 2, version: 1 })).statusCode).toBe(409);
    const wrong = await update(uuid, { title: 'Anuidade', type: 5 });
    expect([wrong.statusCode, wrong.json().errors]).toEqual([
      422,
      { value: ['Informe o telefone com DDD, ou um 0800.'] },
    ]);
    await update(uuid, { title: 'Anuidade', type: 3, value: '', note: '' });
    expect(await details(uuid)).toMatchObject({ value: null, note: null });
  });

  it('searches, filters, reorders and deletes terms', async () => {
    const [a, b] = [await stored(), await stored({ title: 'Perda', value: '0800 000 0011', type: 5 })];
    expect(await list('?search=roubo')).toEqual(['Perda']);
    expect(await list('?type=1')).toEqual(['Anuidade']);
    expect(await list('?sort=-title')).toEqual(['Perda', 'Anuidade']);
    await order([b, a]);
    expect(await list()).toEqual(['Perda', 'Anuidade']);
    await app.request('DELETE', admin(`/destroy/${b}`), { token });
    expect((await onSite()).map(([title]) => title)).toEqual(['Anuidade']);
  });

  it('hides a scheduled term until its time', async () => {
    await stored({ publish_at: new Date(Date.now() + 86_400_000).toISOString() });
    expect(await onSite()).toEqual([]);
  });

  it('refuses to publish a draft that would leave a term without the value that its type needs', async () => {
    const uuid = await stored({ title: 'CPF', type: 3, value: 'Original' });
    await update(uuid, { ...term, title: 'CPF', type: 3, value: '', publish_at: 'later' });
    await update(uuid, { ...term, title: 'CPF', type: 1, value: 'R$ 5' });
    const history = await app.request('GET', `/api/admin/history/card-terms/${uuid}`, { token });
    const draft = history.json().data.versions.find(({ state }: Fields) => state === 'draft');
    const answer = await app.request('POST', `/api/admin/history/card-terms/${uuid}/${draft.id}/publish`, {
      token,
      json: {},
    });
    expect([answer.statusCode, answer.json().errors]).toEqual([422, { value: ['Informe o valor.'] }]);
    expect(await onSite()).toEqual([['CPF', 'R$ 5', 1]]);
  });
});

describe('invalid card terms', () => {
  it.each<[Fields, Record<string, string[]>]>([
    [{ title: ' ' }, { title: ['Informe o título.'] }],
    [{ title: 'x'.repeat(121) }, { title: ['Use no máximo 120 caracteres.'] }],
    [{ value: '' }, { value: ['Informe o valor.'] }],
    [{ value: undefined }, { value: ['Informe o valor.'] }],
    [{ value: 'x'.repeat(41) }, { value: ['Use no máximo 40 caracteres.'] }],
    [{ value: '', type: 5 }, { value: ['Informe o telefone.'] }],
    [{ value: 'ligue já', type: 5 }, { value: ['Informe o telefone com DDD, ou um 0800.'] }],
    [{ note: 'x'.repeat(501) }, { note: ['Use no máximo 500 caracteres.'] }],
    [{ type: 9 }, { type: ['Escolha o tipo.'] }],
  ])('rejects invalid fields with 422 (case %#)', async (fields, errors) => {
    const answer = await store(fields);
    expect([answer.statusCode, answer.json().errors]).toEqual([422, errors]);
    expect(await list()).toEqual([]);
  });

  it('answers 404 for an unknown term, 401 without a session and 403 without the permission', async () => {
    for (const answer of [await get(`/details/${randomUUID()}`), await update(randomUUID(), term)])
      expect([answer.statusCode, answer.json().error]).toEqual([404, 'Esta condição não existe mais.']);
    expect((await app.request('POST', admin('/store'), { json: term })).statusCode).toBe(401);
    const reader = await app.signInAs('reader');
    const refused = await app.request('POST', admin('/store'), { token: reader, json: term });
    expect(refused.statusCode).toBe(403);
  });
});
