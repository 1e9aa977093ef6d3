import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { dummyDatabase } from '../../../test/dummyDatabase.ts';
import { isPublished } from '../../records/server/publication/visibility.ts';
import { type ChangedTables, trackStatements, visibleOnlyWith } from './dependencyTracking.ts';

const db = dummyDatabase();

/** Returns the tables that `run` reads and writes, each once and sorted. */
async function statementsOf(run: () => Promise<unknown>) {
  const reads = new Set<string>();
  const writes: ChangedTables[] = [];
  await trackStatements((statement) => {
    for (const table of statement.reads) reads.add(table);
    writes.push(statement.writes);
  }, run);
  return { reads: [...reads].sort(), writes: writes.includes('all') ? 'all' : writes.flat().sort() };
}

describe('reads of a statement', () => {
  test.each<[string, { execute(): Promise<unknown> }, string[]]>([
    ['reads the selected table', db.selectFrom('shops').selectAll().where('uuid', '=', 'recipes'), ['shops']],
    [
      'reads joined tables under an alias',
      db.selectFrom('shops as s').innerJoin('files as f', 'f.id', 's.file_id').select('f.name'),
      ['files', 'shops'],
    ],
    [
      'reads the tables of subqueries',
      db
        .selectFrom('shops')
        .select((eb) => eb.selectFrom('files').select('name').as('file'))
        .where('id', 'in', db.selectFrom('shop_images').select('shop_id')),
      ['files', 'shop_images', 'shops'],
    ],
    [
      'reads the tables of common table expressions and unions',
      db
        .with('named', (inner) => inner.selectFrom('movies').selectAll())
        .selectFrom('named')
        .selectAll()
        .union(db.selectFrom('videos').selectAll()),
      ['movies', 'videos'],
    ],
    [
      'reads the updated table and the table it is updated from',
      db.updateTable('shops').from('files').set({ name: 'a' }).whereRef('files.id', '=', 'shops.file_id'),
      ['files', 'shops'],
    ],
  ])('%s', async (_, query, tables) => {
    const { reads } = await statementsOf(() => query.execute());
    expect(reads).toEqual(expect.arrayContaining(tables));
    expect(reads).not.toContain('recipes');
  });

  test.each<[string, RawBuilder<unknown>]>([
    ['as plain text', sql`select max(id) from shops, files`],
    ['as an identifier', sql`select max(id) from ${sql.table('shops')} join ${sql.id('files')} on true`],
    ['assembled from text', sql.raw('select * from shops cross join "files"')],
    [
      'in a fragment',
      sql`select * from (${sql`select 1 from shops`}) union ${db.selectFrom('files').selectAll()}`,
    ],
    [
      'as a full-text index',
      sql`select rowid from ${sql.table('shops_search')}, files where a match ${'bolo'}`,
    ],
    ['as a table of counts', sql`select sum(ends) from shops_counts, files`],
  ])('reads tables in raw SQL %s', async (_, query) => {
    const { reads, writes } = await statementsOf(() => query.execute(db));
    expect(reads).toEqual(expect.arrayContaining(['files', 'shops']));
    expect(writes).toEqual([]);
  });

  test('reads the tables of a precompiled statement', async () => {
    const { reads } = await statementsOf(() => db.executeQuery(CompiledQuery.raw('select 1 from shops')));
    expect(reads).toContain('shops');
  });
});

describe('writes of a statement', () => {
  test.each<[string, { execute(): Promise<unknown> }, string[]]>([
    [
      'writes the table of an insert',
      db.insertInto('shops').values({ name: 'delete from files' }),
      ['shops'],
    ],
    [
      'writes the table of an upsert',
      db
        .insertInto('shops')
        .values({ id: 1 })
        .onConflict((on) => on.column('id').doUpdateSet({ id: 2 })),
      ['shops'],
    ],
    ['writes the table of an update', db.updateTable('shops').set({ updated_at: '' }), ['shops']],
    [
      'writes the table of a delete',
      db.deleteFrom('shops').where('id', 'in', db.selectFrom('files').select('id')),
      ['shops'],
    ],
    ['writes nothing with a select for update', db.selectFrom('shops').selectAll().forUpdate(), []],
    [
      'writes the table of a common table expression',
      db
        .with('gone', (inner) => inner.deleteFrom('files').returning('id'))
        .selectFrom('gone')
        .selectAll(),
      ['files'],
    ],
  ])('%s', async (_, query, tables) => {
    const { writes } = await statementsOf(() => query.execute());
    expect(writes).toEqual(expect.arrayContaining(tables));
    // A false word is harmless unless it is an existing table.
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
  ])('writes the table in the SQL text “%s”', async (text) => {
    expect((await statementsOf(() => sql.raw(text).execute(db))).writes).toContain('shops');
  });

  test.each([
    'truncate shops',
    'alter table shops add x text',
    'call mend()',
    'do $$ begin end $$',
    'vacuum',
  ])('may write any table with “%s”', async (text) => {
    expect((await statementsOf(() => sql.raw(text).execute(db))).writes).toBe('all');
  });

  test('limits writes to those beside another table until the wrapped work ends', async () => {
    const { writes } = await statementsOf(async () => {
      await visibleOnlyWith(['recipes'], () => db.updateTable('files').set({ id: 1 }).execute());
      await visibleOnlyWith([], () => db.deleteFrom('banners').execute());
      await db.deleteFrom('files').execute();
    });
    expect(writes).toEqual(['banners', 'files', 'files/recipes']);
  });
});

