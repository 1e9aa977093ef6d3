import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { InjectOptions } from 'light-my-request';
import { afterEach, expect, test } from 'vitest';
import { createUser } from '../src/accounts/auth/operatorAccounts.service.ts';
import { readConfig } from '../src/platform/config/config.ts';
import { openDatabase } from '../src/platform/database/database.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { type App, createApp } from '../src/server/app.ts';
import { testClock } from '../test/app.ts';
import { CALLS, RecordModel, SEED } from '../test/concurrencyModel.ts';
import { historyFaults } from '../test/historyInvariants.ts';
import { fileOf, jpeg } from '../test/images.ts';
import { createTestDatabase } from '../test/postgres.ts';
import { type Fields, formOf } from '../test/uploads.ts';

// Twelve clients save, delete, order and read over two instances of one site. A model records their
// acknowledged saves.

const CLIENTS = 12;
const SHOPS = 6;
const PHONES = 8;
const HEAD = 'Produto;Tamanho;Unidade;Preço;Preço antes;Departamento;Vale de;Vale até';
const PASSWORD = 'uma senha de teste';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

/** Delays each commit of an audit entry or version by up to 30 ms, after its id was assigned. */
async function delayCommits({ deps: { db } }: App) {
  await sql`
    create function late() returns trigger language plpgsql as
    $$ begin perform pg_sleep(random() * 0.03); return null; end $$
  `.execute(db);
  await sql`
    create constraint trigger late after insert or update on record_versions
    deferrable initially deferred for each row when (new.id % 3 = 0) execute function late()
  `.execute(db);
  await sql`
    create constraint trigger late after insert on audit_log
    deferrable initially deferred for each row when (new.id % 3 = 0) execute function late()
  `.execute(db);
}

interface Site {
  apps: [App, App];
  start(): Promise<App>;
}

async function startSite(engine: 'sqlite' | 'postgres'): Promise<Site> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-drill-'));
  undo.push(() => rm(dataDir, { recursive: true, force: true }));
  const own = engine === 'postgres' ? await createTestDatabase() : null;
  if (own) undo.push(() => own.drop());
  const { db, close } = await openDatabase({ dataDir, url: own?.url });
  await migrate(db);
  await close();
  const config = readConfig({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    DEMO_CONTENT: '0',
    ...(own && { DATABASE_URL: own.url }),
  });
  const clock = testClock();
  const start = async () => {
    const app = await createApp({ config, clock });
    await app.server.ready();
    undo.push(() => app.close());
    return app;
  };
  const apps: [App, App] = [await start(), await start()];
  if (engine === 'postgres') await delayCommits(apps[0]);
  return { apps, start };
}

interface Call {
  method?: InjectOptions['method'];
  json?: object;
  form?: FormData;
}

