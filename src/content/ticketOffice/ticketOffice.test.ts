import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bodyOf, createTestApp, PUBLISHED, staff, type TestApp } from '../../../test/app.ts';
import { emptyTables } from '../../../test/historyInvariants.ts';
import { getTicketOffice, siteTicketOffice, storeTicketOffice } from './ticketOffice.contract.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await createTestApp();
  token = await app.signIn();
});
afterAll(() => app.remove());
beforeEach(async () => {
  await emptyTables(app.deps, ['ticket_offices', 'ticket_office_items', 'audit_log']);
  app.deps.responseCache.invalidate();
});

const url = '/api/admin/ticket-offices';
const get = () => app.request('GET', url, { token });
const store = (json: unknown) => app.request('POST', `${url}/store`, { token, json });
const onSite = () => app.request('GET', '/api/site/ticket-office');
const text = { title: 'Bilheteria', description: 'Abre às 13h.\nAceita Pix.' };

async function saved() {
  const answer = await get();
  expect(answer.statusCode).toBe(200);
  return bodyOf(getTicketOffice.answers[200], answer).data;
}

describe('ticket office', () => {
  it('answers 204 without a body to staff and shoppers before the first save', async () => {
    await app.request('POST', '/api/admin/ticket-office-items/store', { token, json: { item: 'Inteira' } });
    for (const answer of [await get(), await onSite()])
      expect([answer.statusCode, answer.payload]).toEqual([204, '']);
  });

  it('answers 201 to the first save and 200 to later ones, and keeps one record', async () => {
    const first = await store(text);
    expect([first.statusCode, bodyOf(storeTicketOffice.answers[201], first).data]).toEqual([
      201,
      { message: 'A mudança já aparece na página do cinema.', uuid: expect.any(String), version: 1 },
    ]);
    const { uuid } = first.json().data;
    expect(await saved()).toEqual({
      ...PUBLISHED,
      id: expect.any(Number),
      uuid,
      ...text,
      version: 1,
      updated_at: expect.any(String),
    });
    const again = await store({ ...text, title: ' Ingressos ' });
    expect([again.statusCode, bodyOf(storeTicketOffice.answers[200], again).data]).toEqual([
      200,
      { message: 'A mudança já aparece na página do cinema.', uuid, version: 2 },
    ]);
    expect(await saved()).toMatchObject({ uuid, title: 'Ingressos', description: text.description });
    const entries = await app.deps.db.selectFrom('audit_log').selectAll().orderBy('id').execute();
    expect(entries.map(({ action, entity, user_name }) => [action, entity, user_name])).toEqual([
      ['create', 'ticket_offices', staff.name],
      ['update', 'ticket_offices', staff.name],
    ]);
  });

  it('creates one record when several first saves arrive together', async () => {
    const answers = await Promise.all(['A', 'B', 'C'].map((title) => store({ ...text, title })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 201]);
    expect(new Set(answers.map((answer) => answer.json().data.uuid)).size).toBe(1);
  });

  it('shows the ticket office to shoppers at once, with its items in order', async () => {
    await store(text);
    expect((await onSite()).json()).toEqual({ data: { ...text, items: [] } });
    for (const item of ['Inteira: R$ 24,00', 'Meia: R$ 12,00']) {
      const json = { item, position: 1 };
      await app.request('POST', '/api/admin/ticket-office-items/store', { token, json });
    }
    const { items, ...shown } = bodyOf(siteTicketOffice.answers[200], await onSite()).data;
    expect(shown).toEqual(text);
    expect(items).toEqual([
      { id: expect.any(Number), uuid: expect.any(String), item: 'Meia: R$ 12,00' },
      { id: expect.any(Number), uuid: expect.any(String), item: 'Inteira: R$ 24,00' },
    ]);
    await store({ ...text, title: 'Ingressos' });
    expect((await onSite()).json().data.title).toBe('Ingressos');
  });
});

describe('invalid ticket office', () => {
  it.each([
    ['no fields', {}, { title: ['Informe o título.'], description: ['Informe a descrição.'] }],
    [
      'a description of white space',
      { ...text, description: ' \n ' },
      { description: ['Informe a descrição.'] },
    ],
    ['a title that is not a string', { ...text, title: {} }, { title: ['Informe o título.'] }],
    [
      'a title that is too long',
      { ...text, title: 'x'.repeat(121) },
      { title: ['Use no máximo 120 caracteres.'] },
    ],
  ])('rejects the ticket office with 422: %s', async (_, body, errors) => {
    const answer = await store(body);
    expect([answer.statusCode, answer.json().errors]).toEqual([422, errors]);
    expect((await get()).statusCode).toBe(204);
    await store(text);
    expect((await store(body)).statusCode).toBe(422);
    expect(await saved()).toMatchObject({ ...text, version: 1 });
  });

  it('rejects an outdated version with 409', async () => {
    await store(text);
    expect((await store({ ...text, title: 'Um', version: 1 })).statusCode).toBe(200);
    expect((await store({ ...text, title: 'Dois', version: 1 })).statusCode).toBe(409);
    expect(await saved()).toMatchObject({ title: 'Um', version: 2 });
    expect((await store({ ...text, title: 'Três' })).statusCode).toBe(200);
  });

  it('rejects a request without a session with 401', async () => {
    for (const answer of [
      await app.request('GET', url),
      await app.request('POST', `${url}/store`, { json: text }),
    ])
      expect(answer.statusCode).toBe(401);
    expect((await get()).statusCode).toBe(204);
  });
});
