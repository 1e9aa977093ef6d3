import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { versioned } from '../../../../migrations/lib/versioned.ts';
import { createTestApp, IS_DRILL, type TestApp } from '../../../../test/app.ts';
import { COUNT_LIMIT, type ListQuery } from '../../../shared/list.ts';
import { fold } from '../../../shared/text/fold.ts';
import { searchText, selectList, selectWholeList } from './list.ts';
import type { ListRules } from './listRequirements.ts';

// Exceeds the number of matches that are fetched by id, so that common words scan the sort index.
const MANY = 2600;

let app: TestApp;
interface Row {
  id: number;
  name_key: string;
  search: string;
}
let byId: Row[];
let byName: Row[];

const PIECES = [
  'Água', 'agua', 'PÃO', '100%', 'a_b', '\\', '"', "'", 'é', 'ça', '日本語', '😀', 'ﬁm', '*', 'AND', 'x', '-',
]; // biome-ignore format: one line
const text = (seed: number) =>
  Array.from({ length: 1 + (seed % 4) }, (_, at) => PIECES[(seed * 7 + at * at * 5) % PIECES.length]).join(
    seed % 3 ? ' ' : '',
  );

beforeAll(async () => {
  app = await createTestApp();
  const now = '2026-01-01T00:00:00.000Z';
  const values = Array.from({ length: MANY }, (_, at) => {
    const name = `${text(at)}${at % 5}`;
    return {
      uuid: randomUUID(),
      created_at: now,
      updated_at: now,
      name,
      type: 1,
      search: searchText(name, 'comum', at % 2 ? 'ímpar' : ''),
      name_key: searchText(name),
    };
  });
  const { db } = app.deps;
  for (let at = 0; at < MANY; at += 200) {
    await db
      .insertInto('vacancies')
      .values(values.slice(at, at + 200))
      .execute();
  }
  // Exercise every trigger of the search index.
  await db.updateTable('vacancies').set({ deleted_at: now }).where('id', '<=', 40).execute();
  await db.updateTable('vacancies').set({ deleted_at: null }).where('id', '<=', 20).execute();
  await db.updateTable('vacancies').set({ search: 'trocado água' }).where('id', '<=', 30).execute();
  await db
    .updateTable('vacancies')
    .set({ search: 'voltou água', deleted_at: null })
    .where('id', '<=', 25)
    .execute();
  await db.deleteFrom('vacancies').where('id', 'in', [7, 28, 39, 50]).execute();
  const rows = await db
    .selectFrom('vacancies')
    .select(['id', 'name_key', 'search'])
    .where('deleted_at', 'is', null)
    .execute();
  const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
  byId = rows.toSorted((a, b) => a.id - b.id);
  byName = byId.toSorted((a, b) => byBytes(a.name_key, b.name_key));
});
afterAll(async () => {
  // Rows inserted directly have no version yet.
  await versioned(app.deps.db as unknown as Kysely<never>, 'vacancies');
  await app.remove();
});

const base = () => app.deps.db.selectFrom('vacancies').selectAll().where('deleted_at', 'is', null);
const RULES: ListRules = {
  table: 'vacancies',
  search: 'search',
  sortable: { id: 'id', name: 'name_key' },
  order: '-id',
  id: 'id',
};
const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);

async function select(query: ListQuery) {
  const answer = await selectList(app.deps.db, base(), query, RULES, idsOf);
  if (!('meta' in answer)) throw new Error('no page');
  return { ids: answer.data, total: answer.meta.total };
}

/** Returns the expected page and total by plain filtering and sorting. */
function expected({ search = '', sort = '-id', page = 1, per_page = 50 }: ListQuery) {
  const words = fold(search.replaceAll('\0', '')).split(' ').filter(Boolean);
  const inOrder = sort.endsWith('name') ? byName : byId;
  const found = (sort.startsWith('-') ? inOrder.toReversed() : inOrder).filter((row) =>
    words.every((word) => row.search.includes(word)),
  );
  return {
    ids: found.slice((page - 1) * per_page, page * per_page).map(({ id }) => id),
    total: Math.min(found.length, COUNT_LIMIT),
  };
}

async function check(query: ListQuery) {
  expect(await select(query), JSON.stringify(query)).toEqual(expected(query));
}