describe('rows of a statement', () => {
  const uuid = 'a-b';
  const shop = db.selectFrom('shops').selectAll().where('uuid', '=', uuid);

  test.each<[string, { execute(): Promise<unknown> }]>([
    ['reads the row that is named by uuid', shop],
    [
      'reads the named row under further conditions',
      shop.where(isPublished('shops')).where('name', '=', 'b'),
    ],
    [
      'reads the named row beside a joined table',
      shop.innerJoin('files', 'files.id', 'shops.file_id').where('shops.uuid', '=', uuid),
    ],
    [
      'reads the named row with qualified columns',
      db.selectFrom('shops').selectAll('shops').where('shops.uuid', '=', uuid),
    ],
    ['reads the named row when it locks the row', shop.forUpdate()],
  ])('%s', async (_, query) => {
    expect((await statementsOf(() => query.execute())).reads).toContain('shops#a-b');
  });

  test.each<[string, { execute(): Promise<unknown> }]>([
    ['a query names a row in a list', db.selectFrom('shops').selectAll().where('uuid', 'in', [uuid])],
    ['a query names another column', db.selectFrom('shops').selectAll().where('name', '=', uuid)],
    [
      'a query names one row or another',
      db
        .selectFrom('shops')
        .selectAll()
        .where((eb) => eb.or([eb('uuid', '=', uuid), eb('id', '=', 1)])),
    ],
    ['a query excludes the named row', db.selectFrom('shops').selectAll().where('uuid', '!=', uuid)],
    [
      'a query compares the uuid with a column',
      db.selectFrom('shops').selectAll().whereRef('uuid', '=', 'name'),
    ],
    [
      'a subquery reads other rows',
      shop.where('position', '>', db.selectFrom('shops').select('position').where('id', '=', 1)),
    ],
    ['raw SQL may read other rows', shop.where(sql<boolean>`position > (select max(position) from shops)`)],
    ['the table has an alias', db.selectFrom('shops as s').selectAll().where('s.uuid', '=', uuid)],
    ['the table is joined with itself', shop.innerJoin('shops as other', 'other.id', 'shops.id')],
    ['a union adds rows', shop.union(db.selectFrom('shops').selectAll())],
    ['the query is raw SQL', { execute: () => sql`select * from shops where uuid = ${uuid}`.execute(db) }],
    ['the query reads a derived table', db.selectFrom('shops_search').selectAll().where('uuid', '=', uuid)],
  ])('reads all rows if %s', async (_, query) => {
    const { reads } = await statementsOf(() => query.execute());
    expect(reads).toContain('shops');
    expect(reads.filter((name) => name.includes('#'))).toEqual([]);
  });

  test.each<[string, { execute(): Promise<unknown> }, string]>([
    [
      'writes the row that is named by id',
      db.updateTable('shops').set({ name: 'a' }).where('id', '=', 7),
      'shops#7',
    ],
    [
      'writes the row that is named by uuid',
      db.deleteFrom('shops').where('uuid', '=', uuid).where('version', '=', 2),
      'shops#a-b',
    ],
    ['writes a new row', db.insertInto('shops').values({ name: 'a' }), 'shops#new'],
  ])('%s', async (_, query, row) => {
    expect((await statementsOf(() => query.execute())).writes).toEqual(['shops', row]);
  });

  test.each<[string, { execute(): Promise<unknown> }]>([
    ['the update names no row', db.updateTable('shops').set({ name: 'a' })],
    ['the update names a list of rows', db.updateTable('shops').set({ name: 'a' }).where('id', 'in', [7])],
    ['the update names a range', db.updateTable('shops').set({ name: 'a' }).where('id', '>', 7)],
    [
      'an upsert may meet an existing row',
      db
        .insertInto('shops')
        .values({ id: 1 })
        .onConflict((on) => on.column('id').doUpdateSet({ id: 2 })),
    ],
    [
      'the statement writes the table twice',
      db
        .with('a', (inner) => inner.deleteFrom('shops').returning('id'))
        .updateTable('shops')
        .set({ name: 'a' })
        .where('id', '=', 7),
    ],
    [
      'the update is raw SQL',
      { execute: () => sql`update shops set name = 'a' where id = ${7}`.execute(db) },
    ],
  ])('writes all rows if %s', async (_, query) => {
    const { writes } = await statementsOf(() => query.execute());
    expect(writes).toContain('shops');
    expect(writes).not.toContainEqual(expect.stringContaining('#'));
  });

  test('limits a write to rows of the other table', async () => {
    const { writes } = await statementsOf(() =>
      visibleOnlyWith(['recipes', 'recipes#a-b'], () =>
        db.updateTable('files').set({ id: 1 }).where('id', '=', 7).execute(),
      ),
    );
    expect(writes).toEqual(['files/recipes', 'files/recipes#a-b']);
  });
});

test('reports statements to outer watchers too and to none once the work has ended', async () => {
  const outer: string[] = [];
  const inner: string[] = [];
  await trackStatements(
    ({ reads }) => outer.push(...reads),
    async () => {
      await db.selectFrom('shops').selectAll().execute();
      await trackStatements(
        ({ reads }) => inner.push(...reads),
        () => db.selectFrom('files').selectAll().execute(),
      );
    },
  );
  await db.selectFrom('movies').selectAll().execute();
  expect([outer, inner]).toEqual([['shops', 'files'], ['files']]);
});
