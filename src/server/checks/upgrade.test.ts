import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs/promises';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import { FileMigrationProvider, Migrator } from 'kysely/migration';
import PostalMime from 'postal-mime';
import { expect, it, vi } from 'vitest';
import { renamedInVersions } from '../../../migrations/lib/renamed.ts';
import { versioned } from '../../../migrations/lib/versioned.ts';
import { engine } from '../../../test/app.ts';
import { checkHistory, historyFaults } from '../../../test/historyInvariants.ts';
import { noise } from '../../../test/images.ts';
import { createTestDatabase } from '../../../test/postgres.ts';
import { pdfOfPages } from '../../../test/sampleFiles.ts';
import { readConfig } from '../../platform/config/config.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { createDiskStore } from '../../platform/files/disk.ts';
import { createSealer } from '../../platform/security/secrets.ts';
import { compositionOf } from '../../records/server/versions/history.ts';
import { createApp } from '../app.ts';

const PICTURE = 'aaaaaaaa-0000-4000-8000-000000000001';
const DOCUMENT = 'aaaaaaaa-0000-4000-8000-000000000002';
const BOOKLET = 'aaaaaaaa-0000-4000-8000-000000000003';

/** Creates an installation of the last version without jobs, stopped with work to do. */
async function leaveBehind(dataDir: string, url: string | undefined) {
  const database = await openDatabase({ url, dataDir });
  const { db } = database;
  const migrationFolder = resolve(import.meta.dirname, '../../../migrations');
  const migrator = new Migrator({ db, provider: new FileMigrationProvider({ fs, path, migrationFolder }) });
  const { error } = await migrator.migrateTo('0006_sign_in');
  if (error) throw error;

  const now = new Date().toISOString();
  const key = randomBytes(32);
  await writeFile(join(dataDir, 'secret.key'), key);
  const sealer = createSealer(key, 'mail');
  const outbox = (state: string, created_at: string, subject: string | null, attempts: number) => {
    const mail = {
      to: 'ana@hiperaurora.example',
      subject,
      text: 'Oi',
      messageId: '<um@hiperaurora.example>',
    };
    const content = subject === null ? null : sealer.seal(JSON.stringify(mail));
    return sql`
      insert into mail_outbox (created_at, next_attempt_at, state, attempts, content)
      values (${created_at}, ${now}, ${state}, ${attempts}, ${content})
    `.execute(db);
  };
  await outbox('waiting', now, 'Esperava', 2);
  await outbox('waiting', new Date(Date.now() - 25 * 3600_000).toISOString(), 'Tarde demais', 30);
  await outbox('sent', now, null, 1);

  const store = createDiskStore(dataDir);
  const files = [
    { uuid: PICTURE, kind: 'image', type: 'image/jpeg', avif: 'pending', bytes: await noise(80, 60) },
    { uuid: DOCUMENT, kind: 'pdf', type: 'application/pdf', avif: null, bytes: pdfOfPages(['um'], '90 40') },
  ];
  for (const { uuid, kind, type, avif, bytes } of files) {
    const variants = avif && JSON.stringify([{ type: 'image/webp', width: 80, bytes: 1e6 }]);
    await sql`
      insert into files (uuid, created_at, updated_at, area, state, kind, type, name, bytes, avif, variants)
      values (${uuid}, ${now}, ${now}, 'public', 'live', ${kind}, ${type}, 'a', ${bytes.length}, ${avif}, ${variants})
    `.execute(db);
    const name = kind === 'pdf' ? 'original.pdf' : 'original.jpg';
    await store.put('public', `aa/${uuid}/${name}`, bytes, type);
  }
  await sql`
    insert into fortnightly_booklets (uuid, created_at, updated_at, file_id, shown_from, sequence, pages_state)
    select ${BOOKLET}, ${now}, ${now}, id, ${now}, 1, 'pending' from files where uuid = ${DOCUMENT}
  `.execute(db);
  await database.close();
}

