import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { bodyOf, createTestApp, type TestApp } from '../../../test/app.ts';
import { emptyTables } from '../../../test/historyInvariants.ts';
import { jsonCalls } from '../../../test/uploads.ts';
import { siteTicketOffice } from './ticketOffice.contract.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.remove());
beforeEach(async () => {
  await emptyTables(app.deps, ['ticket_offices', 'ticket_office_items', 'audit_log']);
  app.deps.responseCache.invalidate();
});

const text = { title: 'Bilheteria', description: 'Abre às 13h.\nAceita Pix.' };
const { store } = jsonCalls(() => app, 'ticket-offices', text);
const items = jsonCalls(() => app, 'ticket-office-items');
const onSite = () => app.request('GET', '/api/site/ticket-office');

it('answers 204 without a body to shoppers before the first save, even if there are items', async () => {
  await items.storeRecord({ item: 'Inteira' });
  const answer = await onSite();
  expect([answer.statusCode, answer.payload]).toEqual([204, '']);
});

it('shows the ticket office to shoppers at once, with its items in order', async () => {
  expect((await store()).json().data.message).toBe('A mudança já aparece na página do cinema.');
  expect((await onSite()).json()).toEqual({ data: { ...text, items: [] } });
  for (const item of ['Inteira: R$ 24,00', 'Meia: R$ 12,00']) await items.storeRecord({ item, position: 1 });
  const { items: shown, ...office } = bodyOf(siteTicketOffice.answers[200], await onSite()).data;
  expect(office).toEqual(text);
  expect(shown).toEqual([
    { id: expect.any(Number), uuid: expect.any(String), item: 'Meia: R$ 12,00' },
    { id: expect.any(Number), uuid: expect.any(String), item: 'Inteira: R$ 24,00' },
  ]);
  await store({ title: 'Ingressos' });
  expect((await onSite()).json().data.title).toBe('Ingressos');
});
