import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { bodyOf, createTestApp, type TestApp } from '../../../test/app.ts';
import { emptyTables } from '../../../test/historyInvariants.ts';
import { jsonCalls } from '../../../test/uploads.ts';
import { siteTicketOffice } from './ticketOffice.contract.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
  await jsonCalls(() => app, 'ticket-offices').store({ title: 'Bilheteria', description: 'Abre às 13h.' });
});
afterAll(() => app.remove());
beforeEach(async () => {
  await emptyTables(app.deps, ['ticket_office_items', 'audit_log']);
  app.deps.responseCache.invalidate();
});

const { store, storeRecord, update, destroy, order } = jsonCalls(() => app, 'ticket-office-items');

async function onSite() {
  const answer = await app.request('GET', '/api/site/ticket-office');
  return bodyOf(siteTicketOffice.answers[200], answer).data.items.map(({ item }) => item);
}

it('shows items with the ticket office in order, and states to staff what shoppers see', async () => {
  await storeRecord({ item: 'Inteira' });
  const stored = await store({ item: '  Meia: R$ 12,00 ' });
  const { uuid, message } = stored.json().data;
  expect(message).toBe('Já aparece na página do cinema.');
  expect(await onSite()).toEqual(['Inteira', 'Meia: R$ 12,00']);
  const saved = await order([uuid]);
  expect(saved.json().data.message).toBe('Ordem dos itens da bilheteria salva.');
  expect(await onSite()).toEqual(['Meia: R$ 12,00', 'Inteira']);
  expect((await order([])).json().errors).toEqual({ uuids: ['Informe a ordem dos itens.'] });
  const changed = await update(uuid, { item: 'Meia-entrada' });
  expect(changed.json().data.message).toBe('A mudança já aparece na página do cinema.');
  expect((await destroy(uuid)).json().data.message).toBe('Não aparece mais na página do cinema.');
  expect((await destroy(uuid)).json().error).toBe('Este item da bilheteria não existe mais.');
  expect(await onSite()).toEqual(['Inteira']);
});

it('tells staff that an item is hidden while the ticket office has no text', async () => {
  const { db } = app.deps;
  const [office] = await db.selectFrom('ticket_offices').selectAll().execute();
  if (!office) throw new Error('none was stored');
  await db.deleteFrom('ticket_offices').execute();
  const { message } = (await store({ item: 'Inteira' })).json().data;
  await db.insertInto('ticket_offices').values(office).execute();
  expect(message).toBe('Aparece na página do cinema assim que a bilheteria tiver um texto.');
});
