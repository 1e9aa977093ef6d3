import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  createTestApp,
  engine,
  IS_DRILL,
  IS_WHOLE,
  type TestApp,
  testClock,
  waitForNotifications,
} from '../../../test/app.ts';
import { fileOf, noise } from '../../../test/images.ts';
import { formOf } from '../../../test/uploads.ts';
import { resources } from '../../content/resources.ts';
import { trackStatements } from '../../platform/database/dependencyTracking.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { findRecord, updateRecord } from '../../records/server/store/records.ts';
import { pathOf } from '../../shared/endpoint.ts';
import type { Resource } from '../../shared/resource.ts';
import { type App, createApp } from '../app.ts';
import { features } from '../features.ts';
import { seedBookletPages, seedDemo } from '../seed.ts';
import { builtPages } from './builtPages.ts';

type Changes = { [T in keyof Tables]?: Partial<Record<keyof Tables[T], string | number>> };

/**
 * A visible change of each table with public content. For most tables it is in the column with the record's
 * title.
 */
const CHANGES: Changes = {
  ...Object.fromEntries(
    resources.flatMap(({ table, title }: Resource) => (title ? [[table, { [title]: 'Outro nome' }]] : [])),
  ),
  booklet_pages: { text: 'Outra oferta' },
  branch_images: { alt: 'Outra foto da filial' },
  company_information: { cnpj: '11222333000181' },
  daily_booklets: { alt: 'Outro encarte' },
  files: { width: 321 },
  fortnightly_booklets: { valid_until: '2026-12-24' },
  office_hours: { office_start_time: '06:45' },
  screenings: { room: 'Outra sala' },
  shop_images: { alt: 'Outra foto da loja' },
  videos: { deleted_at: '2026-11-21T15:00:00.000Z' },
};

/** Dependency tracking is the same on both databases: PostgreSQL tries a sample of the tables, the drill all. */
const EACH_TABLE = IS_WHOLE ? 1 : 8;
/** Rows are tracked by the same statements for all tables, each of which changes above; the drill tries all. */
const EACH_RECORD = IS_DRILL ? 1 : IS_WHOLE ? 3 : 4;

const UUID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/;

let app: TestApp;
/** Another process on the same database. */
let fresh: App;
let addresses: string[];

beforeAll(async () => {
  app = await createTestApp({
    env: { PUBLIC_URL: 'https://loja.example' },
    clock: testClock('2026-11-21T15:00:00Z'),
    pages: builtPages,
  });
  await seedDemo(app.deps);
  await seedBookletPages(app.deps);
  fresh = await createApp({ config: app.deps.config, clock: app.clock, pages: builtPages });
  await fresh.server.ready();
  addresses = await publicAddresses();
  // Until other processes' changes arrive, this process caches nothing.
  await Promise.all([app, fresh].map(waitForNotifications));
}, 120_000);
afterAll(async () => {
  await fresh.close();
  await app.remove({ rewritten: true });
});

const MAPS = ['/sitemap.xml', '/sitemap-site.xml', '/sitemap-recipes-1.xml'];

/**
 * Returns the data of one page of each kind, some of the pages, all cached API responses, and the files for
 * search engines.
 */
async function publicAddresses(): Promise<string[]> {
  const sitemap = (await app.request('GET', '/sitemap.xml')).payload;
  const pages = Array.from(
    sitemap.matchAll(/<loc>https:\/\/loja\.example([^<?]*)<\/loc>/g),
    ([, path = '']) => path,
  );
  const onePerRoute = [...new Map(pages.map((path) => [path.replace(UUID, ':uuid'), path])).values()];
  const recordOf = (path: string) =>
    UUID.exec(onePerRoute.find((page) => page.startsWith(path)) ?? '')?.[0] ?? '';
  const offers = (await app.request('GET', '/api/site/offers')).json();
  const records: Record<string, string> = {
    '/site/branches/details/:uuid': recordOf('/branches/'),
    '/site/movies/details/:uuid': recordOf('/cinema/'),
    '/site/revenues/details/:uuid': recordOf('/tips-and-recipes/details/'),
    '/site/revenues/pairs/:uuid': recordOf('/tips-and-recipes/details/'),
    '/site/offers/details/:uuid': offers.data.offers[0].uuid,
    '/site/shops/details/:uuid': recordOf('/shops/'),
  };
  const cached = features
    .flatMap(({ routes }) => routes?.(app.deps) ?? [])
    .filter(({ endpoint }) => endpoint.cached)
    .map(({ endpoint: { path } }) => `/api${pathOf(path, { uuid: records[path] ?? '' })}`);
  const data = onePerRoute.map((path) => `${path}${path.endsWith('/') ? '_' : ''}.data`);
  const drawn = onePerRoute.filter((path) =>
    /^\/(branches|shops|tips-and-recipes)?(\/details)?(\/[\da-f-]{36})?$/.test(path),
  );
  return [...data, ...drawn, ...cached, '/nao-encontrada', '/robots.txt', ...MAPS];
}

