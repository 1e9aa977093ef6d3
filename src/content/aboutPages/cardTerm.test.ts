import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bodyOf, createTestApp, type TestApp } from '../../../test/app.ts';
import { emptyTables } from '../../../test/historyInvariants.ts';
import { jsonCalls } from '../../../test/uploads.ts';
import { getCardTerm, siteCardTerms } from './cardTerm.contract.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.remove());
beforeEach(async () => {
  await emptyTables(app.deps, ['card_terms', 'audit_log']);
  app.deps.responseCache.invalidate();
});

const term = { title: 'Anuidade', value: 'R$ 0', note: 'Todo ano.', type: 1 };
const { get, store, storeRecord, update, destroy, order } = jsonCalls(() => app, 'card-terms', term);

const details = async (uuid: string) => bodyOf(getCardTerm.answers[200], await get(`/details/${uuid}`)).data;
const onSite = async () =>
  bodyOf(siteCardTerms.answers[200], await app.request('GET', '/api/site/card-terms')).data.map(
    ({ title, value, type }) => [title, value, type.number],
  );

it('states to staff what shoppers see, and shows terms in order on the site', async () => {
  const stored = await store();
  const { uuid, message } = stored.json().data;
  expect(message).toBe('Já aparece na página do cartão.');
  await storeRecord({ title: 'CPF', type: '3', value: '', position: 1 });
  expect(await onSite()).toEqual([
    ['CPF', null, 3],
    ['Anuidade', 'R$ 0', 1],
  ]);
  expect((await order([])).json().errors).toEqual({ uuids: ['Informe a ordem das condições.'] });
  await destroy(uuid);
  expect((await destroy(uuid)).json().error).toBe('Esta condição não existe mais.');
});

describe('the value that the type of a term needs', () => {
  it('a value is kept when the type changes, and checked against the new type', async () => {
    const uuid = await storeRecord();
    expect((await update(uuid, { type: 2, value: undefined })).statusCode).toBe(200);
    expect(await details(uuid)).toMatchObject({ value: 'R$ 0', note: 'Todo ano.', type: { number: 2 } });
    const wrong = await update(uuid, { type: 5, value: undefined });
    expect([wrong.statusCode, wrong.json().errors]).toEqual([
      422,
      { value: ['Informe o telefone com DDD, ou um 0800.'] },
    ]);
    await update(uuid, { type: 3, value: '', note: '' });
    expect(await details(uuid)).toMatchObject({ value: null, note: null });
  });

  it.each([
    [{ value: '' }, 'Informe o valor.'],
    [{ value: undefined }, 'Informe o valor.'],
    [{ value: '', type: 5 }, 'Informe o telefone.'],
    [{ value: 'ligue já', type: 5 }, 'Informe o telefone com DDD, ou um 0800.'],
  ])('is required: %j is rejected with 422', async (fields, message) => {
    const answer = await store(fields);
    expect([answer.statusCode, answer.json().errors]).toEqual([422, { value: [message] }]);
  });

  it('a value is required by the publication of a draft', async () => {
    const uuid = await storeRecord({ title: 'CPF', type: 3, value: 'Original' });
    await update(uuid, { title: 'CPF', type: 3, value: '', publish_at: 'later' });
    await update(uuid, { title: 'CPF', type: 1, value: 'R$ 5' });
    const to = (method: 'GET' | 'POST', path: string) =>
      app.signIn().then((token) =>
        app.request(method, `/api/admin/history/card-terms/${uuid}${path}`, {
          token,
          ...(method === 'POST' && { json: {} }),
        }),
      );
    const { versions } = (await to('GET', '')).json().data;
    const draft = versions.find(({ state }: { state: string }) => state === 'draft');
    const answer = await to('POST', `/${draft.id}/publish`);
    expect([answer.statusCode, answer.json().errors]).toEqual([422, { value: ['Informe o valor.'] }]);
    expect(await onSite()).toEqual([['CPF', 'R$ 5', 1]]);
  });
});
