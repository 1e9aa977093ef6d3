import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, engine, type TestApp } from '../../../../test/app.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await createTestApp();
  token = await app.signIn();
});
afterAll(() => app.remove());

async function storePhones(count: number): Promise<string[]> {
  const uuids: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const json = { contact: `Ramal ${at}`, ddi: '55', ddd: '85', number: '32221000', type: 1 };
    const stored = await app.request('POST', '/api/admin/phones/store', { token, json });
    uuids.push(stored.json().data.uuid);
  }
  return uuids;
}

/** Makes each update of the phone `uuid` fail, as in an outage of the database. */
async function failAt(uuid: string): Promise<() => Promise<unknown>> {
  const { db } = app.deps;
  if (engine === 'sqlite') {
    await sql`${sql.raw(`
      create trigger outage before update on phones when new.uuid = '${uuid}'
      begin select raise(abort, 'database is locked'); end
    `)}`.execute(db);
    return () => sql`drop trigger outage`.execute(db);
  }
  await sql`${sql.raw(`
    create function outage() returns trigger language plpgsql as
    $$ begin raise exception 'gone' using errcode = '08006'; end $$
  `)}`.execute(db);
  await sql`${sql.raw(`
    create trigger outage before update on phones for each row when (new.uuid = '${uuid}') execute function outage()
  `)}`.execute(db);
  return () => sql`drop trigger outage on phones`.execute(db);
}

const bulk = (action: string, uuids: string[]) =>
  app.request('POST', '/api/admin/bulk/phones', { token, json: { action, uuids } });
const withheld = async () =>
  (await app.deps.db.selectFrom('phones').select('uuid').where('standing', 'is not', null).execute()).map(
    ({ uuid }) => uuid,
  );

it('answers 503 and changes no record if the database fails during a bulk action', async () => {
  const uuids = await storePhones(4);
  const before = await app.deps.db.selectFrom('audit_log').select('id').execute();
  const restoreDatabase = await failAt(uuids[2] ?? '');
  const answer = await bulk('withdraw', uuids);
  await restoreDatabase();
  expect(answer.statusCode, answer.body).toBe(503);
  expect(await withheld()).toEqual([]);
  expect(await app.deps.db.selectFrom('audit_log').select('id').execute()).toEqual(before);
});

it('applies a bulk action to all records but those that reject it, and names these', async () => {
  const uuids = await storePhones(3);
  const [first = '', second = '', third = ''] = uuids;
  expect((await bulk('withdraw', [second])).statusCode).toBe(200);
  const answer = await bulk('withdraw', uuids);
  expect(answer.json().data).toMatchObject({ uuids: [first, third], refused: [{ uuid: second }] });
  expect((await withheld()).toSorted()).toEqual(uuids.toSorted());
  const again = await bulk('withdraw', uuids);
  expect(again.statusCode).toBe(409);
});
