import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp, testClock } from '../../../../test/app.ts';
import { uploadCalls } from '../../../../test/uploads.ts';
import { DAY_MS } from '../../../shared/dates.ts';
import { refold } from './refold.ts';

const TODAY = '2026-11-21';
const whole = {
  ...{ product: 'Café', size: '500', unit: 'g', price: '12,99', department: 'grocery' },
  ...{ valid_from: TODAY, valid_until: '2026-11-30' },
};

let app: TestApp;
let token: string;
const { storeRecord } = uploadCalls(() => app, 'offers', { fields: () => whole, files: () => ({}) });

beforeAll(async () => {
  app = await createTestApp({ clock: testClock(`${TODAY}T15:00:00Z`) });
  token = await app.signIn();
  await refold(app.deps);
});
afterAll(() => app.remove());

/** Folds as previous releases did. */
const foldFormer = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();

async function found(search: string): Promise<string[]> {
  const answer = await app.request('GET', `/api/site/offers?search=${encodeURIComponent(search)}`);
  return answer.json().data.offers.map(({ product }: { product: string }) => product);
}

async function foldFormerly(uuid: string, name: string): Promise<void> {
  await sql`
    update recipe_categories set search = ${foldFormer(name)}, name_key = ${foldFormer(name)} where uuid = ${uuid}
  `.execute(app.deps.db);
}

async function category(name: string): Promise<string> {
  const answer = await app.request('POST', '/api/admin/revenue-categories/store', { token, json: { name } });
  expect(answer.statusCode, answer.payload).toBe(201);
  return answer.json().data.uuid;
}

async function role(name: string): Promise<string> {
  const uuid = randomUUID();
  await app.deps.db
    .insertInto('roles')
    .values({
      ...{ uuid, name, name_key: foldFormer(name), description: null, permissions: '[]', own_branches: 0 },
      ...{ created_at: `${TODAY}T15:00:00.000Z`, updated_at: `${TODAY}T15:00:00.000Z` },
    })
    .execute();
  return uuid;
}

const namesOf = async (table: 'roles' | 'recipe_categories', uuids: string[]) =>
  (await app.deps.db.selectFrom(table).select('name').where('uuid', 'in', uuids).orderBy('id').execute()).map(
    ({ name }) => name,
  );

test('finds records that were folded by former rules after folding them again', async () => {
  const uuid = await storeRecord({ product: 'Copo d’água' });
  await sql`
    update offers set search = ${foldFormer('Copo d’água Mercearia')}, product_key = ${foldFormer('Copo d’água')}
    where uuid = ${uuid}
  `.execute(app.deps.db);
  expect(await found("d'água")).toEqual([]);
  expect(await refold(app.deps, { isWhole: true })).toEqual({ rows: 1, same: 0, unfit: 0 });
  expect(await found("d'água")).toEqual(['Copo d’água']);
  expect(await refold(app.deps, { isWhole: true })).toEqual({ rows: 0, same: 0, unfit: 0 });
});

test('folds records that the previous release saves during an update for one day', async () => {
  app.clock.set(`${TODAY}T16:00:00Z`);
  const uuid = await storeRecord({ product: 'Pão d’alho' });
  await sql`update offers set search = ${foldFormer('Pão d’alho')} where uuid = ${uuid}`.execute(app.deps.db);
  expect((await refold(app.deps)).rows).toBe(1);
  expect(await found("d'alho")).toEqual(['Pão d’alho']);
  await sql`update offers set search = ${foldFormer('Pão d’alho')} where uuid = ${uuid}`.execute(app.deps.db);
  app.clock.set(new Date(Date.parse(`${TODAY}T16:00:00Z`) + 2 * DAY_MS).toISOString());
  expect((await refold(app.deps)).rows).toBe(0);
  app.clock.set(`${TODAY}T16:00:00Z`);
  expect((await refold(app.deps, { isWhole: true })).rows).toBe(1);
});

test('names that the current rules make equal stay, appear on the dashboard and can be saved unchanged', async () => {
  const curly = await category('Copos d’água');
  await foldFormerly(curly, 'Copos d’água');
  const uuids = [curly, await category("Copos d'água")];
  const roles = [await role("Sala d'armas"), await role('Sala d’armas')];
  const { same } = await refold(app.deps, { isWhole: true });
  expect(same).toBe(1);
  expect(await namesOf('recipe_categories', uuids)).toEqual(['Copos d’água', "Copos d'água"]);
  expect(await namesOf('roles', roles)).toEqual(["Sala d'armas", 'Sala d’armas']);

  const { waiting } = (await app.request('GET', '/api/admin/dashboard', { token })).json().data;
  expect(waiting.same_names).toEqual([
    { table: 'recipe_categories', uuid: uuids[1], names: ['Copos d’água', "Copos d'água"] },
    { table: 'roles', uuid: roles[1], names: ["Sala d'armas", 'Sala d’armas'] },
  ]);

  const again = await app.request('PUT', `/api/admin/revenue-categories/update/${curly}`, {
    ...{ token, json: { name: 'Copos d’água' } },
  });
  expect(again.statusCode, again.payload).toBe(200);
  const third = await app.request('POST', '/api/admin/revenue-categories/store', {
    ...{ token, json: { name: 'copos d`água' } },
  });
  expect(third.statusCode, third.payload).toBe(422);
  const sameRole = await app.request('PUT', `/api/admin/roles/update/${roles[1]}`, {
    token,
    json: {
      name: 'Sala d’armas',
      description: 'Só nos sábados',
      permissions: ['recipes.read'],
      own_branches: false,
    },
  });
  expect(sameRole.statusCode, sameRole.payload).toBe(200);
});
