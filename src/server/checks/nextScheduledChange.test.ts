import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, engine, type TestApp } from '../../../test/app.ts';
import { SCHEDULE_COLUMNS } from '../../content/sitemapEntries/sitemapEntry.service.ts';
import {
  nextScheduledChange,
  nextScheduledChangeQuery,
} from '../../records/server/publication/nextScheduledChange.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.remove({ rewritten: true }));

const NOW = '2026-03-01T12:00:00.000Z';
const next = async (now = NOW) => {
  const at = await nextScheduledChange(app.deps.db, SCHEDULE_COLUMNS, Date.parse(now));
  return Number.isFinite(at) ? new Date(at).toISOString() : null;
};

test('the next change is the earliest of all dated columns and scheduled changes', async () => {
  const { db } = app.deps;
  expect(await next()).toBeNull();
  await sql`
    insert into files (id, uuid, created_at, updated_at, area, state, kind, type, name, bytes)
    values (1, 'f', ${NOW}, ${NOW}, 'public', 'live', 'image', 'image/jpeg', 'a', 9)
  `.execute(db);
  const banner = (uuid: string, starts_at: string | null, ends_at: string | null) =>
    sql`
      insert into banners (uuid, created_at, updated_at, title, file_id, starts_at, ends_at)
      values (${uuid}, ${NOW}, ${NOW}, 'a', 1, ${starts_at}, ${ends_at})
    `.execute(db);
  await banner('over', '2026-02-01T00:00:00.000Z', '2026-02-02T00:00:00.000Z');
  await banner('shown', null, '2026-03-09T00:00:00.000Z');
  expect(await next()).toBe('2026-03-09T00:00:00.000Z');
  await banner('waiting', '2026-03-08T00:00:00.000Z', null);
  expect(await next()).toBe('2026-03-08T00:00:00.000Z');
  await sql`
    insert into fortnightly_booklets (uuid, created_at, updated_at, file_id, shown_from, sequence)
    values ('booklet', ${NOW}, ${NOW}, 1, '2026-03-07T03:00:00.000Z', 1)
  `.execute(db);
  expect(await next()).toBe('2026-03-07T03:00:00.000Z');
  await sql`update fortnightly_booklets set deleted_at = ${NOW}`.execute(db);
  expect(await next()).toBe('2026-03-08T00:00:00.000Z');
  expect(await next('2026-03-08T00:00:00.000Z')).toBe('2026-03-09T00:00:00.000Z');
  await sql`
    insert into record_versions (entity, uuid, version, state, data, valid_from, at)
    values ('banners', 'shown', 1, 'draft', '{}', null, ${NOW}),
      ('banners', 'shown', 1, 'scheduled', '{}', '2026-03-02T03:00:00.000Z', ${NOW})
  `.execute(db);
  expect(await next()).toBe('2026-03-02T03:00:00.000Z');
  // A due change that is not applied yet counts as now, not as the next date.
  expect(await next('2026-03-05T00:00:00.000Z')).toBe('2026-03-02T03:00:00.000Z');
});

test('the query for the next change uses indexes', async () => {
  const plan = await planOf(nextScheduledChangeQuery(SCHEDULE_COLUMNS, Date.parse(NOW)));
  const tables = [
    ...new Set(SCHEDULE_COLUMNS.filter(([, , kind]) => kind === 'instant').map(([table]) => table)),
  ];
  expect(tables).toContain('banners');
  for (const table of [...tables, 'record_versions']) {
    expect(plan.filter((line) => line.includes(table)).length).toBeGreaterThan(0);
    expect(plan.filter((line) => new RegExp(`(Seq Scan on|SCAN) ${table}$`).test(line))).toEqual([]);
  }
  expect(plan.join('\n')).toContain('record_versions_scheduled');
});

async function planOf(query: RawBuilder<unknown>): Promise<string[]> {
  if (engine === 'sqlite') {
    const { rows } = await sql<{ detail: string }>`explain query plan ${query}`.execute(app.deps.db);
    return rows.map(({ detail }) => detail);
  }
  return app.deps.db.transaction().execute(async (trx) => {
    // The test tables are short, so the planner would skip the indexes.
    await sql`set local enable_seqscan = off`.execute(trx);
    await sql`set local enable_bitmapscan = off`.execute(trx);
    const { rows } = await sql<Record<string, string>>`explain ${query}`.execute(trx);
    return rows.map((row) => (row['QUERY PLAN'] ?? '').replace(/ +\(cost.*/, ''));
  });
}
