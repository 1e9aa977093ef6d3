import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmation, createTestApp, type TestApp } from '../../../test/app.ts';
import { fileOf, jpeg } from '../../../test/images.ts';
import { formOf } from '../../../test/uploads.ts';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.signIn();
});
afterAll(() => app.remove());

const ERASE = 'personalData.delete';

async function store(path: string, options: { json: object } | { form: FormData }): Promise<string> {
  const answer = await app.request('POST', `/api/admin${path}`, { token: admin, ...options });
  expect(answer.statusCode, answer.payload).toBe(201);
  return answer.json().data.uuid;
}
async function remove(path: string): Promise<void> {
  const answer = await app.request('DELETE', `/api/admin${path}`, { token: admin });
  expect(answer.statusCode, answer.payload).toBe(200);
}
const storeBranch = async (name: string) =>
  store('/branches/store', {
    form: formOf({
      ...{
        name,
        email: 'loja@hiperaurora.example',
        phone: '8532224400',
        number: '48',
        road: 'Rua das Flores',
      },
      ...{ district: 'Centro', city: 'Fortaleza', state: 'CE', zip_code: '60025-100' },
      image: fileOf(await jpeg(), 'loja.jpg', 'image/jpeg'),
    }),
  });
const storePhone = () =>
  store('/phones/store', {
    json: { contact: 'Retrato falado', ddi: '55', ddd: '85', number: '40020001', type: 1 },
  });
async function deletedPhone(): Promise<string> {
  const uuid = await storePhone();
  await remove(`/phones/destroy/${uuid}`);
  return uuid;
}
let roles = 0;
async function signInWith(permissions: string[], own: { branches?: string[] } = {}): Promise<string> {
  roles += 1;
  const name = `Papel ${roles}`;
  const role = await store('/roles/store', {
    json: { name, permissions, own_branches: own.branches !== undefined },
  });
  return app.signInAs(role, own.branches);
}
const erase = (table: string, uuid: string, token = admin) =>
  app.request('POST', '/api/admin/bin/erase', { token, json: { table, uuid, ...confirmation } });
const versionsOf = (uuid: string) =>
  app.deps.db.selectFrom('record_versions').select('id').where('uuid', '=', uuid).execute();

test('erases a record of the trash with its versions and files, and logs who did it without its content', async () => {
  const before = await app.storedKeys();
  const image = fileOf(await jpeg(), 'maria.jpg', 'image/jpeg');
  const uuid = await store('/banners/store', { form: formOf({ title: 'Retrato de Maria', image }) });
  expect(await app.storedKeys()).not.toEqual(before);
  await remove(`/banners/destroy/${uuid}`);

  const answer = await erase('banners', uuid);
  expect([answer.statusCode, answer.json().data]).toEqual([
    200,
    { message: 'Apagado para sempre. Não volta mais.' },
  ]);
  expect(await app.storedKeys()).toEqual(before);
  expect(await versionsOf(uuid)).toEqual([]);
  const trash = await app.request('GET', '/api/admin/bin', { token: admin });
  expect(trash.payload).not.toContain(uuid);
  const entries = await app.deps.db
    .selectFrom('audit_log')
    .select(['action', 'user_name', 'before', 'after'])
    .where('entity_uuid', '=', uuid)
    .orderBy('id')
    .execute();
  expect(entries.at(-1)).toMatchObject({ action: 'erase', user_name: expect.stringContaining('Rosângela') });
  expect(JSON.stringify(entries)).not.toContain('Maria');
  expect((await erase('banners', uuid)).statusCode).toBe(404);
});

test('answers 404 for a record that is published, restored or of a kind without a trash', async () => {
  const published = await storePhone();
  const restored = await deletedPhone();
  const answer = await app.request('POST', `/api/admin/bin/phones/${restored}/restore`, {
    token: admin,
    json: {},
  });
  expect(answer.statusCode, answer.payload).toBe(200);
  for (const [table, uuid] of [
    ['phones', published],
    ['phones', restored],
    ['job_applications', restored],
    ['users', restored],
  ] as const) {
    const refused = await erase(table, uuid);
    expect([table, refused.statusCode, refused.json().code]).toEqual([table, 404, 'not_found']);
  }
  expect(await versionsOf(published)).not.toEqual([]);
});

test('erases only for callers who may erase personal data and delete the record', async () => {
  const uuid = await deletedPhone();
  for (const [permissions, status] of [
    [['phones.read', 'phones.write', 'phones.delete'], 403],
    [[ERASE, 'banners.read', 'banners.delete'], 404],
    [[ERASE, 'phones.read'], 403],
  ] as const) {
    const refused = await erase('phones', uuid, await signInWith([...permissions]));
    expect([permissions, refused.statusCode]).toEqual([permissions, status]);
    expect(await versionsOf(uuid)).not.toEqual([]);
  }
  const allowed = await erase('phones', uuid, await signInWith([ERASE, 'phones.read', 'phones.delete']));
  expect(allowed.statusCode, allowed.payload).toBe(200);
});

test('a caller limited to a branch erases no record of another branch', async () => {
  const [own, other] = [await storeBranch('Aldeota'), await storeBranch('Meireles')];
  const day = async (place: string) => {
    const uuid = await store('/exceptions/store', {
      json: { date: '2099-03-04', reason: `Balanço ${place.slice(0, 8)}`, type: 1, places: [place] },
    });
    await remove(`/exceptions/destroy/${uuid}`);
    return uuid;
  };
  const [mine, theirs] = [await day(own), await day(other)];
  const token = await signInWith([ERASE, 'exceptions.read', 'exceptions.delete'], { branches: [own] });
  expect((await erase('exceptions', theirs, token)).statusCode).toBe(404);
  expect(await versionsOf(theirs)).not.toEqual([]);
  expect((await erase('exceptions', mine, token)).statusCode).toBe(200);
});

test('answers 409 while another record of the trash depends on the record', async () => {
  const category = await store('/revenue-categories/store', { json: { name: 'Doces' } });
  const { id } = await app.deps.db.selectFrom('recipe_categories').select('id').executeTakeFirstOrThrow();
  const image = fileOf(await jpeg(), 'bolo.jpg', 'image/jpeg');
  const recipe = await store('/revenues/store', {
    form: formOf({ name: 'Bolo', revenue_category_id: String(id), image }),
  });
  await remove(`/revenues/destroy/${recipe}`);
  await remove(`/revenue-categories/destroy/${category}`);
  const refused = await erase('recipe_categories', category);
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    expect.stringContaining('Outros registros, no site ou na lixeira, dependem deste.'),
  ]);
  expect((await erase('recipes', recipe)).statusCode).toBe(200);
  expect((await erase('recipe_categories', category)).statusCode).toBe(200);
});
