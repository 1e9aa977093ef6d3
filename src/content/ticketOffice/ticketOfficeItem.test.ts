import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bodyOf, createTestApp, PUBLISHED, staff, type TestApp } from '../../../test/app.ts';
import { emptyTables } from '../../../test/historyInvariants.ts';
import { siteTicketOffice } from './ticketOffice.contract.ts';
import {
  getTicketOfficeItem,
  listTicketOfficeItems,
  storeTicketOfficeItem,
  updateTicketOfficeItem,
} from './ticketOfficeItem.contract.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await createTestApp();
  token = await app.signIn();
  const json = { title: 'Bilheteria', description: 'Abre às 13h.' };
  await app.request('POST', '/api/admin/ticket-offices/store', { token, json });
});
afterAll(() => app.remove());
beforeEach(async () => {
  await emptyTables(app.deps, ['ticket_office_items', 'audit_log']);
  app.deps.responseCache.invalidate();
});

const admin = (path: string) => `/api/admin/ticket-office-items${path}`;
const get = (path: string) => app.request('GET', admin(path), { token });
const store = (json: unknown) => app.request('POST', admin('/store'), { token, json });
const update = (uuid: string, json: unknown) => app.request('PUT', admin(`/update/${uuid}`), { token, json });
const destroy = (uuid: string) => app.request('DELETE', admin(`/destroy/${uuid}`), { token });
const order = (uuids: unknown) => app.request('PUT', admin('/order'), { token, json: { uuids } });

async function stored(item: string, position?: number): Promise<string> {
  const answer = await store({ item, position });
  expect(answer.statusCode, answer.payload).toBe(201);
  return bodyOf(storeTicketOfficeItem.answers[201], answer).data.uuid;
}
async function details(uuid: string) {
  const answer = await get(`/details/${uuid}`);
  expect(answer.statusCode).toBe(200);
  return bodyOf(getTicketOfficeItem.answers[200], answer).data;
}
async function list(query = '') {
  const answer = await get(query);
  expect(answer.statusCode).toBe(200);
  return bodyOf(listTicketOfficeItems.answers[200], answer);
}
const items = async (query = '') => (await list(query)).data.map(({ item }) => item);
async function onSite() {
  const answer = await app.request('GET', '/api/site/ticket-office');
  return bodyOf(siteTicketOffice.answers[200], answer).data.items.map(({ item }) => item);
}

describe('items of the ticket office', () => {
  it('appends a new item, lists it and shows it', async () => {
    await stored('Inteira');
    const answer = await store({ item: '  Meia: R$ 12,00 ' });
    expect([answer.statusCode, answer.json()]).toEqual([
      201,
      {
        data: {
          message: 'Já aparece na página do cinema.',
          uuid: expect.any(String),
          version: 1,
        },
      },
    ]);
    const item = await details(answer.json().data.uuid);
    expect(item).toEqual({
      ...PUBLISHED,
      id: expect.any(Number),
      uuid: answer.json().data.uuid,
      item: 'Meia: R$ 12,00',
      position: 2,
      version: 1,
      updated_at: expect.any(String),
    });
    expect((await list()).data[1]).toEqual(item);
    expect(await onSite()).toEqual(['Inteira', 'Meia: R$ 12,00']);
  });

  it('inserts and moves an item at its position', async () => {
    const uuid = await stored('A');
    await stored('B');
    await stored('Primeiro', 1);
    expect(await items()).toEqual(['Primeiro', 'A', 'B']);
    await update(uuid, { item: 'A', position: 99 });
    expect(await items()).toEqual(['Primeiro', 'B', 'A']);
    expect((await list()).data.map(({ position }) => position)).toEqual([1, 2, 3]);
  });

  it('updates an item and records both states in the audit log', async () => {
    const uuid = await stored('Meia');
    const answer = await update(uuid, { item: 'Meia-entrada', version: 1 });
    expect([answer.statusCode, bodyOf(updateTicketOfficeItem.answers[200], answer).data]).toEqual([
      200,
      { message: 'A mudança já aparece na página do cinema.', uuid, version: 2 },
    ]);
    expect(await onSite()).toEqual(['Meia-entrada']);
    const entries = await app.deps.db.selectFrom('audit_log').selectAll().orderBy('id').execute();
    expect(entries.at(-1)).toMatchObject({
      action: 'update',
      entity: 'ticket_office_items',
      entity_uuid: uuid,
      user_name: staff.name,
    });
    expect(JSON.parse(entries.at(-1)?.before ?? '')).toEqual({ item: 'Meia', position: 1 });
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

  it('deletes an item and closes the gap in the order', async () => {
    const [gone, left] = [await stored('Sai'), await stored('Fica')];
    const answer = await destroy(gone);
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { data: { message: 'Não aparece mais na página do cinema.' } },
    ]);
    expect(await items()).toEqual(['Fica']);
    expect(await onSite()).toEqual(['Fica']);
    expect((await details(left)).position).toBe(1);
  });

  it('answers 404 for an unknown item', async () => {
    for (const uuid of [randomUUID(), 'nenhum']) {
      for (const answer of [
        await get(`/details/${uuid}`),
        await update(uuid, { item: 'Meia' }),
        await destroy(uuid),
      ])
        expect(answer.statusCode).toBe(404);
    }
    expect((await get(`/details/${randomUUID()}`)).json().error).toBe(
      'Este item da bilheteria não existe mais.',
    );
  });

  it('rejects a request without a session with 401', async () => {
    const calls = [
      app.request('GET', admin('')),
      app.request('GET', admin(`/details/${randomUUID()}`)),
      app.request('POST', admin('/store'), { json: { item: 'Meia' } }),
      app.request('PUT', admin(`/update/${randomUUID()}`), { json: { item: 'Meia' } }),
      app.request('PUT', admin('/order'), { json: { uuids: [randomUUID()] } }),
      app.request('DELETE', admin(`/destroy/${randomUUID()}`)),
    ];
    for (const answer of await Promise.all(calls)) expect(answer.statusCode).toBe(401);
    expect(await items()).toEqual([]);
  });
});

