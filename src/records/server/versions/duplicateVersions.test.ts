import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { up } from '../../../../migrations/0050_one_current_version.ts';
import { createTestApp, type TestApp } from '../../../../test/app.ts';
import { historyFaults } from '../../../../test/historyInvariants.ts';
import { fileOf, jpeg } from '../../../../test/images.ts';
import { formOf } from '../../../../test/uploads.ts';

// Tests the migration of records with two current versions, which were possible before a unique index.

let app: TestApp;
let token: string;
let picture: Buffer;
beforeAll(async () => {
  app = await createTestApp();
  token = await app.signIn();
  picture = await jpeg();
});
afterAll(() => app.remove());

/** Stores a shop with two photos and returns its uuid. */
async function storeShop(name: string): Promise<string> {
  const photo = () => fileOf(picture, 'foto.jpg');
  const fields = { name, email: 'oi@livraria.example', phone: '(85) 3222-4400' };
  const stored = await app.request('POST', '/api/admin/shops/store', {
    token,
    form: formOf({ ...fields, image: photo(), gallery: [photo(), photo()] }),
  });
  expect(stored.statusCode, stored.body).toBe(201);
  return stored.json().data.uuid;
}

/** Writes a second current version of a shop, without its first photo, as earlier releases could. */
async function double(uuid: string) {
  const { db } = app.deps;
  const current = await db
    .selectFrom('record_versions')
    .selectAll()
    .where('uuid', '=', uuid)
    .where('state', '<>', 'former')
    .executeTakeFirstOrThrow();
  const data = JSON.parse(current.data);
  const [first, ...rest] = data.shop_images;
  await sql`delete from shop_images where uuid = ${first.uuid}`.execute(db);
  const { id: _, ...columns } = current;
  const { id } = await db
    .insertInto('record_versions')
    .values({
      ...columns,
      state: 'published',
      data: JSON.stringify({ ...data, shop_images: rest }),
      valid_from: current.at,
      valid_until: null,
      based_on: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const files = [data.file_id, ...rest.map((row: { file_id: number }) => row.file_id)];
  await db
    .insertInto('file_uses')
    .values(files.map((file_id: number) => ({ file_id, entity: 'shops', uuid, version_id: id })))
    .execute();
  await sql`update files set state = 'live' where id in (${sql.join(files)})`.execute(db);
}

it('the migration leaves one current version of each record, equal to its row, and hides files of unpublished records', async () => {
  const { db } = app.deps;
  const [deleted, withdrawn, untouched] = [
    await storeShop('Excluída'),
    await storeShop('Fora do site'),
    await storeShop('Inteira'),
  ];
  await app.request('DELETE', `/api/admin/shops/destroy/${deleted}`, { token });
  await app.request('POST', `/api/admin/publication/shops/${withdrawn}/withdraw`, { token, json: {} });
  await sql`drop index record_versions_current`.execute(db);
  await sql`
    create unique index record_versions_published on record_versions (entity, uuid) where state = 'published'
  `.execute(db);
  await sql`
    create unique index record_versions_withheld on record_versions (entity, uuid) where state = 'withheld'
  `.execute(db);
  await double(deleted);
  await double(withdrawn);
  expect(await historyFaults(app.deps)).not.toEqual([]);

  await db.transaction().execute((trx) => up(trx as unknown as Kysely<never>));

  expect(await historyFaults(app.deps)).toEqual([]);
  app.deps.responseCache.invalidate();
  const restored = await app.request('POST', `/api/admin/bin/shops/${deleted}/restore`, { token });
  expect(restored.statusCode, restored.body).toBe(200);
  for (const uuid of [deleted, withdrawn, untouched]) {
    const { statusCode } = await app.request('GET', `/api/admin/shops/details/${uuid}`, { token });
    expect(statusCode).toBe(200);
  }
});

it('the database rejects a second current version of a record in any state', async () => {
  const uuid = await storeShop('Uma só');
  const { id: _, ...current } = await app.deps.db
    .selectFrom('record_versions')
    .selectAll()
    .where('uuid', '=', uuid)
    .executeTakeFirstOrThrow();
  for (const state of ['published', 'withheld', 'deleted'] as const) {
    const second = app.deps.db.insertInto('record_versions').values({ ...current, state });
    await expect(second.execute()).rejects.toThrow(/unique/i);
  }
});
