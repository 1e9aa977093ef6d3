import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../../test/app.ts';
import { allEndpoints } from '../../../../test/endpoints.ts';
import { createValidSaves, type ValidSaves } from '../../../../test/validSaves.ts';
import type { Endpoint } from '../../../shared/endpoint.ts';
import type { FilterCounts } from '../../../shared/filters.ts';
import { BRANCH_COLUMNS } from '../../../shared/permissions.ts';

// Tests the filters of all lists for staff of one branch, and for those who may not read what a filter names.

let app: TestApp;
let admin: string;
let saves: ValidSaves;
let lists: Endpoint[];
/** Branch without records of the narrow user. */
let other: string;

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.signIn();
  const endpoints = allEndpoints(app.deps);
  saves = await createValidSaves({ request: app.request, db: app.deps.db, endpoints }, admin);
  const filtered = (answer: unknown) => typeof answer === 'object' && answer !== null && 'filters' in answer;
  lists = [];
  for (const endpoint of endpoints) {
    if (endpoint.method !== 'GET' || !/^\/admin\/[^:]+$/.test(endpoint.path) || !endpoint.query) continue;
    const answer = await app.request('GET', `/api${endpoint.path}?page=1&counts=1`, { token: admin });
    if (answer.statusCode === 200 && filtered(answer.json())) lists.push(endpoint);
  }
  other = await saves.store('/admin/branches/store', {
    token: admin,
    more: { city: 'Recife', state: 'PE' },
  });
  for (const { path, table } of saves.planned) {
    if (!path.endsWith('/store') || path.includes('abouts') || path.includes('about-')) continue;
    await saves.store(path, { token: admin });
    const column = BRANCH_COLUMNS.get(table ?? '');
    if (column && column !== 'uuid')
      for (const branches of [[other], [saves.branch, other]])
        await saves.store(path, { token: admin, more: { [column]: branches } });
  }
}, 120_000);
afterAll(() => app.remove());

interface Page {
  meta: { total: number };
  filters: FilterCounts;
}
async function read({ path }: Endpoint, token: string, query = ''): Promise<Page> {
  const answer = await app.request('GET', `/api${path}?page=1&counts=1${query}`, { token });
  expect(answer.statusCode, `${path} ${query}: ${answer.payload}`).toBe(200);
  return answer.json();
}
const filterBy = (name: string, value: string) => `&${name}=${encodeURIComponent(value)}`;

/** Reads each list as `token` and expects that each filter value has as many records as its filtered list. */
async function expectOwnCounts(token: string, some: readonly Endpoint[]): Promise<void> {
  for (const list of some)
    for (const { name, values, from_records } of (await read(list, token)).filters)
      for (const { value, count } of values) {
        const { meta } = await read(list, token, filterBy(name, value));
        expect([meta.total, value], `${list.path} ${name}`).toEqual([count, value]);
        if (from_records) expect(count, `${list.path} ${name}=${value}`).toBeGreaterThan(0);
      }
}

test('every filter of every list counts exactly the records that its list shows', async () => {
  expect(lists.length).toBeGreaterThan(15);
  await expectOwnCounts(admin, lists);
}, 120_000);

test('filters show staff of one branch only values of their own records, and others find nothing', async () => {
  const narrow = await app.signInAs('store', [saves.branch]);
  const own = lists.filter(({ table, path }) => BRANCH_COLUMNS.has(table ?? path.split('/')[2] ?? ''));
  expect(own).toHaveLength(BRANCH_COLUMNS.size);
  await expectOwnCounts(narrow, own);
  const hidden: string[] = [];
  for (const list of own) {
    const mine = await read(list, narrow);
    for (const { name, values } of (await read(list, admin)).filters)
      for (const { value } of values) {
        const offered = mine.filters.find((group) => group.name === name)?.values ?? [];
        if (offered.some((one) => one.value === value)) continue;
        hidden.push(name);
        // The narrow filter of a branch is not offered, so its own value finds records.
        const { meta } = await read(list, narrow, filterBy(name, value));
        expect(meta.total, `${list.path} ${name}=${value}`).toBe(
          value === saves.branch ? mine.meta.total : 0,
        );
      }
  }
  expect(new Set(hidden)).toEqual(new Set(['city', 'state', 'branch']));
}, 60_000);

test('a filter does not name records that no row shows', async () => {
  const title = 'Filme secreto';
  const movie = await saves.store('/admin/movies/store', {
    token: admin,
    title,
    more: { publish_at: 'later' },
  });
  const list = lists.find(({ path }) => path === '/admin/screenings') as Endpoint;
  expect(JSON.stringify((await read(list, admin)).filters)).not.toContain(title);
  const { id } = await app.deps.db
    .selectFrom('movies')
    .select('id')
    .where('uuid', '=', movie)
    .executeTakeFirstOrThrow();
  expect((await read(list, admin, filterBy('movie', String(id)))).meta.total).toBe(0);
});

test('a list refuses staff without its area, whatever the filter', async () => {
  const narrow = await app.signInAs('store', [saves.branch]);
  for (const { path } of lists.filter(
    ({ needs }) => !/^(branches|offers|exceptions)\./.test(String(needs)),
  )) {
    const answer = await app.request('GET', `/api${path}?page=1&counts=1&standing=shown`, { token: narrow });
    expect([answer.statusCode, answer.json().filters], path).toEqual([403, undefined]);
  }
});
