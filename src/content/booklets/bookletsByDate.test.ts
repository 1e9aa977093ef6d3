import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { expect, it } from 'vitest';
import { engine } from '../../../test/app.ts';
import { createTestDatabase } from '../../../test/postgres.ts';
import { openDatabase } from '../../platform/database/database.ts';

const BEFORE = ['0001_start', '0002_resources', '0003_list_indexes', '0004_booklet_pages'];
const NEXT = '0005_booklets_by_date';

async function migrated(db: Kysely<never>, name: string) {
  const { up } = (await import(
    new URL(`../../../migrations/${name}.ts`, import.meta.url).href
  )) as typeof import('../../../migrations/0005_booklets_by_date.ts');
  await db.transaction().execute((trx) => up(trx));
}

it.each([
  ['without days', null, '2026-11-20T15:00:00.000Z'],
  ['that has begun', '2026-11-16', '2026-11-20T15:00:00.000Z'],
  ['with a first day to come', '2026-12-01', '2026-12-01T03:00:00.000Z'],
])('the migration sets the first instant of a stored booklet %s', async (_, day, from) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-test-'));
  const created = engine === 'postgres' ? await createTestDatabase() : null;
  const { db: open, close } = await openDatabase({ dataDir, url: created?.url });
  const db = open as unknown as Kysely<never>;
  try {
    for (const name of BEFORE) await migrated(db, name);
    const at = '2026-11-20T15:00:00.000Z';
    await sql`
      insert into files (uuid, created_at, updated_at, area, state, kind, type, name, bytes)
      values ('f', ${at}, ${at}, 'public', 'live', 'pdf', 'application/pdf', 'encarte.pdf', 9)
    `.execute(db);
    await sql`
      insert into fortnightly_booklets (uuid, version, created_at, updated_at, file_id, valid_from)
      select 'b', 7, ${at}, ${at}, id, ${day} from files
    `.execute(db);
    await migrated(db, NEXT);
    const { rows } = await sql`
      select uuid, shown_from, sequence, withdrawn_at, pages_state from fortnightly_booklets
    `.execute(db);
    expect(rows).toEqual([
      { uuid: 'b', shown_from: from, sequence: 7, withdrawn_at: null, pages_state: 'pending' },
    ]);
  } finally {
    await close();
    await created?.drop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