async function answersOf({ server }: Pick<App, 'server'>, asked = addresses): Promise<Map<string, string>> {
  const bodies = new Map<string, string>();
  for (const url of asked) {
    const { statusCode, headers, payload } = await server.inject({ method: 'GET', url });
    expect(statusCode, `${url} ${payload.slice(0, 200)}`).toBeLessThan(500);
    expect(headers.etag, url).toBeDefined();
    bodies.set(url, `${statusCode} ${headers.etag} ${payload}`);
  }
  return bodies;
}

const differing = (one: Map<string, string>, other: Map<string, string>) =>
  [...one.keys()].filter((url) => one.get(url) !== other.get(url));

/** Returns the number of changed rows: 0 if the demo content has no such records. */
const save = (table: keyof Tables, values: object): Promise<number> =>
  app.deps.write(null, async ({ trx }) => {
    const updated = trx
      .updateTable(table as 'banners')
      .set(values)
      .executeTakeFirst();
    return Number((await updated).numUpdatedRows);
  });

test('serves what a fresh process would render after a save of any table', {
  timeout: 120_000,
}, async () => {
  const tables = new Set((await app.deps.db.introspection.getTables()).map(({ name }) => name));
  const read = new Set<string>();
  app.deps.responseCache.invalidate();
  await trackStatements(
    ({ reads }) => {
      for (const table of reads) if (tables.has(table)) read.add(table);
    },
    () => answersOf(app),
  );
  // No table is missing, and none changes with each sign-in or each save.
  expect(read.size).toBeGreaterThan(20);
  expect([...read].filter((table) => !(table in CHANGES))).toEqual([]);

  const unseen: string[] = [];
  const changes = Object.entries(CHANGES).filter(([table], at) => read.has(table) && at % EACH_TABLE === 0);
  let visibleChanges = 0;
  for (const [table, values] of changes) {
    const before = await answersOf(app);
    const rows = await save(table as keyof Tables, values);
    const after = await answersOf(app);
    fresh.deps.responseCache.invalidate();
    expect(differing(after, await answersOf(fresh)), table).toEqual([]);
    if (differing(before, after).length > 0) visibleChanges += 1;
    else if (rows > 0) unseen.push(table);
  }
  expect(unseen).toEqual([]);
  expect(visibleChanges).toBeGreaterThan(0.9 * changes.length);
});

test('serves what a fresh process would render after a save of any record', {
  timeout: 120_000,
}, async () => {
  const tables = resources.flatMap(({ table, title }: Resource) => (title ? [{ table, title }] : []));
  const tried = tables.filter((_, at) => at % EACH_RECORD === 0);
  let visibleChanges = 0;
  for (const { table, title } of tried) {
    const rows = await app.deps.db
      .selectFrom(table as 'shops')
      .selectAll()
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .limit(IS_DRILL ? 2 : 1)
      .execute();
    // A date is not a title.
    for (const row of rows.filter((candidate) => !/^\d{4}-/.test(String(candidate[title as 'name'])))) {
      const before = await answersOf(app);
      await app.deps.write(null, async (work) => {
        const stored = await findRecord(work.trx, table as 'shops', row.uuid);
        await updateRecord(
          work,
          table as 'shops',
          stored,
          { [title]: `Outro nome ${row.id}` },
          { logged: false },
        );
      });
      const after = await answersOf(app);
      fresh.deps.responseCache.invalidate();
      expect(differing(after, await answersOf(fresh)), `${table} ${row.id}`).toEqual([]);
      if (differing(before, after).length > 0) visibleChanges += 1;
    }
  }
  expect(visibleChanges).toBeGreaterThan(0.7 * tried.length);
});