/** Returns a generator of pseudo-random numbers that is reproducible by its seed. */
function drawer(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

async function runClients(engine: 'sqlite' | 'postgres', seed: number) {
  const { apps, start } = await startSite(engine);
  const wrong: string[] = [];
  const counts = new Map<string, number>();

  const request = async (app: App, token: string, url: string, { method = 'GET', json, form }: Call = {}) => {
    const body = form ? new Request('http://localhost', { method: 'POST', body: form }) : undefined;
    const answer = await app.server.inject({
      method,
      url,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(json && { 'content-type': 'application/json' }),
        ...(body && { 'content-type': body.headers.get('content-type') ?? '' }),
      },
      ...(json && { payload: JSON.stringify(json) }),
      ...(body && { payload: Buffer.from(await body.arrayBuffer()) }),
    });
    const { statusCode: status } = answer;
    counts.set(`${status}`, (counts.get(`${status}`) ?? 0) + 1);
    if (status >= 500 || status === 429 || status === 422)
      wrong.push(`${method} ${url}: ${status} ${answer.body.slice(0, 200)}`);
    return { status, data: status < 300 && answer.body ? answer.json().data : undefined };
  };

  const tokens: string[] = [];
  for (let at = 0; at < CLIENTS; at += 1) {
    const person = { name: `Pessoa ${at}`, email: `pessoa${at}@rede.example`, password: PASSWORD };
    await createUser(apps[0].deps, person);
    const signedIn = await request(apps[0], '', '/api/auth/login', { method: 'POST', json: person });
    tokens.push(signedIn.data.token.access_token);
  }
  const first = tokens[0] ?? '';

  // All clients share the shops. Photos come from the library, so several records use one file.
  const picture = await jpeg();
  const shopFields = (name: string) => ({ name, email: 'oi@loja.example', phone: '(85) 3222-4400' });
  const shops: RecordModel[] = [];
  const library: string[] = [];
  for (let at = 0; at < SHOPS; at += 1) {
    const name = `Loja ${at}`;
    const form = formOf({ ...shopFields(name), image: fileOf(picture, `${at}.jpg`) });
    const { data } = await request(apps[0], first, '/api/admin/shops/store', { method: 'POST', form });
    const { data: shop } = await request(apps[0], first, `/api/admin/shops/details/${data.uuid}`);
    shops.push(new RecordModel(data.uuid, name));
    library.push(/[0-9a-f-]{36}/.exec(shop.file.url_s3)?.[0] ?? '');
  }

  /** Follows the change feed of one instance by polling, as an old client does. */
  const followed = await Promise.all(
    apps.map(async (app) => {
      const { data } = await request(app, first, '/api/admin/changes');
      return {
        app,
        begin: data.last as number,
        last: data.last as number,
        told: new Set<number>(),
        all: true,
      };
    }),
  );
  const follow = async (feed: (typeof followed)[number]) => {
    const { data } = await request(feed.app, first, `/api/admin/changes?since=${feed.last}`);
    if (data.missed) feed.all = false;
    for (const { id } of data.changes) feed.told.add(id);
    feed.last = data.last;
  };

  let going = true;
  const followers = followed.map(async (feed) => {
    while (going) {
      await follow(feed);
      await wait(50);
    }
  });

  const runClient = async (client: number) => {
    const token = tokens[client] ?? '';
    const draw = drawer(seed * 1000 + client);
    const phones = new Map<string, { isShown: boolean; isDeleted: boolean }>();
    const tag = `cliente${client}x`;
    let names = 0;
    const nextName = () => {
      names += 1;
      return `Loja ${tag}${names}`;
    };
    const send = (app: App, url: string, method: InjectOptions['method'], call: Call = {}) =>
      request(app, token, `/api/admin${url}`, { method, ...call });

    const saveShop = async (app: App, shop: RecordModel, withPhoto: boolean) => {
      const name = nextName();
      const added: Fields = withPhoto
        ? { gallery_from: JSON.stringify([library[draw(library.length)]]) }
        : {};
      const form = formOf({ ...shopFields(name), ...added });
      const { status, data } = await send(app, `/shops/update/${shop.uuid}`, 'POST', { form });
      if (status !== 200) return false;
      // A save without a schedule is published at once.
      shop.addSave(data.version, { name, isShown: true });
      if (withPhoto) shop.photosAdded += 1;
      return true;
    };
    const readShop = async (app: App, shop: RecordModel) => {
      const atLeast = shop.acknowledged;
      const { status, data } = await send(app, `/shops/details/${shop.uuid}`, 'GET');
      if (status === 200)
        shop.addObservation({ name: data.name, version: data.version, atLeast, where: 'details' });
      return data;
    };
    const draftShop = async (app: App, shop: RecordModel) => {
      const name = nextName();
      const form = formOf({ ...shopFields(name), publish_at: 'later' });
      const { status, data } = await send(app, `/shops/update/${shop.uuid}`, 'POST', { form });
      if (status === 200) shop.addDraft(data.version, name);
    };
    const publishDraft = async (app: App, shop: RecordModel) => {
      const { data } = await send(app, `/history/shops/${shop.uuid}`, 'GET');
      const draft = data?.versions.find((one: { state: string }) => one.state === 'draft');
      if (!draft) return false;
      const path = `/history/shops/${shop.uuid}/${draft.id}`;
      const compared = await send(app, `${path}?with=now`, 'GET');
      const field = compared.data?.fields.find((one: { label: string }) => one.label === 'Nome');
      const { status, data: saved } = await send(app, `${path}/publish`, 'POST', { json: {} });
      if (status === 200) shop.addSave(saved.version, { name: field?.after.text, isShown: true });
      return status === 200;
    };
    const turnShop = async (app: App, shop: RecordModel, action: 'publish' | 'withdraw') => {
      const path = `/publication/shops/${shop.uuid}/${action}`;
      const { status, data } = await send(app, path, 'POST', { json: {} });
      if (status === 200) shop.addSave(data.version, { isShown: action === 'publish' });
      return status === 200;
    };
    const deletePhoto = async (app: App, shop: RecordModel) => {
      const read = await readShop(app, shop);
      const photo = read?.gallery[draw(read.gallery.length || 1)]?.uuid;
      if (!photo) return;
      const { status } = await send(app, `/shops/destroy/gallery-img/${photo}`, 'DELETE');
      if (status === 200) shop.photosDeleted.add(photo);
    };
    const deleteShop = async (app: App, shop: RecordModel) => {
      const { status } = await send(app, `/shops/destroy/${shop.uuid}`, 'DELETE');
      if (status === 200) shop.addDeletion();
    };
    const restoreShop = async (app: App, shop: RecordModel) => {
      const { status, data } = await send(app, `/bin/shops/${shop.uuid}/restore`, 'POST');
      if (status === 200) shop.addSave(data.version, { isDeleted: false });
      return status === 200;
    };
    const orderShops = async (app: App) => {
      const uuids = shops.map(({ uuid }) => uuid).toSorted(() => draw(3) - 1);
      await send(app, '/shops/order', 'PUT', { json: { uuids } });
    };
    /** A read on the instance that acknowledged a save returns that save or a later one. */
    const readSite = async (app: App, shop: RecordModel, atLeast: number) => {
      const { data } = await request(app, '', '/api/site/shops');
      const found = data.find((shownShop: { uuid: string }) => shownShop.uuid === shop.uuid);
      shop.addObservation({ name: found?.name ?? null, atLeast, where: 'site' });
    };

    const storePhone = async (app: App) => {
      names += 1;
      const json = { contact: `${tag} ${names}`, ddi: '55', ddd: '85', number: '32221000', type: 1 };
      const { status, data } = await send(app, '/phones/store', 'POST', { json });
      if (status === 201) phones.set(data.uuid, { isShown: true, isDeleted: false });
    };
    const changePhones = async (app: App) => {
      const actions = {
        publish: { isShown: true },
        withdraw: { isShown: false },
        delete: { isDeleted: true },
        restore: { isDeleted: false },
      };
      const action = (['publish', 'withdraw', 'delete', 'restore'] as const)[draw(4)] ?? 'publish';
      const uuids = [...phones.keys()].filter(() => draw(2) === 0);
      if (uuids.length === 0) return false;
      const { status, data } = await send(app, '/bulk/phones', 'POST', { json: { action, uuids } });
      if (status !== 200) return false;
      for (const uuid of data.uuids) {
        const phone = phones.get(uuid);
        if (phone) Object.assign(phone, actions[action]);
      }
      return true;
    };
    /**
     * No other client changes these phones: the list must equal the model at once, in searches and on the
     * site.
     */
    const comparePhones = async (app: App, saidBy: App | null) => {
      const there = [...phones.values()].filter(({ isDeleted }) => !isDeleted);
      const query = new URLSearchParams({ search: tag, page: '1', per_page: '100' });
      const answer = await app.server.inject({
        url: `/api/admin/phones?${query}`,
        headers: { authorization: `Bearer ${token}` },
      });
      const { data, meta } = answer.json();
      if (meta.total !== there.length || data.length !== there.length)
        wrong.push(`a search finds ${meta.total}, shows ${data.length} of ${there.length} phones of ${tag}`);
      if (!saidBy) return;
      const site = await request(saidBy, '', '/api/site/phones');
      const shown = site.data.filter(({ contact }: { contact: string }) => contact.startsWith(`${tag} `));
      const expected = there.filter(({ isShown }) => isShown).length;
      if (shown.length !== expected)
        wrong.push(`the site shows ${shown.length} of ${expected} phones of ${tag}`);
    };
    const importOffers = async (app: App, other: App) => {
      names += 1;
      const lot = `lote${client}z${names}`;
      const rows = Array.from(
        { length: 6 },
        (_, at) => `${lot} ${at};1;kg;4,99;7,99;Hortifrúti;01/01/2099;02/01/2099`,
      );
      const json = { csv: [HEAD, ...rows].join('\n') };
      const { status } = await send(app, '/offers/import', 'POST', { json });
      if (status !== 200) return wrong.push(`an import was answered ${status}`);
      const answer = await other.server.inject({
        url: `/api/admin/offers?search=${lot}&page=1&per_page=20`,
        headers: { authorization: `Bearer ${token}` },
      });
      if (answer.json().meta.total !== 6)
        wrong.push(`a search finds ${answer.json().meta.total} of 6 of ${lot}`);
    };

    for (let count = 0; count < PHONES; count += 1) await storePhone(apps[draw(2)] ?? apps[0]);
    for (let count = 0; count < CALLS; count += 1) {
      const [app, other] = draw(2) === 0 ? apps : ([apps[1], apps[0]] as const);
      const shop = shops[draw(shops.length)] as RecordModel;
      const before = shop.acknowledged;
      const kind = draw(20);
      let isSaved: boolean | undefined;
      if (kind < 5) isSaved = await saveShop(app, shop, kind > 2);
      else if (kind < 8) await deletePhoto(app, shop);
      else if (kind === 8) isSaved = await turnShop(app, shop, 'withdraw');
      else if (kind === 9) isSaved = await turnShop(app, shop, 'publish');
      else if (kind === 10) await deleteShop(app, shop);
      else if (kind < 13) isSaved = await restoreShop(app, shop);
      else if (kind === 13) await draftShop(app, shop);
      else if (kind === 14) isSaved = await publishDraft(app, shop);
      else if (kind === 15) await orderShops(app);
      else if (kind === 16) await readShop(other, shop);
      else if (kind === 17) await importOffers(app, other);
      else await comparePhones(other, (await changePhones(app)) ? app : null);
      if (isSaved && draw(2) === 0) await readSite(app, shop, before);
    }
  };

  const begun = performance.now();
  await Promise.all(Array.from({ length: CLIENTS }, (_, client) => runClient(client)));
  const seconds = (performance.now() - begun) / 1000;
  going = false;
  await Promise.all(followers);

  // After the load: compare a fresh process with the acknowledged saves.
  const { db } = apps[0].deps;
  wrong.push(...(await historyFaults({ db })));
  const heads = await db.selectFrom('shops').selectAll().execute();
  for (const shop of shops) {
    const head = heads.find(({ uuid }) => uuid === shop.uuid);
    if (!head) {
      wrong.push(`the shop ${shop.uuid} is gone`);
      continue;
    }
    const { version, name } = head;
    const isDeleted = head.deleted_at !== null;
    wrong.push(...shop.faults({ version, name, isShown: head.standing === null, isDeleted }));
    const photos = await db.selectFrom('shop_images').select('uuid').where('shop_id', '=', head.id).execute();
    const expected = shop.photosAdded - shop.photosDeleted.size;
    const isBack = photos.some(({ uuid }) => shop.photosDeleted.has(uuid));
    if (photos.length !== expected || isBack)
      wrong.push(
        `${shop.uuid} has ${photos.length} photos of ${expected}, a deleted one among them: ${isBack}`,
      );
  }
  const places = heads
    .filter(({ deleted_at }) => deleted_at === null)
    .map(({ position }) => position)
    .toSorted((a, b) => a - b);
  if (places.some((place, at) => place !== at + 1)) wrong.push(`places in the order are ${places}`);
  const stored = await db
    .selectFrom('audit_log')
    .select('id')
    .where('entity', 'in', ['shops', 'phones', 'offers'])
    .execute();
  for (const feed of followed) {
    await follow(feed);
    const missing = stored.filter(({ id }) => id > feed.begin && !feed.told.has(id));
    if (feed.all && missing.length > 0)
      wrong.push(`the change feed left out ${missing.length} of ${stored.length}`);
  }
  const fresh = await start();
  for (const [token, url] of [
    ['', '/api/site/shops'],
    ['', '/api/site/phones'],
    ['', '/api/site/home'],
    [first, '/api/admin/shops'],
    [first, '/api/admin/phones?search=cliente&page=1&per_page=50'],
    [first, '/api/admin/offers?search=lote&page=1&per_page=50'],
  ] as const) {
    // A save on one instance shows on the other within a second.
    for (let tries = 1; ; tries += 1) {
      const answers = await Promise.all([...apps, fresh].map((app) => request(app, token, url)));
      if (new Set(answers.map(({ data }) => JSON.stringify(data))).size === 1) break;
      if (tries === 20) {
        wrong.push(`${url} differs between instances`);
        break;
      }
      await wait(250);
    }
  }
  return { wrong, counts: Object.fromEntries(counts), seconds: Math.round(seconds) };
}

test.each(['sqlite', 'postgres'] as const)(
  'twelve clients over two instances on %s read their acknowledged saves and get no 500',
  { timeout: 1_800_000 },
  async (engine) => {
    const { wrong, ...figures } = await runClients(engine, SEED);
    process.stdout.write(`${engine}: ${JSON.stringify(figures)}\n`);
    expect(wrong).toEqual([]);
  },
);
