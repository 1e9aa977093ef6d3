import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp, testClock } from '../../test/app.ts';

// Tests the filters of lists through the router, with the demo content and other records.

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await createTestApp({ clock: testClock('2026-11-22T15:00:00Z') });
  token = await app.signIn();
  const phones = [
    ['Central', '85', '00000001', 1],
    ['Encomendas', '85', '900000002', 3],
    ['Ouvidoria', '11', '900000003', 3],
  ] as const;
  for (const [contact, ddd, number, type] of phones)
    await store('phones', { contact, ddi: '55', ddd, number, type });
  await store('phones', {
    contact: 'Guardado',
    ddi: '55',
    ddd: '85',
    number: '1',
    type: 1,
    publish_at: 'later',
  });
  await store('vacancies', { name: 'Caixa', type: 1 });
  await store('vacancies', { name: 'Padeiro', type: 2, open_until: '2026-11-22' });
  await store('vacancies', { name: 'Açougueiro', type: 1, open_until: '2026-11-21' });
});
afterAll(() => app.remove());

async function store(path: string, json: object) {
  const answer = await app.request('POST', `/api/admin/${path}/store`, { token, json });
  expect(answer.statusCode, answer.payload).toBe(201);
  return answer.json().data.uuid as string;
}
async function list(path: string, query: string) {
  const answer = await app.request('GET', `/api/admin/${path}?${query}`, { token });
  expect(answer.statusCode, answer.payload).toBe(200);
  return answer.json();
}
const contacts = async (query: string) =>
  (await list('phones', query)).data.map(({ contact }: { contact: string }) => contact);

describe('list filters', () => {
  it.each([
    ['type=3', ['Encomendas', 'Ouvidoria']],
    ['type=3&search=ouvi', ['Ouvidoria']],
    ['type=3&sort=-contact', ['Ouvidoria', 'Encomendas']],
    ['type=1&standing=draft', ['Guardado']],
    ['standing=shown', ['Central', 'Encomendas', 'Ouvidoria']],
    ['standing=ended', []],
    ['standing=waiting', []],
    // Invalid values are ignored, like all invalid parameters of a list.
    ['type=9', ['Central', 'Encomendas', 'Ouvidoria', 'Guardado']],
    ['type=1%20or%201', ['Central', 'Encomendas', 'Ouvidoria', 'Guardado']],
    ['nada=1', ['Central', 'Encomendas', 'Ouvidoria', 'Guardado']],
  ])('filters by %j to %j, as a whole list and page by page', async (query, found) => {
    expect(await contacts(query)).toEqual(found);
    expect(await contacts(`${query}&page=1`)).toEqual(found);
    expect((await list('phones', `${query}&page=1&per_page=1`)).meta.total).toBe(found.length);
  });

  it('searches all texts that a row shows', async () => {
    expect(await contacts('search=WHATSAPP')).toEqual(['Encomendas', 'Ouvidoria']);
    expect(await contacts(`search=${encodeURIComponent('+55 (11) 90000-0003')}`)).toEqual(['Ouvidoria']);
    expect(await contacts('search=5511900000003')).toEqual(['Ouvidoria']);
  });

  it('returns the filters with their counts when they are requested', async () => {
    const { filters } = await list('phones', 'page=1&per_page=1&counts=1&search=ouvi');
    expect(filters).toEqual([
      {
        name: 'type',
        label: 'Tipo',
        values: [
          { value: '1', text: 'Fixo', count: 2 },
          { value: '2', text: 'Celular', count: 0 },
          { value: '3', text: 'WhatsApp', count: 2 },
          { value: '4', text: 'Comercial', count: 0 },
        ],
      },
      {
        name: 'standing',
        label: 'Publicação',
        values: [
          { value: 'shown', text: 'No site', count: 3 },
          { value: 'draft', text: 'Rascunho', count: 1 },
          { value: 'ended', text: 'Fora do site', count: 0 },
          { value: 'waiting', text: 'Com mudança esperando', count: 0 },
        ],
      },
    ]);
    expect((await list('phones', 'page=1')).filters).toBeUndefined();
    await store('phones', { contact: 'Nova', ddi: '55', ddd: '85', number: '2', type: 2 });
    const after = await list('phones', 'page=1&counts=1');
    expect(after.filters[0].values[1].count).toBe(1);
  });

  it('returns who saved each row last when it is requested', async () => {
    const { data } = await list('phones', 'fields=contact,last_change,publication&search=ouvi');
    expect(data).toEqual([
      {
        contact: 'Ouvidoria',
        publication: { standing: null, waiting: 0, next: null, leaves: null },
        last_change: { at: expect.any(String), by: 'Rosângela Melo' },
      },
    ]);
  });

  it('answers 401 without a session', async () => {
    expect((await app.request('GET', '/api/admin/phones?counts=1&page=1')).statusCode).toBe(401);
  });
});