describe('invalid items', () => {
  it.each([
    ['missing', {}, { item: ['Informe o item.'] }],
    ['only white space', { item: '\n\u00a0' }, { item: ['Informe o item.'] }],
    ['one character too long', { item: 'x'.repeat(201) }, { item: ['Use no máximo 200 caracteres.'] }],
    ['at position 0', { item: 'Meia', position: 0 }, { position: ['A posição é um número a partir de 1.'] }],
  ])('rejects an item that is %s with 422', async (_, body, errors) => {
    const uuid = await stored('Inteira');
    for (const answer of [await store(body), await update(uuid, body)])
      expect([answer.statusCode, answer.json().errors]).toEqual([422, errors]);
    expect(await items()).toEqual(['Inteira']);
    expect(await details(uuid)).toMatchObject({ version: 1 });
  });

  it('rejects an outdated version with 409', async () => {
    const uuid = await stored('Meia');
    expect((await update(uuid, { item: 'Um', version: 1 })).statusCode).toBe(200);
    expect((await update(uuid, { item: 'Dois', version: 1, position: 1 })).statusCode).toBe(409);
    expect(await items()).toEqual(['Um']);
    expect((await update(uuid, { item: 'Dois' })).statusCode).toBe(200);
  });
});

describe('order of items', () => {
  it('reorders the named items, with the others after them, and changes no version', async () => {
    const uuids: Record<string, string> = {};
    for (const item of ['A', 'B', 'C']) uuids[item] = await stored(item);
    expect(await onSite()).toEqual(['A', 'B', 'C']);
    const answer = await order([uuids.C, uuids.A, uuids.C, randomUUID()]);
    expect([answer.statusCode, answer.json().data.message]).toEqual([
      200,
      'Ordem dos itens da bilheteria salva.',
    ]);
    expect(await items()).toEqual(['C', 'A', 'B']);
    expect(await onSite()).toEqual(['C', 'A', 'B']);
    expect((await update(uuids.A ?? '', { item: 'A', version: 1 })).statusCode).toBe(200);
  });

  it('rejects an order without a known item', async () => {
    await stored('A');
    expect((await order([randomUUID()])).statusCode).toBe(404);
    for (const uuids of [[], ['x'], undefined])
      expect((await order(uuids)).json().errors).toEqual({ uuids: ['Informe a ordem dos itens.'] });
  });

  it('keeps positions dense during concurrent writes', async () => {
    const uuids = await Promise.all(['A', 'B', 'C', 'D'].map((item) => stored(item, 1)));
    await Promise.all([order(uuids), order(uuids.toReversed()), destroy(uuids[2] ?? ''), stored('E')]);
    expect((await list()).data.map(({ position }) => position)).toEqual([1, 2, 3, 4]);
  });
});

describe('list of items', () => {
  it('returns all items in order, searches and sorts without accents, and pages', async () => {
    for (const item of ['Sessão azul', 'Água', 'meia']) await stored(item);
    expect(await items()).toEqual(['Sessão azul', 'Água', 'meia']);
    expect(await items('?search=sessao')).toEqual(['Sessão azul']);
    expect(await items('?sort=item')).toEqual(['Água', 'meia', 'Sessão azul']);
    expect(await items('?sort=-position')).toEqual(['meia', 'Água', 'Sessão azul']);
    expect(await list('?page=2&per_page=2')).toMatchObject({
      data: [{ item: 'meia' }],
      meta: { page: 2, per_page: 2, total: 3 },
    });
  });
});
