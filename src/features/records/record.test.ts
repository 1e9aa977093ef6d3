import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bodyOf, createTestApp, type TestApp, testClock } from '../../../test/app.ts';
import { fileOf, jpeg } from '../../../test/images.ts';
import { formOf } from '../../../test/uploads.ts';
import { namedTables, siteChanges } from './record.contract.ts';

let app: TestApp;
let token: string;
const phone = { contact: 'SAC', ddi: '55', ddd: '85', number: '32224400', type: '1' };
const shop = { name: 'Sorvetes Lua', email: 'lua@loja.example', phone: '8500000012' };

beforeAll(async () => {
  app = await createTestApp({ clock: testClock('2026-11-21T15:00:00Z') });
  token = await app.signIn();
});
afterAll(() => app.remove());

async function store(path: string, fields: Record<string, string>): Promise<string> {
  const answer = await app.request('POST', `/api/admin/${path}/store`, { token, json: fields });
  expect(answer.statusCode, answer.payload).toBe(201);
  return answer.json().data.uuid;
}

describe('when the site changed', () => {
  const changes = async () =>
    bodyOf(siteChanges.answers[200], await app.request('GET', '/api/site/changes')).data;
  const pageChange = async (path: string) =>
    (await changes()).pages.find((page) => page.path === path)?.changed;

  test('is told of what was ever saved, and of records with pages of their own', async () => {
    expect(await changes()).toEqual({ pages: [], records: [] });
    const form = formOf({ ...shop, image: fileOf(await jpeg()) });
    const stored = await app.request('POST', '/api/admin/shops/store', { token, form });
    const { uuid } = stored.json().data;
    await store('phones', phone);
    const changed = '2026-11-21T15:00:00.000Z';
    const { pages, records } = await changes();
    expect(records).toEqual([{ uuid, changed }]);
    expect(pages.map(({ path }) => path).sort()).toEqual([
      '/contacts',
      '/debit-cards',
      '/help',
      '/shopping',
      '/shops',
    ]);
    expect(pages.every((page) => page.changed === changed)).toBe(true);

    app.clock.advance(60_000);
    await app.request('DELETE', `/api/admin/shops/destroy/${uuid}`, { token });
    expect((await changes()).records).toEqual([]);
    expect(await pageChange('/shops')).toBe('2026-11-21T15:01:00.000Z');
    expect(await pageChange('/contacts')).toBe(changed);
  });

  test('counts what goes by itself, from the day after its last', async () => {
    await store('vacancies', { name: 'Padeiro', type: '1', open_until: '2026-11-22' });
    expect(await pageChange('/vacancies')).toBe('2026-11-21T15:01:00.000Z');
    app.clock.set('2026-11-23T15:00:00Z');
    app.deps.answers.invalidate();
    expect(await pageChange('/vacancies')).toBe('2026-11-23');
  });
});

describe('whether there is a record', () => {
  // While the session still holds.
  beforeAll(() => app.clock.set('2026-11-21T15:02:00Z'));
  const asked = (table: string, uuid: string) => app.request('GET', `/api/site/records/${table}/${uuid}`);

  test('is told of each that a screen names, and nothing else of it', async () => {
    const uuid = await store('phones', phone);
    const there = await asked('phones', uuid);
    expect([there.statusCode, there.payload]).toEqual([204, '']);
    expect((await asked('vacancies', uuid)).statusCode).toBe(404);
    await app.request('DELETE', `/api/admin/phones/destroy/${uuid}`, { token });
    expect((await asked('phones', uuid)).statusCode).toBe(404);
    for (const table of namedTables.values())
      expect((await asked(table, randomUUID())).statusCode, table).toBe(404);
  });

  test('is asked of no other table and by no other name', async () => {
    const { uuid } = await app.deps.db.selectFrom('users').select('uuid').executeTakeFirstOrThrow();
    for (const table of ['users', 'sessions', 'files', 'nada'])
      expect((await asked(table, uuid)).statusCode, table).toBe(404);
    expect((await asked('phones', '1')).statusCode).toBe(404);
  });

  test('is known by the addresses of these screens', () => {
    expect(Object.fromEntries(namedTables)).toEqual({
      abouts: 'abouts',
      'about-items': 'about_items',
      banners: 'banners',
      'booklets/of-the-day': 'daily_booklets',
      branches: 'branches',
      'card-terms': 'card_terms',
      exceptions: 'exceptions',
      movies: 'movies',
      offers: 'offers',
      'office-hours': 'office_hours',
      phones: 'phones',
      questions: 'questions',
      'revenue-categories': 'recipe_categories',
      revenues: 'recipes',
      shops: 'shops',
      screenings: 'screenings',
      'ticket-office-items': 'ticket_office_items',
      vacancies: 'vacancies',
      'work-with-us': 'job_applications',
    });
  });
});