it('vacancies are open until the end of their last day', async () => {
  const names = async (query: string) =>
    (await list('vacancies', query)).data.map(({ name }: { name: string }) => name);
  expect(await names('state=open')).toEqual(['Caixa', 'Padeiro']);
  expect(await names('state=closed')).toEqual(['Açougueiro']);
  expect(await names('attention=yes')).toEqual(['Açougueiro']);
  expect(await names('type=1&state=open')).toEqual(['Caixa']);
});

it('recipes are filtered by category and found by its name', async () => {
  const { db } = app.deps;
  const now = '2026-11-22T00:00:00.000Z';
  const category = await store('revenue-categories', { name: 'Pães e bolos' });
  const { id } = await db
    .selectFrom('recipe_categories')
    .select('id')
    .where('uuid', '=', category)
    .executeTakeFirstOrThrow();
  const { filters } = await list('revenues', 'page=1&counts=1');
  expect(filters.find(({ name }: { name: string }) => name === 'category').values).toEqual([]);
  for (const query of ['search=paes', 'search=bolos+paes', `category=${id}`, 'category=x', 'search=bo'])
    for (const sort of ['', 'name', '-id', 'revenue_category_id'])
      expect((await list('revenues', `page=1&${query}&sort=${sort}`)).meta.total, query).toBe(0);
  expect(now).toBeTruthy();
});

it('offers the existing cities and states as filters of branches', async () => {
  const { db } = app.deps;
  const now = '2026-11-22T00:00:00.000Z';
  const common = { created_at: now, updated_at: now, name: 'x', email: 'x@y.example', phone: '8500000000' };
  const place = { zip_code: '60000000', road: 'Rua', number: '1', district: 'Centro' };
  const rows = [
    ['Fortaleza', 'CE'],
    ['Recife', 'PE'],
    ['Fortaleza', 'CE'],
  ] as const;
  await db.transaction().execute(async (trx) => {
    for (const [at, [city, state]] of rows.entries())
      await trx
        .insertInto('branches')
        .values({
          ...common,
          ...place,
          uuid: `00000000-0000-4000-8000-00000000000${at}`,
          city,
          state,
          position: at + 1,
          name_key: 'x',
          city_key: city.toLowerCase(),
          search: city.toLowerCase(),
        } as never)
        .execute();
  });
  const { filters } = await list('branches', 'page=1&counts=1');
  const valuesOf = (wanted: string) => filters.find(({ name }: { name: string }) => name === wanted).values;
  expect(valuesOf('city')).toEqual([
    { value: 'fortaleza', text: 'Fortaleza', count: 2 },
    { value: 'recife', text: 'Recife', count: 1 },
  ]);
  expect(valuesOf('state').map(({ value }: { value: string }) => value)).toEqual(['CE', 'PE']);
  expect((await list('branches', 'page=1&city=fortaleza')).meta.total).toBe(2);
  expect((await list('branches', 'page=1&state=PE&search=recife')).meta.total).toBe(1);
  await sql`delete from branches`.execute(db);
});