describe('page of a list', () => {
  it('finds the same page and total as a plain filter, whatever text is searched', async () => {
    const word = fc.oneof(
      fc.constantFrom(
        ...PIECES,
        'comum',
        'impar',
        'com',
        'um',
        'o',
        '%',
        '_',
        'a%',
        '_b',
        '""',
        '\\%',
        'omu',
      ),
      fc.string({ maxLength: 4, unit: fc.constantFrom(...'água 1%_\\"pão日本😀*-') }),
      fc.string({ maxLength: 5, unit: 'binary' }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(word, { maxLength: 3 }).map((words) => words.join(' ')),
        fc.constantFrom('id', '-id', 'name', '-name', undefined),
        fc.integer({ min: 1, max: 60 }),
        fc.constantFrom(1, 7, 50),
        (search, sort, page, per_page) => check({ search, sort, page, per_page }),
      ),
      { numRuns: IS_DRILL ? 200 : 60 },
    );
  });

  it('finds words of every record, of none, and of about as many as are fetched by id', async () => {
    for (const search of [
      'água',
      'comum',
      'comum impar',
      'comum om',
      'zzz',
      'zz',
      'q',
      // At the end of texts.
      'ua',
      'm',
      'r',
      'comum wz',
      'ua do',
      'comum zzz',
      'voltou',
      'trocado',
    ])
      for (const sort of ['name', '-name', '-id'])
        for (const page of [1, 2, 26, 40]) await check({ search, sort, page });
  });

  it('shows every record exactly once across all pages', async () => {
    const seen: number[] = [];
    for (let page = 1; page <= Math.ceil(byId.length / 200); page += 1) {
      const { ids } = await select({ sort: '-name', page, per_page: 200 });
      seen.push(...ids);
    }
    expect(seen.toSorted((a, b) => a - b)).toEqual(byId.map(({ id }) => id));
  });
});

describe('whole list', () => {
  const whole = (query: ListQuery) => selectWholeList(app.deps.db, base(), query, RULES, idsOf);

  it('streams a whole list in batches, searched and sorted like its pages', async () => {
    for (const search of ['', 'impar', 'água', 'trocado', 'om', 'zzz', 'zz'])
      for (const sort of ['id', '-id', 'name', '-name']) {
        const query = { search, sort, per_page: MANY };
        const pieces: number[][] = [];
        for await (const piece of whole(query)) pieces.push(piece);
        expect(pieces.flat(), `${search} ${sort}`).toEqual(expected(query).ids);
        expect(Math.max(0, ...pieces.map(({ length }) => length))).toBeLessThanOrEqual(50);
      }
  });

  it('deletions and restorations during a streamed list move no other record', async () => {
    const { db } = app.deps;
    const seen: number[] = [];
    for await (const piece of whole({ sort: 'id' })) {
      if (seen.length === 0)
        await db
          .updateTable('vacancies')
          .set({ deleted_at: '2026-01-02T00:00:00.000Z' })
          .where('id', 'in', [10, 1500])
          .execute();
      seen.push(...piece);
    }
    await db.updateTable('vacancies').set({ deleted_at: null }).where('id', 'in', [10, 1500]).execute();
    expect(seen).toEqual(idsOf(byId).filter((id) => id !== 1500));
  });

  it('returns an empty whole list when nothing matches', async () => {
    expect(await whole({ search: 'zzz' }).toArray()).toEqual([]);
  });
});

