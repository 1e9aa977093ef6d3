import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, engine, type TestApp } from '../../../test/app.ts';

let app: TestApp;
let id: number;
beforeAll(async () => {
  app = await createTestApp();
  await app.signIn();
  const entry = { action: 'update', entity: 'user', uuid: 'a', before: { name: 'A' }, after: { name: 'B' } };
  await app.deps.write({ id: 1, name: 'Rosângela' }, ({ audit }) => audit(entry), { content: false });
  ({ id } = await app.deps.db
    .selectFrom('audit_log')
    .select('id')
    .where('entity_uuid', '=', 'a')
    .executeTakeFirstOrThrow());
});
afterAll(() => app.remove());

const entries = () => app.deps.db.selectFrom('audit_log').selectAll().orderBy('id').execute();
const change = (set: object) => app.deps.db.updateTable('audit_log').set(set).where('id', '=', id).execute();

test('the database rejects every deletion, replacement or change of an audit entry', async () => {
  const before = await entries();
  expect(before.length).toBeGreaterThan(2);
  const { db } = app.deps;
  const refused = expect.objectContaining({ message: expect.stringContaining('entries stay as they are') });
  for (const [what, work] of [
    ['one is deleted', () => db.deleteFrom('audit_log').where('id', '=', id).execute()],
    ['all are deleted', () => db.deleteFrom('audit_log').execute()],
    [
      'they go all at once',
      () => (engine === 'postgres' ? sql`truncate audit_log` : sql`delete from audit_log`).execute(db),
    ],
    [
      'one is replaced',
      () =>
        engine === 'postgres'
          ? sql`insert into audit_log (id, at, action, entity) values (${id}, '', '', '')
              on conflict (id) do update set action = 'nada'`.execute(db)
          : sql`insert or replace into audit_log (id, at, action, entity) values (${id}, '', '', '')`.execute(
              db,
            ),
    ],
    ...Object.entries({
      id: 900_000,
      at: '2020-01-01T00:00:00.000Z',
      user_id: null,
      user_name: 'Outra Pessoa',
      action: 'login',
      entity: 'banners',
      entity_uuid: null,
      before: '{}',
      after: '{"name":"C"}',
      request: 'outro',
    }).map(([column, value]) => [`another ${column}`, () => change({ [column]: value })] as const),
    ['no name', () => change({ user_name: null })],
    ['a pseudonym, and another deed', () => change({ user_name: 'Pessoa apagada 7F3K', action: 'login' })],
  ] as const)
    await expect(work(), what).rejects.toEqual(refused);
  expect(await entries()).toEqual(before);
});

test('an audit entry loses its content and has its name replaced by a pseudonym, and neither can be undone', async () => {
  await change({ before: null });
  await change({ user_name: 'Pessoa apagada 7F3K', after: '{"name":"Pessoa apagada 7F3K"}' });
  await change({ user_name: 'Pessoa apagada 7F3K' });
  await change({ before: null, after: null });
  expect((await entries()).find((entry) => entry.id === id)).toMatchObject({
    user_name: 'Pessoa apagada 7F3K',
    before: null,
    after: null,
  });
  for (const set of [{ user_name: 'Rosângela' }, { after: '{"name":"B"}' }])
    await expect(change(set)).rejects.toThrow('entries stay as they are');
});