describe('a save of a recipe with its picture', () => {
  const isOfPlaces = (url: string) => /\/(branches|shops)(\/|\.|$)/.test(url);

  async function saveRecipe(name: string) {
    const [recipe] = await app.deps.db.selectFrom('recipes').selectAll().orderBy('id').execute();
    const answer = await app.request('POST', `/api/admin/revenues/update/${recipe?.uuid}`, {
      token: await app.signIn(),
      form: formOf({
        name,
        revenue_category_id: String(recipe?.recipe_category_id),
        image: fileOf(await noise(500, 300)),
      }),
    });
    expect(answer.statusCode, answer.payload).toBe(200);
    expect(await app.deps.jobs.drain('avif')).toBe(1);
    return `/tips-and-recipes/details/${recipe?.uuid}`;
  }

  test('keeps pages of branches and shops cached, and shows the recipe at once', {
    timeout: 120_000,
  }, async () => {
    const places = addresses.filter(isOfPlaces);
    expect(places.length).toBeGreaterThan(8);
    const before = await answersOf(app, places);
    const page = await saveRecipe('Bolo de jerimum');
    // With PostgreSQL, an instance also receives its own notifications.
    await new Promise((heard) => setTimeout(heard, 300));
    const reads = vi.spyOn(app.deps.db, 'selectFrom');
    expect(differing(before, await answersOf(app, places))).toEqual([]);
    expect(reads).not.toHaveBeenCalled();
    expect((await app.request('GET', page)).payload).toContain('Bolo de jerimum');
    expect(reads).toHaveBeenCalled();
    reads.mockClear();
    await app.request('GET', page);
    expect(reads).not.toHaveBeenCalled();
  });

  test('keeps other recipes cached, here and in another process that learns what changed', {
    timeout: 120_000,
  }, async () => {
    const [saved, other] = await app.deps.db
      .selectFrom('recipes')
      .selectAll()
      .orderBy('id')
      .limit(2)
      .execute();
    const details = `/api/site/revenues/details/${other?.uuid}`;
    await answersOf(fresh, [details, `/api/site/revenues/details/${saved?.uuid}`]);
    await answersOf(app, [details]);
    await saveRecipe('Cuscuz de domingo');
    await expect
      .poll(async () => (await fresh.server.inject(`/api/site/revenues/details/${saved?.uuid}`)).payload, {
        interval: 50,
      })
      .toContain('Cuscuz de domingo');
    const reads = vi.spyOn(app.deps.db, 'selectFrom');
    const foreign = vi.spyOn(fresh.deps.db, 'selectFrom');
    await answersOf(app, [details]);
    await answersOf(fresh, [details]);
    expect(reads).not.toHaveBeenCalled();
    expect(foreign.mock.calls.length > 0).toBe(engine === 'sqlite');
  });

  test('reaches another process, with the list of changes where the database supports it', {
    timeout: 120_000,
  }, async () => {
    const branches = '/api/site/branches';
    await answersOf(fresh, [branches, '/tips-and-recipes']);
    await saveRecipe('Baião de dois');
    await expect
      .poll(async () => (await fresh.server.inject('/tips-and-recipes')).payload, {
        interval: 50,
      })
      .toContain('Baião de dois');
    const reads = vi.spyOn(fresh.deps.db, 'selectFrom');
    await answersOf(fresh, [branches]);
    expect(reads.mock.calls.length > 0).toBe(engine === 'sqlite');
  });
});

test('frequent writes such as sign-ins and rate limits invalidate nothing', async () => {
  await answersOf(app);
  await app.signIn();
  await app.request('POST', '/api/auth/login', {
    json: { email: 'ninguem@hiperaurora.example', password: 'x' },
  });
  await app.deps.limits.count('prova', 'alguém', { seconds: 60 });
  await app.deps.write(null, ({ audit }) => audit({ action: 'prova', entity: 'prova', uuid: null }));
  await app.deps.write(null, ({ trx }) => trx.updateTable('sessions').set({ last_used_at: '' }).execute());
  const reads = vi.spyOn(app.deps.db, 'selectFrom');
  await answersOf(app);
  expect(reads).not.toHaveBeenCalled();
});

describe('a render in flight during a save', () => {
  async function holdRender(url: string, table: 'branches' | 'movies') {
    const [read, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const name = async () => {
      const row = await app.deps.db.selectFrom(table).select('name').orderBy('id').executeTakeFirstOrThrow();
      return { status: 200, type: 'text/plain', body: row.name };
    };
    const slow = app.deps.responseCache.get(url, async () => {
      const produced = await name();
      read.resolve();
      await gate.promise;
      return produced;
    });
    await read.promise;
    const textOf = async (finished: typeof slow) => (await finished).bytes.identity.toString();
    return {
      finish: () => {
        gate.resolve();
        return textOf(slow);
      },
      again: () => textOf(app.deps.responseCache.get(url, name)),
    };
  }

  test('does not cache a response that read before the save, and does not share it with later callers', async () => {
    await save('branches', { name: 'Antes' });
    const { finish, again } = await holdRender('/prova/1', 'branches');
    await save('branches', { name: 'Depois' });
    expect(await again()).toBe('Depois');
    expect(await finish()).toBe('Antes');
    expect(await again()).toBe('Depois');
  });

  test('caches the response if the save changed something else', async () => {
    await save('movies', { name: 'Em cartaz' });
    const { finish } = await holdRender('/prova/2', 'movies');
    await save('branches', { name: 'Outra vez' });
    expect(await finish()).toBe('Em cartaz');
    expect(app.deps.responseCache.hit('/prova/2')?.bytes.identity.toString()).toBe('Em cartaz');
  });
});
