import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { expect, it } from 'vitest';
import { engine } from '../../../../test/app.ts';
import { checkHistory } from '../../../../test/historyInvariants.ts';
import { createTestDatabase } from '../../../../test/postgres.ts';
import { openDatabase } from '../../../platform/database/database.ts';

// Importing these declares the content of their records.
import '../../../content/booklets/fortnightlyBooklet.service.ts';
import '../../../content/shops/shop.service.ts';

const FOLDER = new URL('../../../../migrations/', import.meta.url);
const FIRST = '0008';
const LAST = '0009';

async function migrated(db: Kysely<never>, wanted: (name: string) => boolean) {
  const names = (await readdir(FOLDER)).filter((name) => /^\d{4}_.*\.ts$/.test(name) && wanted(name)).sort();
  for (const name of names) {
    const { up } = (await import(new URL(name, FOLDER).href)) as {
      up(db: Kysely<never>): Promise<void>;
    };
    await db.transaction().execute((trx) => up(trx));
  }
}

it('existing records have a version history and file uses after the migration', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-test-'));
  const created = engine === 'postgres' ? await createTestDatabase() : null;
  const { db: open, close } = await openDatabase({ dataDir, url: created?.url });
  const db = open as unknown as Kysely<never>;
  const at = '2026-11-20T15:00:00.000Z';
  const gone = '2026-11-21T15:00:00.000Z';
  try {
    await migrated(db, (name) => name < FIRST);
    const file = (id: number, state: string, owner: string) =>
      sql`
        insert into files (id, uuid, created_at, updated_at, area, state, kind, type, name, bytes, owner, owner_uuid)
        values (${id}, ${`f${id}`}, ${at}, ${at}, 'public', ${state}, 'image', 'image/jpeg', 'a', 9, ${owner}, 'x')
      `.execute(db);
    for (const id of [1, 3, 4, 5, 6, 7, 8]) await file(id, 'live', 'shops');
    await file(2, 'hidden', 'banners');
    await file(9, 'staged', 'banners');
    await sql`
      insert into banners (uuid, version, created_at, updated_at, deleted_at, title, alt, file_id)
      values ('shown', 3, ${at}, ${at}, null, ${'Água "fria" \\ 日'}, null, 1),
        ('deleted', 2, ${at}, ${gone}, ${gone}, 'Fora', 'x', 2)
    `.execute(db);
    await sql`
      insert into shops (uuid, created_at, updated_at, name, email, phone, file_id)
      values ('shop', ${at}, ${at}, 'Livraria', 'a@b.example', '1', 3), ('bare', ${at}, ${at}, 'Sebo', 'a', '2', 4)
    `.execute(db);
    await sql`
      insert into shop_images (uuid, created_at, shop_id, file_id, position, alt)
      select 'second', ${at}, id, 5, 2, null from shops where uuid = 'shop'
      union all select 'first', ${at}, id, 6, 1, 'Fachada' from shops where uuid = 'shop'
    `.execute(db);
    await sql`
      insert into branches (
        uuid, created_at, updated_at, name, email, phone, number, road, district, city, state, zip_code, latitude, hours
      ) values ('branch', ${at}, ${at}, 'a', 'b', 'c', '1', 'd', 'e', 'f', 'CE', '6', -23.55052012345679, '[{"a":1}]')
    `.execute(db);
    await sql`
      insert into fortnightly_booklets (uuid, created_at, updated_at, file_id, shown_from, sequence, pages_state)
      values ('booklet', ${at}, ${at}, 7, ${at}, 1, 'ready')
    `.execute(db);
    await sql`
      insert into booklet_pages (uuid, created_at, booklet_id, page, file_id, text)
      select 'page', ${at}, id, 1, 8, 'arroz' from fortnightly_booklets
    `.execute(db);
    await sql`
      insert into job_applications (uuid, created_at, updated_at, name, email, phone, vacancy, file_id)
      values ('person', ${at}, ${at}, 'a', 'b', 'c', 'd', 9)
    `.execute(db);
    await sql`update files set state = 'live' where id = 9`.execute(db);

    await migrated(db, (name) => name >= FIRST && name.slice(0, 4) <= LAST);
    await checkHistory({ db: open });
    const versions = await open
      .selectFrom('record_versions')
      .select(['uuid', 'version', 'state', 'valid_from', 'valid_until', 'at', 'data'])
      .orderBy('uuid')
      .execute();
    const of = (uuid: string) => versions.find((version) => version.uuid === uuid);
    expect(versions.map(({ uuid }) => uuid)).toEqual([
      'bare',
      'booklet',
      'branch',
      'deleted',
      'shop',
      'shown',
    ]);
    expect(of('shown')).toMatchObject({ version: 3, state: 'published', valid_from: at, valid_until: null });
    expect(of('deleted')).toMatchObject({
      version: 2,
      state: 'deleted',
      valid_from: null,
      valid_until: gone,
    });
    expect(JSON.parse(of('shown')?.data ?? '').title).toBe('Água "fria" \\ 日');
    expect(JSON.parse(of('branch')?.data ?? '')).toMatchObject({
      latitude: -23.55052012345679,
      hours: '[{"a":1}]',
      branch_images: [],
    });
    expect(JSON.parse(of('shop')?.data ?? '').shop_images).toEqual([
      { uuid: 'first', file_id: 6, alt: 'Fachada', position: 1 },
      { uuid: 'second', file_id: 5, alt: null, position: 2 },
    ]);
    const files = await open.selectFrom('files').select(['id', 'state']).orderBy('id').execute();
    expect(files.filter(({ state }) => state === 'hidden').map(({ id }) => id)).toEqual([2]);
    const uses = await open.selectFrom('file_uses').select(['uuid', 'file_id']).orderBy('file_id').execute();
    expect(uses.map(({ uuid, file_id }) => [uuid, file_id])).toEqual([
      ['shown', 1],
      ['deleted', 2],
      ['shop', 3],
      ['bare', 4],
      ['shop', 5],
      ['shop', 6],
      ['booklet', 7],
      ['booklet', 8],
      ['person', 9],
    ]);
  } finally {
    await close();
    await created?.drop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