describe('last pages of a long list', () => {
  const LONG = COUNT_LIMIT + 130;
  let long: TestApp;
  beforeAll(async () => {
    long = await createTestApp();
    await sql`
      insert into vacancies (uuid, created_at, updated_at, name, type, search, name_key)
      with recursive row (at) as (select 1 union all select at + 1 from row where at < ${LONG})
      select 'far-' || at, '', '', 'Vaga ' || at % 7, 1, 'vaga', 'vaga ' || at % 7 from row
    `.execute(long.deps.db);
    await sql`
      insert into abouts (uuid, created_at, updated_at, title, title_key)
      values ('o-1', '', '', 'B', 'b'), ('o-2', '', '', 'A', 'a'), ('o-3', '', '', 'A', 'a'), ('o-4', '', '', 'C', 'c')
    `.execute(long.deps.db);
    await sql`
      insert into about_items (uuid, created_at, updated_at, title, description, about_id)
      with recursive row (at) as (select 1 union all select at + 1 from row where at < ${LONG})
      select 'owned-' || at, '', '', 'Item', '', (select min(id) from abouts) + at % 4 from row
    `.execute(long.deps.db);
  });
  afterAll(async () => {
    for (const table of ['vacancies', 'abouts', 'about_items'])
      await versioned(long.deps.db as unknown as Kysely<never>, table);
    await long.remove();
  });

  const page = async (query: ListQuery) => {
    const { db } = long.deps;
    const all = db.selectFrom('vacancies').selectAll().where('deleted_at', 'is', null);
    const answer = await selectList(db, all, query, RULES, idsOf);
    return answer.data as number[];
  };

  /** Every change leaves an audit entry, which invalidates cached totals. */
  const leaveAuditEntry = async () => {
    await long.deps.db
      .insertInto('audit_log')
      .values({
        at: '',
        user_id: null,
        user_name: null,
        action: 'delete',
        entity: 'vacancy',
        entity_uuid: null,
        before: null,
        after: null,
      })
      .execute();
  };

  it('reads the last pages of a long list correctly, also past its end and after a deletion', async () => {
    const { db } = long.deps;
    const check = async () => {
      const rows = await db.selectFrom('vacancies').selectAll().where('deleted_at', 'is', null).execute();
      const byId = rows.toSorted((a, b) => a.id - b.id);
      const byName = byId.toSorted((a, b) =>
        a.name_key < b.name_key ? -1 : a.name_key > b.name_key ? 1 : 0,
      );
      for (const per_page of [50, 200])
        for (const back of [-1, 0, 1, 2]) {
          const last = Math.ceil(rows.length / per_page) - back;
          const part = (all: typeof rows) => idsOf(all.slice((last - 1) * per_page, last * per_page));
          for (const [sort, all] of [
            ['id', byId],
            ['-id', byId.toReversed()],
            ['name', byName],
            ['-name', byName.toReversed()],
          ] as const)
            expect(await page({ sort, page: last, per_page }), `${sort} ${last}`).toEqual(part(all));
        }
    };
    await check();
    await db.updateTable('vacancies').set({ deleted_at: '' }).where('id', 'in', [3, 99, LONG]).execute();
    await leaveAuditEntry();
    await check();
  });

  it('counts matches of a search up to the limit, and finds the same page on either side of it', async () => {
    const { db } = long.deps;
    const search = async (sort: string) => {
      const all = db.selectFrom('vacancies').selectAll().where('deleted_at', 'is', null);
      const answer = await selectList(db, all, { search: 'vaga', sort, page: 1 }, RULES, idsOf);
      if (!('meta' in answer)) throw new Error('no page');
      return { ids: answer.data, total: answer.meta.total };
    };
    for (const there of [COUNT_LIMIT + 1, COUNT_LIMIT, COUNT_LIMIT - 1]) {
      await db.updateTable('vacancies').set({ deleted_at: null }).execute();
      await db.updateTable('vacancies').set({ deleted_at: '' }).where('id', '>', there).execute();
      await leaveAuditEntry();
      const newest = Array.from({ length: 50 }, (_, at) => there - at);
      expect(await search('-id'), String(there)).toEqual({
        ids: newest,
        total: Math.min(there, COUNT_LIMIT),
      });
      expect((await search('name')).ids, String(there)).toEqual(await page({ sort: 'name', page: 1 }));
    }
  });

  it('reads the last pages of a long list that is sorted by a column of its owners', async () => {
    const { db } = long.deps;
    const rules: ListRules = {
      table: 'about_items',
      search: 'about_items.search',
      sortable: { about: 'abouts.title_key' },
      order: '-id',
      id: 'about_items.id',
      owner: 'about_items.about_id',
    };
    const all = db
      .selectFrom('about_items')
      .innerJoin('abouts', 'abouts.id', 'about_id')
      .select(['about_items.id', 'about_id', 'abouts.title_key'])
      .where('about_items.deleted_at', 'is', null);
    const inOrder = (await all.execute()).toSorted(
      (a, b) =>
        Buffer.compare(Buffer.from(a.title_key), Buffer.from(b.title_key)) ||
        a.about_id - b.about_id ||
        a.id - b.id,
    );
    for (const [sort, expected] of [
      ['about', inOrder],
      ['-about', inOrder.toReversed()],
    ] as const)
      for (const back of [-1, 0, 1, 2]) {
        const last = Math.ceil(LONG / 50) - back;
        const answer = await selectList(db, all, { sort, page: last, per_page: 50 }, rules, idsOf);
        expect(answer.data, `${sort} ${last}`).toEqual(idsOf(expected.slice((last - 1) * 50, last * 50)));
      }
  });
});
