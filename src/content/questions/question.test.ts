import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { bodyOf, createTestApp, type TestApp } from '../../../test/app.ts';
import { emptyTables } from '../../../test/historyInvariants.ts';
import { jsonCalls } from '../../../test/uploads.ts';
import { getQuestion, siteQuestions } from './question.contract.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.remove());
beforeEach(async () => {
  await emptyTables(app.deps, ['questions', 'audit_log']);
  app.deps.responseCache.invalidate();
});

const { get, store, storeRecord, update, destroy, order } = jsonCalls(() => app, 'questions', {
  ...{ question: 'Posso trocar?', answer: 'Pode, em 30 dias.', topic: 1 },
});
async function onSite(query = '') {
  const answer = await app.request('GET', `/api/site/questions${query}`);
  return bodyOf(siteQuestions.answers[200], answer).data.map((one) => one.question);
}

it('shows questions to shoppers by topic and in order, and keeps the lines of an answer', async () => {
  await storeRecord({ question: 'Quanto custa?', topic: '4' });
  const uuid = await storeRecord({ answer: 'Pode.\r\nEm 30 dias.' });
  const { data } = bodyOf(getQuestion.answers[200], await get(`/details/${uuid}`));
  expect(data).toMatchObject({
    ...{ question: 'Posso trocar?', answer: 'Pode.\nEm 30 dias.' },
    topic: { number: 1, text: 'Trocas e devoluções' },
  });
  await storeRecord({ question: 'E o defeito?', position: 1 });
  expect(await onSite()).toEqual(['E o defeito?', 'Posso trocar?', 'Quanto custa?']);
  expect(await onSite('?topic=4')).toEqual(['Quanto custa?']);
  expect(await onSite('?topic=99')).toHaveLength(3);
});

it('states to staff on which pages shoppers see the change', async () => {
  const stored = await store();
  expect(stored.json().data.message).toBe('Já aparece na página de ajuda.');
  const { uuid } = stored.json().data;
  const moved = await update(uuid, { topic: 4 });
  expect(moved.json().data.message).toBe('A mudança já aparece na página do cartão e na ajuda.');
  expect((await order([])).json().errors).toEqual({ uuids: ['Informe a ordem das perguntas.'] });
  expect((await order([uuid])).json().data.message).toBe('Ordem das perguntas salva.');
  await update(uuid, { topic: 1 });
  expect((await destroy(uuid)).json().data.message).toBe('Não aparece mais na página de ajuda.');
  expect((await destroy(uuid)).json().error).toBe('Esta pergunta não existe mais.');
});
