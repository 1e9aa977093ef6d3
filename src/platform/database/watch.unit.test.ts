import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { silentDatabase } from '../../../test/silent.ts';
import { live } from './live.ts';
import { type Changed, shownWith, watching } from './watch.ts';

const db = silentDatabase();

/** What `run` reads and writes, each table once and in order. */
async function seen(run: () => Promise<unknown>) {
  const reads = new Set<string>();
  const writes: Changed[] = [];
  await watching((statement) => {
    for (const table of statement.reads) reads.add(table);
    writes.push(statement.writes);
  }, run);
  return { reads: [...reads].sort(), writes: writes.includes('all') ? 'all' : writes.flat().sort() };
}

describe('a statement reads', () => {
  test.each<[string, { execute(): Promise<unknown> }, string[]]>([
    ['its table', db.selectFrom('shops').selectAll().where('uuid', '=', 'recipes'), ['shops']],
    [
      'tables that it joins, by other names too',
      db.selectFrom('shops as s').innerJoin('files as f', 'f.id', 's.file_id').select('f.name'),
      ['files', 'shops'],
    ],
    [
      'tables of queries within it',
      db
        .selectFrom('shops')
        .select((eb) => eb.selectFrom('files').select('name').as('file'))
        .where('id', 'in', db.selectFrom('shop_images').select('shop_id')),
      ['files', 'shop_images', 'shops'],
    ],
    [
      'tables of queries with a name, and of unions',
      db
        .with('named', (inner) => inner.selectFrom('movies').selectAll())
        .selectFrom('named')
        .selectAll()
        .union(db.selectFrom('videos').selectAll()),
      ['movies', 'videos'],
    ],
    [
      'what is the table of a change, and what it is changed by',
      db.updateTable('shops').from('files').set({ name: 'a' }).whereRef('files.id', '=', 'shops.file_id'),
      ['files', 'shops'],
    ],
  ])('%s', async (_, query, tables) => {
    const { reads } = await seen(() => query.execute());
    expect(reads).toEqual(expect.arrayContaining(tables));
    expect(reads).not.toContain('recipes');
  });

  test.each<[string, RawBuilder<unknown>]>([
    ['as text', sql`select max(id) from shops, files`],
    ['as a name', sql`select max(id) from ${sql.table('shops')} join ${sql.id('files')} on true`],
    ['as text that was made', sql.raw('select * from shops cross join "files"')],
    [
      'as a part',
      sql`select * from (${sql`select 1 from shops`}) union ${db.selectFrom('files').selectAll()}`,
    ],
    ['that is searched', sql`select rowid from ${sql.table('shops_search')}, files where a match ${'bolo'}`],
    ['that is counted', sql`select sum(ends) from shops_counts, files`],
  ])('what stands in it %s', async (_, query) => {
    const { reads, writes } = await seen(() => query.execute(db));
    expect(reads).toEqual(expect.arrayContaining(['files', 'shops']));
    expect(writes).toEqual([]);
  });

  test('a ready text as any other', async () => {
    const { reads } = await seen(() => db.executeQuery(CompiledQuery.raw('select 1 from shops')));
    expect(reads).toContain('shops');
  });
});

describe('a statement writes', () => {
  test.each<[string, { execute(): Promise<unknown> }, string[]]>([
    ['what it inserts into', db.insertInto('shops').values({ name: 'delete from files' }), ['shops']],
    [
      'what it inserts into or updates',
      db
        .insertInto('shops')
        .values({ id: 1 })
        .onConflict((on) => on.column('id').doUpdateSet({ id: 2 })),
      ['shops'],
    ],
    ['what it updates', db.updateTable('shops').set({ updated_at: '' }), ['shops']],
    [
      'what it deletes from',
      db.deleteFrom('shops').where('id', 'in', db.selectFrom('files').select('id')),
      ['shops'],
    ],
    ['nothing where it reads', db.selectFrom('shops').selectAll().forUpdate(), []],
    [
      'what it writes on the way',
      db
        .with('gone', (inner) => inner.deleteFrom('files').returning('id'))
        .selectFrom('gone')
        .selectAll(),
      ['files'],
    ],
  ])('%s', async (_, query, tables) => {
    const { writes } = await seen(() => query.execute());
    expect(writes).toEqual(expect.arrayContaining(tables));
    // A word more makes an answer once more, but never a table that is there.
    for (const table of ['shops', 'files'].filter((name) => !tables.includes(name)))
      expect(writes).not.toContain(table);
  });

  test.each([
    'update shops set position = 1',
    'UPDATE "shops" SET position = 1',
    'insert into public.shops (id) values (1)',
    'insert or replace into "shops" values (1)',
    'delete\n from only shops',
    'merge into shops using x on true when matched then do nothing',
    'with a as (select 1) update shops set id = 1',
  ])('what stands in the text “%s”', async (text) => {
    expect((await seen(() => sql.raw(text).execute(db))).writes).toContain('shops');
  });

  test.each([
    'truncate shops',
    'alter table shops add x text',
    'call mend()',
    'do $$ begin end $$',
    'vacuum',
  ])('what nobody can tell with “%s”', async (text) => {
    expect((await seen(() => sql.raw(text).execute(db))).writes).toBe('all');
  });

  test('what shows with another table alone, until that ends', async () => {
    const { writes } = await seen(async () => {
      await shownWith(['recipes'], () => db.updateTable('files').set({ id: 1 }).execute());
      await shownWith([], () => db.deleteFrom('banners').execute());
      await db.deleteFrom('files').execute();
    });
    expect(writes).toEqual(['banners', 'files', 'files/recipes']);
  });
});

