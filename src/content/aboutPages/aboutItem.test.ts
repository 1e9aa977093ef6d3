import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { bodyOf, createTestApp, type TestApp } from '../../../test/app.ts';
import { emptyTables } from '../../../test/historyInvariants.ts';
import { jsonCalls } from '../../../test/uploads.ts';
import { siteHome } from '../home/home.contract.ts';
import { getAboutItem, listAboutItems } from './aboutItem.contract.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.remove());
beforeEach(async () => {
  await emptyTables(app.deps, ['about_items', 'abouts', 'audit_log']);
  app.deps.responseCache.invalidate();
  const texts = jsonCalls(() => app, 'abouts');
  await texts.storeRecord({ type: 1, title: 'Tudo da casa' });
  await texts.storeRecord({ type: 4, title: 'O cartão' });
});

const { get, store, storeRecord, update, destroy, order } = jsonCalls(() => app, 'about-items', {
  ...{ title: 'Açougue', description: 'Corte na hora.', about_id_type: 1 },
});

const details = async (uuid: string) => bodyOf(getAboutItem.answers[200], await get(`/details/${uuid}`)).data;
const titles = async (query = '') =>
  bodyOf(listAboutItems.answers[200], await get(query)).data.map(({ title }) => title);
async function onHome() {
  const answer = await app.request('GET', '/api/site/home');
  const { about_hypermarket, about_credit_card } = bodyOf(siteHome.answers[200], answer).data;
  return [about_hypermarket, about_credit_card].map((about) => about?.about_items.map(({ title }) => title));
}

it('shows items in order on the home page, by their text, and states where shoppers see a change', async () => {
  await storeRecord({ title: 'Padaria' });
  const stored = await store();
  const { uuid, message } = stored.json().data;
  expect(message).toBe('Já aparece na capa do site e em Sobre nós.');
  expect(await onHome()).toEqual([['Padaria', 'Açougue'], []]);
  const moved = await update(uuid, { title: 'Anuidade zero', about_id_type: '4' });
  expect(moved.json().data.message).toBe('A mudança já aparece na página do cartão.');
  expect(await details(uuid)).toMatchObject({
    about: { id: 4, title: 'O cartão' },
    about_id_type: 4,
    position: 2,
  });
  expect(await onHome()).toEqual([['Padaria'], ['Anuidade zero']]);
  expect((await order([uuid])).json().data.message).toBe('Ordem dos itens salva.');
  expect((await order([])).json().errors).toEqual({ uuids: ['Informe a ordem dos itens.'] });
  expect((await destroy(uuid)).json().data.message).toBe('Não aparece mais no site.');
  expect((await destroy(uuid)).json().error).toBe('Este item não existe mais.');
});

it('rejects an item of a text that does not exist with 422', async () => {
  for (const answer of [
    await store({ about_id_type: 2 }),
    await update(await storeRecord(), { about_id_type: 2 }),
  ])
    expect([answer.statusCode, answer.json().errors]).toEqual([
      422,
      { about_id_type: ['Ainda não há texto sobre o shopping. Adicione o texto antes.'] },
    ]);
});

it('sorts items by the title of their text', async () => {
  await storeRecord({ title: 'Água' });
  await storeRecord({ title: 'banco', about_id_type: 4 });
  await storeRecord({ title: 'Casa' });
  expect(await titles('?sort=about')).toEqual(['banco', 'Água', 'Casa']);
});