it('work of the previous version is done after the upgrade', { timeout: 60_000 }, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-test-'));
  const database = engine === 'postgres' ? await createTestDatabase() : null;
  await leaveBehind(dataDir, database?.url);

  const app = await createApp({
    config: readConfig({
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      DEMO_CONTENT: '0',
      ...(database && { DATABASE_URL: database.url }),
    }),
  });
  app.startWorkers();
  const { db } = app.deps;
  const rowOf = async (table: 'files' | 'fortnightly_booklets', uuid: string) =>
    db.selectFrom(table).selectAll().where('uuid', '=', uuid).executeTakeFirst();
  await vi.waitFor(
    async () => {
      expect(await rowOf('files', PICTURE)).toMatchObject({ avif: 'done' });
      expect(await rowOf('fortnightly_booklets', BOOKLET)).toMatchObject({
        pages_state: 'ready',
        page_count: 1,
      });
      const mails = await db.selectFrom('mail_outbox').select(['state', 'content']).orderBy('id').execute();
      expect(mails).toEqual(['sent', 'failed', 'sent'].map((state) => ({ state, content: null })));
    },
    { timeout: 50_000, interval: 100 },
  );
  const [mail, ...more] = await readdir(join(dataDir, 'mail'));
  expect(more).toEqual([]);
  expect(await PostalMime.parse(await readFile(join(dataDir, 'mail', mail ?? '')))).toMatchObject({
    subject: 'Esperava',
    messageId: '<um@hiperaurora.example>',
  });
  await app.close();
  await database?.drop();
  await rm(dataDir, { recursive: true });
});

/** First schema in which all records have a history. */
const WITH_HISTORY = '0009_used_files';
/** Ordered by foreign keys. */
const TABLES = [
  'files', 'abouts', 'about_items', 'banners', 'branches', 'branch_images', 'company_information', 'daily_booklets',
  'fortnightly_booklets', 'booklet_pages', 'movies', 'office_hours', 'phones', 'recipe_categories', 'recipes',
  'shops', 'shop_images', 'ticket_offices', 'ticket_office_items', 'vacancies', 'videos',
]; // biome-ignore format: a few lines

it('versions equal their records after any migration', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-test-'));
  const created = engine === 'postgres' ? await createTestDatabase() : null;
  const database = await openDatabase({ url: created?.url, dataDir });
  const { db } = database;
  const migrationFolder = resolve(import.meta.dirname, '../../../migrations');
  const migrator = new Migrator({ db, provider: new FileMigrationProvider({ fs, path, migrationFolder }) });
  try {
    expect((await migrator.migrateTo(WITH_HISTORY)).error).toBeUndefined();
    const tables = new Map((await db.introspection.getTables()).map((table) => [table.name, table.columns]));
    for (const name of TABLES) {
      const columns = (tables.get(name) ?? []).filter(
        (column) => column.name !== 'id' && !column.hasDefaultValue,
      );
      expect(columns.length, name).toBeGreaterThan(0);
      const values = columns.map(({ name: column, dataType }) => {
        if (column === 'deleted_at') return null;
        if (column === 'uuid') return name;
        return /int|real|double|float|numeric/i.test(dataType) ? 1 : `${column} "1"`;
      });
      await sql`
        insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column.name)))})
        values (${sql.join(values)})
      `.execute(db);
    }
    await sql`update files set state = 'live'`.execute(db);
    for (const name of TABLES.filter((table) =>
      tables.get(table)?.some((column) => column.name === 'deleted_at'),
    )) {
      const { derived, part } = compositionOf(name as 'banners');
      if (name !== 'files')
        await versioned(db as never, name, { ...(derived && { derived }), ...(part && { part }) });
    }
    await checkHistory({ db });
    expect((await migrator.migrateToLatest()).error).toBeUndefined();
    await checkHistory({ db });

    // The check detects a difference.
    await sql`alter table banners add column colour text`.execute(db);
    expect(await historyFaults({ db })).toEqual([expect.stringContaining('banners')]);
    await versioned(db as never, 'banners');
    await checkHistory({ db });
    const [before] = await db
      .selectFrom('record_versions')
      .selectAll()
      .where('entity', '=', 'banners')
      .execute();
    await db
      .insertInto('record_versions')
      .values({
        entity: 'banners',
        uuid: 'banners',
        version: 1,
        state: 'draft',
        data: before?.data ?? '',
        at: '',
        based_on: before?.id ?? null,
      })
      .execute();
    await sql`alter table banners rename column alt to alternative`.execute(db);
    await renamedInVersions(db as never, 'banners', 'alt', 'alternative');
    const versions = await db
      .selectFrom('record_versions')
      .select('data')
      .where('entity', '=', 'banners')
      .execute();
    for (const { data } of versions) {
      expect(JSON.parse(data)).toMatchObject({ alternative: 'alt "1"', colour: null });
      expect(JSON.parse(data)).not.toHaveProperty('alt');
    }
  } finally {
    await database.close();
    await created?.drop();
    await rm(dataDir, { recursive: true });
  }
});