describe('of a table, a statement', () => {
  const uuid = 'a-b';
  const shop = db.selectFrom('shops').selectAll().where('uuid', '=', uuid);

  test.each<[string, { execute(): Promise<unknown> }]>([
    ['that it names', shop],
    ['beside all else that it asks of it', shop.where(live('shops')).where('name', '=', 'b')],
    [
      'beside other tables',
      shop.innerJoin('files', 'files.id', 'shops.file_id').where('shops.uuid', '=', uuid),
    ],
    [
      'whatever its columns are said to be of',
      db.selectFrom('shops').selectAll('shops').where('shops.uuid', '=', uuid),
    ],
    ['that it keeps for itself', shop.forUpdate()],
  ])('reads the row %s', async (_, query) => {
    expect((await seen(() => query.execute())).reads).toContain('shops#a-b');
  });

  test.each<[string, { execute(): Promise<unknown> }]>([
    ['it names one of several', db.selectFrom('shops').selectAll().where('uuid', 'in', [uuid])],
    ['it names another column', db.selectFrom('shops').selectAll().where('name', '=', uuid)],
    [
      'it may also be another',
      db
        .selectFrom('shops')
        .selectAll()
        .where((eb) => eb.or([eb('uuid', '=', uuid), eb('id', '=', 1)])),
    ],
    ['it is any but that', db.selectFrom('shops').selectAll().where('uuid', '!=', uuid)],
    ['that names a column', db.selectFrom('shops').selectAll().whereRef('uuid', '=', 'name')],
    [
      'it looks at others too',
      shop.where('position', '>', db.selectFrom('shops').select('position').where('id', '=', 1)),
    ],
    ['it may, in its text', shop.where(sql<boolean>`position > (select max(position) from shops)`)],
    ['it has another name', db.selectFrom('shops as s').selectAll().where('s.uuid', '=', uuid)],
    ['it is joined by itself', shop.innerJoin('shops as other', 'other.id', 'shops.id')],
    ['it adds others', shop.union(db.selectFrom('shops').selectAll())],
    ['it is text', { execute: () => sql`select * from shops where uuid = ${uuid}`.execute(db) }],
    ['it reads what is kept beside it', db.selectFrom('shops_search').selectAll().where('uuid', '=', uuid)],
  ])('reads all where %s', async (_, query) => {
    const { reads } = await seen(() => query.execute());
    expect(reads).toContain('shops');
    expect(reads.filter((name) => name.includes('#'))).toEqual([]);
  });

  test.each<[string, { execute(): Promise<unknown> }, string]>([
    [
      'that it names by its number',
      db.updateTable('shops').set({ name: 'a' }).where('id', '=', 7),
      'shops#7',
    ],
    ['that it names', db.deleteFrom('shops').where('uuid', '=', uuid).where('version', '=', 2), 'shops#a-b'],
    ['that is new', db.insertInto('shops').values({ name: 'a' }), 'shops#new'],
  ])('writes the row %s', async (_, query, row) => {
    expect((await seen(() => query.execute())).writes).toEqual(['shops', row]);
  });

  test.each<[string, { execute(): Promise<unknown> }]>([
    ['it names none', db.updateTable('shops').set({ name: 'a' })],
    ['it names some', db.updateTable('shops').set({ name: 'a' }).where('id', 'in', [7])],
    ['it is every one from there', db.updateTable('shops').set({ name: 'a' }).where('id', '>', 7)],
    [
      'what it adds may be there',
      db
        .insertInto('shops')
        .values({ id: 1 })
        .onConflict((on) => on.column('id').doUpdateSet({ id: 2 })),
    ],
    [
      'it writes it twice',
      db
        .with('a', (inner) => inner.deleteFrom('shops').returning('id'))
        .updateTable('shops')
        .set({ name: 'a' })
        .where('id', '=', 7),
    ],
    ['it is text', { execute: () => sql`update shops set name = 'a' where id = ${7}`.execute(db) }],
  ])('writes all where %s', async (_, query) => {
    const { writes } = await seen(() => query.execute());
    expect(writes).toContain('shops');
    expect(writes).not.toContainEqual(expect.stringContaining('#'));
  });

  test('shows what it writes beside rows of another', async () => {
    const { writes } = await seen(() =>
      shownWith(['recipes', 'recipes#a-b'], () =>
        db.updateTable('files').set({ id: 1 }).where('id', '=', 7).execute(),
      ),
    );
    expect(writes).toEqual(['files/recipes', 'files/recipes#a-b']);
  });
});

test('whoever watches around hears it too, and nobody once it is over', async () => {
  const outer: string[] = [];
  const inner: string[] = [];
  await watching(
    ({ reads }) => outer.push(...reads),
    async () => {
      await db.selectFrom('shops').selectAll().execute();
      await watching(
        ({ reads }) => inner.push(...reads),
        () => db.selectFrom('files').selectAll().execute(),
      );
    },
  );
  await db.selectFrom('movies').selectAll().execute();
  expect([outer, inner]).toEqual([['shops', 'files'], ['files']]);
});
