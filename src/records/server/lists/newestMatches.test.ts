import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../../test/app.ts';
import { COUNT_LIMIT } from '../../../shared/list.ts';
import { isNotDeleted } from '../publication/visibility.ts';
import { newestMatches } from './newestMatches.ts';

// On SQLite, matches of common words are tested in batches of at least 2500.
const MANY = 6000;
/** Makes SQLite test matches in batches, as for a filter with many records. */
const count = async () => COUNT_LIMIT;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  const { db } = app.deps;
  const rows = sql`with recursive row (at) as (select 1 union all select at + 1 from row where at < ${MANY})`;
  // SQLite's index does not answer “x”: more than 60 different trigrams begin with it.
  const letters = sql`'x' || substr('abcdefghi', 1 + at / 3 % 9, 1) || substr('abcdefghi', 1 + at / 27 % 9, 1)`;
  const search = sql`'comum' || case when at % 2 = 0 then ' leite' else '' end
    || case when at % 3 <> 0 then ' ' || ${letters} else '' end`;
  const removed = sql`case when at % 11 = 0 then '2026-01-01T00:00:00.000Z' end`;
  const withheld = sql`case when at % 7 = 0 then 'draft' end`;
  await sql`
    insert into offers (uuid, created_at, updated_at, product, size, unit, price, department, valid_from,
      valid_until, search, deleted_at, standing)
    ${rows} select 'offer-' || at, '', '', 'Leite', 1000, 'un', 100, 'produce', '2026-01-01',
      case when at % 5 = 0 then '2026-01-02' else '2026-12-31' end, ${search}, ${removed}, ${withheld} from row
  `.execute(db);
  await sql`
    insert into vacancies (uuid, created_at, updated_at, name, type, search, name_key, deleted_at, standing)
    ${rows} select 'vacancy-' || at, '', '', 'Caixa', at % 5, ${search}, 'caixa', ${removed}, ${withheld} from row
  `.execute(db);
});
afterAll(async () => {
  // Rows inserted directly have no version.
  for (const table of ['offers', 'vacancies'] as const) await app.deps.db.deleteFrom(table).execute();
  await app.remove();
});

/** Returns the ids that a scan of the whole table finds. */
async function scanned(table: 'offers' | 'vacancies', words: string[], where = sql<boolean>`1 = 1`) {
  const texts = words.map((word) => sql`search like ${`%${word}%`}`);
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)}
    where deleted_at is null and standing is null and ${where} and ${sql.join(texts, sql` and `)}
    order by id desc
  `.execute(app.deps.db);
  return rows.map(({ id }) => id);
}

describe('newest matches within a filter of many records', () => {
  const filters = {
    offers: sql<boolean>`${sql.ref('offers.valid_until')} >= '2026-06-01'`,
    vacancies: sql<boolean>`${sql.ref('vacancies.type')} <> 0`,
  };
  for (const table of ['offers', 'vacancies'] as const) {
    it(`finds the ${table} that a scan finds, newest first`, async () => {
      const where = filters[table];
      for (const search of ['leite', 'comum leite', 'om', 'e', 'x', 'x leite'])
        for (const limit of [3, 2600, COUNT_LIMIT]) {
          const found = await newestMatches(app.deps.db, table, search, limit, { where, count });
          const wanted = (await scanned(table, search.split(' '), where)).slice(0, limit);
          expect(wanted.length).toBeGreaterThan(0);
          expect(found, `${search}, ${limit}`).toEqual(wanted);
        }
    });
  }

  it('finds records that are not deleted, whether published or not', async () => {
    const found = await newestMatches(app.deps.db, 'offers', 'leite', COUNT_LIMIT, {
      isThere: isNotDeleted,
      where: filters.offers,
      count,
    });
    expect(found.length).toBeGreaterThan((await scanned('offers', ['leite'], filters.offers)).length);
    expect(found).toEqual(found.toSorted((a, b) => b - a));
  });
});
