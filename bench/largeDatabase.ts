import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { versioned } from '../migrations/lib/versioned.ts';
import { repairIndex } from '../src/content/searchIndex/search.index.ts';
import { readConfig } from '../src/platform/config/config.ts';
import type { Deps } from '../src/platform/deps.ts';
import { refold } from '../src/records/server/lists/refold.ts';
import { createApp } from '../src/server/app.ts';
import { variantWidths, WIDTHS_VERSION } from '../src/shared/files/pictureWidths.ts';
import { fold } from '../src/shared/text/fold.ts';
import { insertResumeFile } from '../test/resumeFile.ts';
import { generateApplications } from './applications.ts';
import { generateOffers } from './offers.ts';
import { CATEGORIES, generateRecipes } from './recipes.ts';
import { FILMS, generateScreenings, isShowing } from './screenings.ts';

const AT_ONCE = 500;
/** Versions of each recipe, including the published one, and audit entries per recipe. */
const VERSIONS = 10;
const ENTRIES = 10;
/** Cinema sessions per recipe. */
const SESSIONS = 10;

/**
 * Fills an empty database with `count` recipes, offers and applications, and ten times as many sessions,
 * versions and audit entries.
 */
export async function fillLargeDatabase(
  dataDir: string,
  count: number,
  env: Record<string, string>,
): Promise<void> {
  const app = await createApp({ config: readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...env }) });
  const { db, database } = app.deps;
  try {
    await db.transaction().execute(async (trx) => {
      // Inserting a million sessions takes longer than the product's statement timeout.
      if (database.engine === 'postgres') await sql`set local statement_timeout = 0`.execute(trx);
      const within = { ...app.deps, db: trx as unknown as Deps['db'] };
      await fillRecipes(within, count);
      await fillOffers(within, count);
      await fillApplications(within, count);
      await fillScreenings(within, count * SESSIONS);
      await versioned(trx as unknown as Kysely<never>, 'recipe_categories');
      await versioned(trx as unknown as Kysely<never>, 'recipes');
      await versioned(trx as unknown as Kysely<never>, 'movies');
      await versioned(trx as unknown as Kysely<never>, 'screenings');
      await fillFormer(within);
      await fillFormerPictures(within);
      await fillLog(within, count * ENTRIES);
    });
    await doBackgroundWork(app.deps);
    if (database.engine === 'postgres') await sql`vacuum analyze`.execute(db);
  } finally {
    await app.close();
  }
}

/**
 * Does what the product's jobs would do with inserted rows: normalizes search columns and fills the site
 * search. Otherwise these jobs run during the measurement and rewrite the rows that it reads.
 */
export async function doBackgroundWork(deps: Deps): Promise<void> {
  await refold(deps);
  await repairIndex(deps);
}

const dayOf = (at: number) => new Date(Date.parse('2024-10-01T03:00:00Z') + at * 60_000_000).toISOString();

async function fillRecipes({ db }: Deps, count: number): Promise<void> {
  const at = dayOf(0);
  const common = { version: 1, created_at: at, updated_at: at };
  await db
    .insertInto('recipe_categories')
    .values(
      CATEGORIES.map((name) => ({
        ...common,
        uuid: randomUUID(),
        name,
        search: fold(name),
        name_key: fold(name),
      })),
    )
    .execute();
  const variants = variantWidths(1600).map((width) => ({
    type: 'image/webp',
    width,
    bytes: width * 90,
  }));
  let files: string[] = [];
  let rows: object[] = [];
  const flush = async () => {
    if (rows.length === 0) return;
    await db
      .insertInto('files')
      .values(
        files.map((uuid) => ({
          uuid,
          created_at: at,
          updated_at: at,
          area: 'public' as const,
          state: 'live' as const,
          kind: 'image' as const,
          type: 'image/jpeg',
          name: 'receita.jpg',
          bytes: 250_000,
          width: 1600,
          height: 1200,
          variants: JSON.stringify(variants),
          placeholder: `data:image/webp;base64,${'UklGRj'.repeat(20)}`,
          avif: 'done' as const,
          sized_with: WIDTHS_VERSION,
        })),
      )
      .execute();
    await db
      .insertInto('recipes')
      .values(rows as never)
      .execute();
    files = [];
    rows = [];
  };
  let index = 0;
  for (const recipe of generateRecipes(count)) {
    index += 1;
    files.push(randomUUID());
    const saved = dayOf((index / count) * 1000);
    rows.push({
      ...recipe,
      uuid: randomUUID(),
      file_id: index,
      version: 1,
      created_at: saved,
      updated_at: saved,
    });
    if (rows.length === AT_ONCE) await flush();
  }
  await flush();
}

