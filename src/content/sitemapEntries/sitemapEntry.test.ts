import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bodyOf, createTestApp, type TestApp, testClock } from '../../../test/app.ts';
import { fileOf, jpeg } from '../../../test/images.ts';
import { formOf } from '../../../test/uploads.ts';
import { siteChanges } from './sitemapEntry.contract.ts';

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

describe('dates of changes for the sitemap', () => {
  const changes = async () =>
    bodyOf(siteChanges.answers[200], await app.request('GET', '/api/site/changes')).data;
  const pageChange = async (path: string) =>
    (await changes()).pages.find((page) => page.path === path)?.changed;

  test('returns the dates of pages that show saved records, and of records with own pages', async () => {
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

  test('counts the day after the last day of a record as a change', async () => {
    await store('vacancies', { name: 'Padeiro', type: '1', open_until: '2026-11-22' });
    expect(await pageChange('/vacancies')).toBe('2026-11-21T15:01:00.000Z');
    app.clock.set('2026-11-23T15:00:00Z');
    app.deps.responseCache.invalidate();
    expect(await pageChange('/vacancies')).toBe('2026-11-23');
  });
});

test('does not tell anonymous callers whether a record exists', async () => {
  app.clock.set('2026-11-21T15:02:00Z');
  const uuid = await store('phones', phone);
  for (const someUuid of [uuid, randomUUID()])
    expect((await app.request('GET', `/api/site/records/phones/${someUuid}`)).statusCode).toBe(404);
});
