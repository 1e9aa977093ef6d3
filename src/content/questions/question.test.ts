import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bodyOf, createTestApp, PUBLISHED, type TestApp } from '../../../test/app.ts';
import { emptyTables } from '../../../test/historyInvariants.ts';
import { getQuestion, listQuestions, siteQuestions, storeQuestion } from './question.contract.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await createTestApp();
  token = await app.signIn();
});
afterAll(() => app.remove());
beforeEach(async () => {
  await emptyTables(app.deps, ['questions', 'audit_log']);
  app.deps.responseCache.invalidate();
});

type Fields = Record<string, unknown>;

const admin = (path: string) => `/api/admin/questions${path}`;
const question = { question: 'Posso trocar?', answer: 'Pode, em 30 dias.', topic: 1 };
const get = (path: string) => app.request('GET', admin(path), { token });
const store = (fields: Fields = {}) =>
  app.request('POST', admin('/store'), { token, json: { ...question, ...fields } });
const update = (uuid: string, fields: Fields = {}) =>
  app.request('PUT', admin(`/update/${uuid}`), { token, json: { ...question, ...fields } });
const order = (uuids: unknown) => app.request('PUT', admin('/order'), { token, json: { uuids } });

async function stored(fields: Fields = {}): Promise<string> {
  const answer = await store(fields);
  expect(answer.statusCode, answer.payload).toBe(201);
  return bodyOf(storeQuestion.answers[201], answer).data.uuid;
}
const details = async (uuid: string) => bodyOf(getQuestion.answers[200], await get(`/details/${uuid}`)).data;
async function list(query = '') {
  const answer = await get(query);
  return bodyOf(listQuestions.answers[200], answer).data.map((one) => one.question);
}
async function onSite(query = '') {
  const answer = await app.request('GET', `/api/site/questions${query}`);
  return bodyOf(siteQuestions.answers[200], answer).data.map((one) => one.question);
}

describe('questions', () => {
  it('appends a new question, and shows questions to shoppers by topic and in order', async () => {
    await stored({ question: 'Quanto custa?', topic: '4' });
    const answer = await store({ answer: 'Pode.\r\nEm 30 dias.' });
    expect([answer.statusCode, answer.json().data]).toEqual([
      201,
      { message: 'Já aparece na página de ajuda.', uuid: expect.any(String), version: 1 },
    ]);
    expect(await details(answer.json().data.uuid)).toEqual({
      ...PUBLISHED,
      id: expect.any(Number),
      uuid: answer.json().data.uuid,
      question: 'Posso trocar?',
      answer: 'Pode.\nEm 30 dias.',
      topic: { number: 1, text: 'Trocas e devoluções' },
      position: 2,
      version: 1,
      updated_at: expect.any(String),
    });
    await stored({ question: 'E o defeito?', position: 1 });
    expect(await onSite()).toEqual(['E o defeito?', 'Posso trocar?', 'Quanto custa?']);
    expect(await onSite('?topic=4')).toEqual(['Quanto custa?']);
    expect(await onSite('?topic=99')).toHaveLength(3);
  });

  it('updates, moves, reorders and deletes a question', async () => {
    const a = await stored({ question: 'A' });
    const b = await stored({ question: 'B' });
    const changed = await update(a, { question: 'A2', topic: 4, version: 1 });
    expect(changed.json().data.message).toBe('A mudança já aparece na página do cartão e na ajuda.');
    expect((await update(a, { version: 1 })).statusCode).toBe(409);
    expect((await order([b, a])).statusCode).toBe(200);
    expect(await list()).toEqual(['B', 'A2']);
    await update(b, { question: 'B', position: 2 });
    expect(await list()).toEqual(['A2', 'B']);
    const gone = await app.request('DELETE', admin(`/destroy/${b}`), { token });
    expect(gone.json().data).toEqual({ message: 'Não aparece mais na página de ajuda.' });
    expect([await list(), await onSite()]).toEqual([['A2'], ['A2']]);
  });

  it('hides drafts and scheduled questions from shoppers', async () => {
    await stored({ publish_at: 'later' });
    await stored({ question: 'Amanhã?', publish_at: new Date(Date.now() + 86_400_000).toISOString() });
    expect(await list()).toHaveLength(2);
    expect(await onSite()).toEqual([]);
  });

  it('searches, filters and sorts the list', async () => {
    await stored({ question: 'Água conta?', answer: 'Não é alimento.', topic: 3 });
    await stored({ question: 'Banco fecha?', topic: 7 });
    expect(await list('?search=agua')).toEqual(['Água conta?']);
    expect(await list('?search=alimentacao')).toEqual(['Água conta?']);
    expect(await list('?topic=7')).toEqual(['Banco fecha?']);
    expect(await list('?sort=-question')).toEqual(['Banco fecha?', 'Água conta?']);
    expect(await list('?sort=-topic')).toEqual(['Banco fecha?', 'Água conta?']);
  });
});

describe('invalid questions', () => {
  it.each<[Fields, Record<string, string[]>]>([
    [{ question: ' ' }, { question: ['Informe a pergunta.'] }],
    [{ question: 'x'.repeat(201) }, { question: ['Use no máximo 200 caracteres.'] }],
    [{ answer: '' }, { answer: ['Informe a resposta.'] }],
    [{ answer: 'x'.repeat(4001) }, { answer: ['Use no máximo 4000 caracteres.'] }],
    [{ topic: 10 }, { topic: ['Escolha o assunto.'] }],
    [{ position: 0 }, { position: ['A posição é um número a partir de 1.'] }],
  ])('rejects invalid fields with 422 (case %#)', async (fields, errors) => {
    const answer = await store(fields);
    expect([answer.statusCode, answer.json().errors]).toEqual([422, errors]);
    expect(await list()).toEqual([]);
  });

  it('answers 422 for an empty order and 404 for an unknown question', async () => {
    expect((await order([])).json().errors).toEqual({ uuids: ['Informe a ordem das perguntas.'] });
    for (const answer of [
      await get(`/details/${randomUUID()}`),
      await update(randomUUID()),
      await app.request('DELETE', admin(`/destroy/${randomUUID()}`), { token }),
    ])
      expect([answer.statusCode, answer.json().error]).toEqual([404, 'Esta pergunta não existe mais.']);
  });

  it('answers 401 without a session and 403 without the permission', async () => {
    expect((await app.request('GET', admin(''))).statusCode).toBe(401);
    expect((await app.request('POST', admin('/store'), { json: question })).statusCode).toBe(401);
    const reader = await app.signInAs('reader');
    expect((await app.request('GET', admin(''), { token: reader })).statusCode).toBe(200);
    const refused = await app.request('POST', admin('/store'), { token: reader, json: question });
    expect(refused.statusCode).toBe(403);
  });
});