async function fillOffers({ db, clock }: Deps, count: number): Promise<void> {
  let rows: object[] = [];
  const flush = async () => {
    if (rows.length > 0)
      await db
        .insertInto('offers')
        .values(rows as never)
        .execute();
    rows = [];
  };
  let index = 0;
  for (const offer of generateOffers(count, clock.now())) {
    index += 1;
    const saved = dayOf((index / count) * 1000);
    rows.push({
      ...offer,
      uuid: randomUUID(),
      file_id: index,
      version: 1,
      created_at: saved,
      updated_at: saved,
    });
    if (rows.length === AT_ONCE) await flush();
  }
  await flush();
}

async function fillApplications({ db }: Deps, count: number): Promise<void> {
  const file = await insertResumeFile(db);
  let rows: object[] = [];
  const flush = async () => {
    if (rows.length > 0)
      await db
        .insertInto('job_applications')
        .values(rows as never)
        .execute();
    rows = [];
  };
  for (const row of generateApplications(count)) {
    rows.push({ ...row, uuid: randomUUID(), file_id: file.id });
    if (rows.length === AT_ONCE) await flush();
  }
  await flush();
}

export async function fillScreenings({ db, clock }: Deps, count: number): Promise<void> {
  const common = { version: 1, created_at: dayOf(0), updated_at: dayOf(0) };
  await db
    .insertInto('movies')
    .values(
      FILMS.map((name, at) => ({
        ...common,
        uuid: randomUUID(),
        name,
        type: isShowing(at) ? 1 : 2,
        classification: '12',
        duration: '01:50',
        file_id: 1,
        search: fold(name),
        name_key: fold(name),
      })),
    )
    .execute();
  let rows: object[] = [];
  const flush = async () => {
    if (rows.length > 0)
      await db
        .insertInto('screenings')
        .values(rows as never)
        .execute();
    rows = [];
  };
  let index = 0;
  for (const screening of generateScreenings(count, clock.now())) {
    index += 1;
    const saved = dayOf((index / count) * 1000);
    rows.push({ ...screening, uuid: randomUUID(), version: 1, created_at: saved, updated_at: saved });
    if (rows.length === AT_ONCE) await flush();
  }
  await flush();
}

/** Adds former versions of recipes, as a year of saves leaves them. */
async function fillFormer({ db }: Deps): Promise<void> {
  for (let version = 1; version < VERSIONS; version += 1)
    await sql`
      insert into record_versions (entity, uuid, version, state, data, valid_from, valid_until, at)
      select 'recipes', uuid, ${version}, 'former', data, valid_from, valid_from, at
      from record_versions where entity = 'recipes' and state = 'published'
    `.execute(db);
}

/** Gives every second recipe a former picture. */
async function fillFormerPictures({ db }: Deps): Promise<void> {
  await sql`
    insert into files (
      uuid, created_at, updated_at, area, state, kind, type, name, bytes, width, height, variants, placeholder, avif,
      sized_with
    )
    select 'former-' || uuid, created_at, updated_at, area, 'hidden', kind, type, name, bytes, width, height, variants,
      placeholder, avif, sized_with
    from files where kind = 'image' and area = 'public' and id % 2 = 0
  `.execute(db);
  await sql`
    insert into file_uses (file_id, entity, uuid, version_id)
    select former.id, 'recipes', record_versions.uuid, record_versions.id
    from files as former
    join files on files.uuid = substr(former.uuid, length('former-') + 1)
    join file_uses as present on present.file_id = files.id and present.entity = 'recipes'
    cross join record_versions
    where record_versions.entity = 'recipes' and record_versions.uuid = present.uuid
      and record_versions.version = 1 and record_versions.state = 'former' and former.state = 'hidden'
  `.execute(db);
}

/** Fills the audit log of a chain where sign-ins are a fifth of all entries and the latest ones. */
async function fillLog({ db }: Deps, count: number): Promise<void> {
  await sql`
    insert into audit_log (at, user_id, user_name, action, entity, entity_uuid, before, after)
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})
    select '2026-01-01T00:00:00.000Z', 1, 'Medida',
      case when n > ${count} * 0.8 then 'login' else 'update' end,
      case when n > ${count} * 0.8 then 'user' else 'recipes' end,
      case when n > ${count} * 0.8 then null else 'x' || n end,
      case when n > ${count} * 0.8 then null else '{"name":"Bolo de milho","alt":null,"version":1}' end,
      case when n > ${count} * 0.8 then null else '{"name":"Bolo de milho verde","alt":null,"version":2}' end
    from numbers
  `.execute(db);
}
