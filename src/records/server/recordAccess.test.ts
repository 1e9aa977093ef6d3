import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { confirmation, createTestApp, type TestApp } from '../../../test/app.ts';
import { addressOf, allEndpoints, guardedEndpoints, isStream } from '../../../test/endpoints.ts';
import { createValidSaves, storePathOf, type ValidSaves } from '../../../test/validSaves.ts';
import { createUser } from '../../accounts/auth/operatorAccounts.service.ts';
import type { PersonalDataSourceKey } from '../../accounts/personalData/personalData.contract.ts';
import { personalDataSources } from '../../accounts/personalData/sources.ts';
import { permissions } from '../../accounts/users/rolePermissions.ts';
import { resources } from '../../content/resources.ts';
import type { ChangeFeed } from '../../shared/changeFeed.ts';
import { DAY_MS } from '../../shared/dates.ts';
import type { Endpoint } from '../../shared/endpoint.ts';
import { BRANCH_COLUMNS, publishPermission } from '../../shared/permissions.ts';
import type { Resource } from '../../shared/resource.ts';
import { createChangeFollower } from './changeFeed/changeFeed.service.ts';

let app: TestApp;
let admin: string;
let saves: ValidSaves;

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.signIn();
  saves = await createValidSaves(
    { request: app.request, db: app.deps.db, endpoints: allEndpoints(app.deps) },
    admin,
  );
});
afterAll(() => app.remove());

const tokens = new Map<string, Promise<string>>();
/** Returns the access token of a user with exactly these permissions. */
function tokenWith(permissions: readonly string[]): Promise<string> {
  const key = permissions.join(' ');
  const made = tokens.get(key) ?? roleWith(randomUUID(), permissions).then((role) => app.signInAs(role));
  tokens.set(key, made);
  return made;
}
async function roleWith(name: string, permissions: readonly string[], more: object = {}): Promise<string> {
  const answer = await app.request('POST', '/api/admin/roles/store', {
    token: admin,
    json: { name, permissions, ...more },
  });
  expect(answer.statusCode, answer.payload).toBe(201);
  return answer.json().data.uuid;
}

const LATER = { publish_at: 'later' };
const PLANS = [LATER, { publish_at: '' }, { publish_at: '2099-01-01T00:00:00Z' }];

interface Pending {
  table: string;
  uuid: string;
  id: number;
}

const versionsOf = ({ table, uuid }: Pick<Pending, 'table' | 'uuid'>) =>
  app.deps.db
    .selectFrom('record_versions')
    .selectAll()
    .where('entity', '=', table)
    .where('uuid', '=', uuid)
    .orderBy('id')
    .execute();

const isSave = (endpoint: Endpoint) => endpoint.path.endsWith('/update/:uuid');

/** A published record of the table that `update` changes, with a draft. */
async function withDraft(update: Endpoint, more: object = {}): Promise<Pending> {
  const by = { token: admin };
  const uuid = await saves.store(storePathOf(update), { ...by, more: { ...more } });
  const saved = await saves.send(update, { ...by, uuid, more: { ...more, ...LATER } });
  expect(saved.statusCode, `${update.path}: ${saved.payload}`).toBe(200);
  const table = update.table ?? '';
  const draft = (await versionsOf({ table, uuid })).find(({ state }) => state === 'draft');
  return { table, uuid, id: draft?.id ?? 0 };
}

describe('a save that replaces a pending change of another record', { timeout: 120_000 }, () => {
  /** Sends every plan of every planned save with the change, and checks that nothing became of it. */
  async function expectRefused(endpoint: Endpoint, pending: Pending, token: string, uuid?: string) {
    const before = await versionsOf(pending);
    for (const plan of PLANS) {
      const more = { ...plan, replaces: pending.id };
      const answer = await saves.send(endpoint, { token, ...(uuid && { uuid }), more });
      const about = `${endpoint.method} ${endpoint.path} ${JSON.stringify(plan)}: ${answer.payload}`;
      expect(answer.statusCode, about).toBe(409);
      expect(await versionsOf(pending), about).toEqual(before);
    }
  }

  const rightsOf = ({ needs }: Endpoint) => [String(needs), String(publishPermission(needs))];

  test('every planned save refuses to replace a change of another record, in the same table and in others', async () => {
    const updates = saves.planned.filter(isSave);
    const drafts = new Map<string, Pending>();
    for (const update of updates)
      if (update.table !== 'abouts') drafts.set(update.table ?? '', await withDraft(update));
    expect(drafts.size).toBeGreaterThan(12);
    for (const endpoint of saves.planned) {
      const token = await tokenWith(rightsOf(endpoint));
      const uuid = isSave(endpoint) ? await saves.store(storePathOf(endpoint), { token: admin }) : undefined;
      const others = [
        drafts.get(endpoint.table === 'banners' ? 'phones' : 'banners'),
        drafts.get(endpoint.table ?? ''),
      ];
      for (const pending of others) if (pending) await expectRefused(endpoint, pending, token, uuid);
    }
  });

  test('a planned save refuses to replace a change of a record of another branch', async () => {
    const other = await saves.store('/admin/branches/store', { token: admin });
    const token = await app.signInAs('store', [saves.branch]);
    const updates = saves.planned.filter((one) => isSave(one) && BRANCH_COLUMNS.has(one.table ?? ''));
    expect(updates).toHaveLength(BRANCH_COLUMNS.size);
    for (const update of updates) {
      const column = BRANCH_COLUMNS.get(update.table ?? '') ?? 'uuid';
      const pending = await withDraft(update, column === 'uuid' ? {} : { [column]: [other] });
      const own = column === 'uuid' ? saves.branch : await saves.store(storePathOf(update), { token });
      await expectRefused(update, pending, token, own);
    }
  });
});

describe('a read that lists records of several areas', { timeout: 240_000 }, () => {
  /** Choices of a form name the records that its own record can refer to. */
  const CHOICES: Record<string, string[]> = {
    '/admin/exceptions/places': ['branches'],
    '/admin/offers/branches': ['branches'],
    '/admin/screenings/weeks/:from': ['movies', 'ticket_office_items'],
    '/admin/users/choices': ['branches'],
  };

  const named = (resources as readonly Resource[]).filter(({ title, titleIs }) => title && !titleIs);
  const secrets = new Map(named.map(({ table }, at) => [table, `Zq${at}xq`]));
  /** Tables whose secrets a text contains. */
  const namedIn = (text: string) =>
    Array.from(secrets).flatMap(([table, secret]) => (text.includes(secret) ? [table] : []));

  /** Creates records that only staff see, with pending changes, former versions and deleted ones. */
  async function createRecords(branch: string) {
    const by = { token: admin };
    const store = new Map(saves.planned.map((one) => [one.table, one]));
    for (const [table, secret] of secrets) {
      let count = 0;
      const fresh = () => ({ ...by, title: `${secret} ${count++}` });
      const path = store.get(table) && storePathOf(store.get(table) as Endpoint);
      if (!path) continue;
      const column = BRANCH_COLUMNS.get(table);
      const more = column && column !== 'uuid' ? { [column]: [branch] } : {};
      const update = saves.planned.find((one) => one.table === table && isSave(one));
      const at = new Date(app.clock.now() + 5 * DAY_MS).toISOString();
      for (const plan of [{ publish_at: '' }, LATER, { publish_at: at }]) {
        // Records on the site are no secret.
        const named = plan.publish_at ? fresh() : by;
        const uuid = await saves.store(path, { ...named, more: { ...more, ...plan } });
        if (!update) continue;
        for (const change of [LATER, { publish_at: at }])
          await saves.send(update, { ...fresh(), uuid, more: { ...more, ...change } });
      }
      const gone = update && (await saves.store(path, { ...fresh(), more }));
      if (gone)
        await app.request('POST', `/api/admin/bulk/${bulkOf(table)}`, {
          token: admin,
          json: { action: 'delete', uuids: [gone] },
        });
    }
  }
  const bulkOf = (table: string) =>
    (resources as readonly Resource[])
      .find((one) => one.table === table)
      ?.office.address.replaceAll('/', '-');

  /** Queries that bring more than a read shows by itself. */
  const QUERIES: Record<string, string[]> = {
    '/admin/find': ['?search=zq'],
    '/admin/bin': ['?search=zq', '?per_page=100'],
    '/admin/audit': Array.from(secrets.keys(), (table) => `?table=${table}`),
  };

  /** Returns the tables of which the read names a secret. */
  async function namesIn(endpoint: Endpoint, token: string): Promise<string[]> {
    const address = addressOf(endpoint);
    const addresses = ['', ...(QUERIES[endpoint.path] ?? [])].map((query) => `${address}${query}`);
    const found = await Promise.all(
      addresses.map(async (url) => {
        const { statusCode, payload } = await app.request('GET', url, { token });
        return statusCode === 200 ? namedIn(payload) : [];
      }),
    );
    return found.flat();
  }

  let reads: Endpoint[];
  beforeAll(async () => {
    await createRecords(saves.branch);
    // The dashboard then reminds of drafts, and scheduled changes are near.
    app.clock.advance(4 * DAY_MS);
    tokens.clear();
    admin = await app.signInAs('admin');
    reads = guardedEndpoints(app.deps).filter((one) => one.method === 'GET' && !isStream(one));
  }, 120_000);

  test('names none to a caller without the right on its area', async () => {
    const areas = [...new Set(permissions.map((permission) => permission.split('.')[0] ?? ''))];
    // Two areas differ in a bit of their numbers, so a caller has the one and lacks the other.
    const bits = Array.from({ length: Math.ceil(Math.log2(areas.length)) }, (_, bit) => bit);
    const callers = bits.flatMap((bit) =>
      [0, 1].map((value) => new Set(areas.filter((_, number) => ((number >> bit) & 1) === value))),
    );
    const areaOf = new Map((resources as readonly Resource[]).map(({ table, area }) => [table, area]));
    const found = new Set<string>();
    for (const granted of callers) {
      const token = await tokenWith(
        permissions.filter((permission) => granted.has(permission.split('.')[0] ?? '')),
      );
      for (const endpoint of reads) {
        for (const table of await namesIn(endpoint, token))
          if (!granted.has(areaOf.get(table) ?? '') && !CHOICES[endpoint.path]?.includes(table))
            found.add(`${endpoint.path} names ${table} without its area`);
      }
    }
    expect([...found]).toEqual([]);
  });

  test('names none of another branch to a caller of one branch', async () => {
    const own = await saves.store('/admin/branches/store', { token: admin });
    const key = await roleWith(
      'Tudo de uma filial',
      permissions.filter((one) => !/^(users|tokens|webhooks)/.test(one)),
      {
        own_branches: true,
      },
    );
    const token = await app.signInAs(key, [own]);
    const found: string[] = [];
    for (const endpoint of reads) {
      const names = (await namesIn(endpoint, token)).filter((table) => BRANCH_COLUMNS.has(table));
      found.push(...names.map((table) => `${endpoint.path} names ${table}`));
    }
    expect(found).toEqual([]);
  });
});

describe('the change feed', { timeout: 120_000 }, () => {
  const ADDRESS = { ip: '127.0.0.1', agent: 'test' };

  /** Follows the feed as `token`, and reads it by a call. Both answers name tables. */
  async function follow(token: string) {
    const actor = await app.deps.authenticate(token, ADDRESS);
    if (!actor) throw new Error('The session is refused');
    const told: string[] = [];
    const stop = await follower.follow(actor, (news) => told.push(...news.changes.map(tableOf)));
    const { last } = await readFeed(token);
    const asked = async () => (await readFeed(token, last)).changes.map(tableOf);
    return { token, told, asked, stop };
  }
  const tableOf = ({ entity }: { entity: string }) => entity;
  async function readFeed(token: string, since?: number): Promise<ChangeFeed> {
    const query = since === undefined ? '' : `?since=${since}`;
    const answer = await app.request('GET', `/api/admin/changes${query}`, { token });
    expect(answer.statusCode, answer.payload).toBe(200);
    return answer.json().data;
  }

  let follower: ReturnType<typeof createChangeFollower>;
  beforeAll(() => {
    follower = createChangeFollower(app.deps);
  });

  /** Creates a draft of every table, of another branch where the table has branches. Returns the tables. */
  async function createDrafts(branch: string): Promise<Set<string>> {
    const tables = new Set<string>();
    for (const endpoint of saves.planned) {
      const table = endpoint.table ?? '';
      if (isSave(endpoint) || !endpoint.path.endsWith('/store') || table === 'abouts') continue;
      const column = BRANCH_COLUMNS.get(table);
      const more = column && column !== 'uuid' ? { [column]: [branch] } : {};
      await saves.store(endpoint.path, { token: admin, more: { ...more, ...LATER } });
      tables.add(table);
    }
    return tables;
  }

  test('names to a caller the records of the areas that the caller may read, and no others', async () => {
    const areas = [...new Set((resources as readonly Resource[]).map(({ area }) => area))];
    const feeds = [];
    for (const area of areas) {
      const given = permissions.filter((permission) => permission.startsWith(`${area}.`));
      if (given.length > 0) feeds.push({ area, ...(await follow(await tokenWith(given))) });
    }
    const tables = await createDrafts(saves.branch);
    expect(tables.size).toBeGreaterThan(12);
    for (const { area, told, asked, stop } of feeds) {
      const own = (resources as readonly Resource[])
        .filter((one) => one.area === area && tables.has(one.table))
        .map(({ table }) => table)
        .sort();
      expect([...new Set(await asked())].sort(), `call with ${area}`).toEqual(own);
      await vi.waitFor(() => expect([...new Set(told)].sort(), `stream with ${area}`).toEqual(own));
      stop();
    }
  });

  test('names no record of another branch to a caller of one branch', async () => {
    const [own, other] = [
      await saves.store('/admin/branches/store', { token: admin }),
      await saves.store('/admin/branches/store', { token: admin }),
    ];
    const key = await roleWith(
      'Novidades de uma filial',
      permissions.filter((one) => !/^(users|tokens|webhooks)/.test(one)),
      { own_branches: true },
    );
    const feed = await follow(await app.signInAs(key, [own]));
    const tables = await createDrafts(other);
    // Followers hear changes in order, so that hearing of this one means that they heard all.
    await saves.store('/admin/phones/store', { token: admin });
    await vi.waitFor(() => expect(feed.told).toContain('phones'));
    const named = [...(await feed.asked()), ...feed.told];
    expect([...BRANCH_COLUMNS.keys()].every((table) => tables.has(table))).toBe(true);
    expect(named.filter((table) => BRANCH_COLUMNS.has(table))).toEqual([]);
    expect(named).toContain('phones');
    feed.stop();
  });
});

describe('personal data', { timeout: 240_000 }, () => {
  const titled = (resources as readonly Resource[]).filter(({ title, titleIs }) => title && !titleIs);
  const KEYS = Object.keys(personalDataSources) as PersonalDataSourceKey[];
  const ALL = ['personalData.read', 'personalData.write', 'personalData.delete'];

  /** An item of a person's data. */
  interface Item {
    area: string;
    /** A text of the item that only its area may read. */
    secret: string;
    isStored: () => Promise<boolean>;
  }
  const emailOf = (key: PersonalDataSourceKey) => `${key}@pessoa.example`;

  async function applicationOf(email: string, name: string): Promise<void> {
    const apply = allEndpoints(app.deps).find(({ path }) => path === '/site/work-with-us') as Endpoint;
    const answer = await saves.send(apply, { token: admin, title: name, more: { email } });
    expect(answer.statusCode, answer.payload).toBe(201);
  }

  /** Creates a draft whose title holds the address; undefined where a title cannot. */
  async function textOf(
    endpoint: Endpoint,
    email: string,
    more: object = {},
  ): Promise<(Item & { uuid: string }) | undefined> {
    const known = titled.find(({ table }) => table === endpoint.table);
    if (isSave(endpoint) || !endpoint.path.endsWith('/store') || !known || known.table === 'abouts') return;
    const secret = `Xq${known.table}xq${randomUUID().slice(0, 4)}`;
    const saved = await saves.send(endpoint, {
      token: admin,
      title: `${email} ${secret}`,
      more: { ...LATER, ...more },
    });
    if (saved.statusCode === 422) return;
    expect(saved.statusCode, `${endpoint.path}: ${saved.payload}`).toBeLessThan(300);
    const { uuid } = saved.json().data;
    const isStored = async () => {
      const entries = await app.deps.db
        .selectFrom('audit_log')
        .select(['before', 'after'])
        .where('entity_uuid', '=', uuid)
        .execute();
      const versions = await versionsOf({ table: known.table, uuid });
      const found = [versions, entries].map((rows) => JSON.stringify(rows).includes(email));
      expect(found[0], `${known.table}: versions and audit log agree`).toBe(found[1]);
      return found[0] === true;
    };
    return { uuid, area: known.area, secret, isStored };
  }

  /** Creates data of a person for each source: a source without an example does not compile. */
  const EXAMPLES: Record<PersonalDataSourceKey, (email: string) => Promise<Item[]>> = {
    async applications(email) {
      const secret = 'Zulmira Candidata';
      await applicationOf(email, secret);
      const isStored = async () =>
        (await app.deps.db.selectFrom('job_applications').select('email').execute()).some(
          (row) => row.email === email,
        );
      return [{ area: 'applications', secret, isStored }];
    },
    async accounts(email) {
      const secret = 'Zenaide da Equipe';
      const role = await roleWith('Vê dados pessoais', ['personalData.read']);
      await createUser(app.deps, { name: secret, email, password: randomUUID(), role });
      const isStored = async () =>
        (await app.deps.db.selectFrom('users').select('email').execute()).some((row) => row.email === email);
      return [{ area: 'users', secret, isStored }];
    },
    async texts(email) {
      const items: Item[] = [];
      for (const endpoint of saves.planned) {
        const item = await textOf(endpoint, email);
        if (item) items.push(item);
      }
      expect(new Set(items.map(({ area }) => area)).size).toBeGreaterThan(5);
      return items;
    },
    async mails(email) {
      await applicationOf(email, 'Zoraide Candidata');
      const waiting = () => app.deps.mailer.unsentTo(email).then((mails) => mails.waiting);
      const [mail] = await waiting();
      const isStored = async () => (await waiting()).length > 0;
      return [{ area: 'applications', secret: mail?.subject ?? 'no mail', isStored }];
    },
  };

  async function ask(path: 'find' | 'export' | 'erase', email: string, token: string): Promise<string> {
    await app.deps.db.deleteFrom('rate_limits').execute();
    const json = { email, confirmation: email, ...confirmation };
    const answer = await app.request('POST', `/api/admin/personal-data/${path}`, { token, json });
    const allowed = path === 'erase' ? [200, 409] : [200];
    expect(allowed, `${path}: ${answer.payload}`).toContain(answer.statusCode);
    return answer.payload;
  }
  /** Returns the areas whose secrets the caller reads. */
  async function areasRead(email: string, items: Item[], token: string): Promise<string[]> {
    const text = (await ask('find', email, token)) + (await ask('export', email, token));
    return areasOf(items.filter(({ secret }) => text.includes(secret)));
  }
  const areasOf = (items: Item[]) => [...new Set(items.map(({ area }) => area))].sort();
  async function areasStored(items: Item[]): Promise<string[]> {
    const stored = await Promise.all(items.map(({ isStored }) => isStored()));
    return areasOf(items.filter((_, at) => stored[at]));
  }

  test.each(KEYS)(
    'personal data of %s is read and erased only by a caller with the right on its area',
    async (key) => {
      const email = emailOf(key);
      const items = await EXAMPLES[key](email);
      const areas = areasOf(items);
      expect(areas).not.toEqual([]);
      expect(await areasStored(items)).toEqual(areas);
      const others = await tokenWith(
        permissions.filter((one) => !areas.some((area) => one.startsWith(`${area}.`))),
      );
      expect(await areasRead(email, items, others)).toEqual([]);
      await ask('erase', email, others);
      expect(await areasStored(items)).toEqual(areas);
      let left = areas;
      for (const area of areas) {
        const reader = await tokenWith([...ALL, `${area}.read`]);
        expect(await areasRead(email, items, reader), area).toEqual([area]);
        await ask('erase', email, reader);
        expect(await areasStored(items), area).toEqual(left);
      }
      for (const area of areas) {
        // A caller who reads every area and writes one erases in that one.
        const writer = permissions.filter((one) => one.endsWith('.read') || one.startsWith(`${area}.`));
        await ask('erase', email, await tokenWith([...new Set([...ALL, ...writer])]));
        left = left.filter((one) => one !== area);
        expect(await areasStored(items), area).toEqual(left);
      }
    },
  );

  test('personal data in texts of another branch is neither read nor erased by a caller of one branch', async () => {
    const email = 'filial@pessoa.example';
    const stores = saves.planned.filter(
      ({ path, table }) => path.endsWith('/store') && BRANCH_COLUMNS.has(table ?? ''),
    );
    expect(stores).toHaveLength(BRANCH_COLUMNS.size);
    /** Creates a branch whose name holds the address, and a text of that branch in every other table. */
    async function branchWithTexts(): Promise<{ branch: string; items: Item[] }> {
      const branchStore = stores.find(({ table }) => table === 'branches') as Endpoint;
      const named = await textOf(branchStore, email, { publish_at: '' });
      if (!named) throw new Error('A branch cannot be named by an address');
      const items = [named];
      for (const store of stores) {
        const column = BRANCH_COLUMNS.get(store.table ?? '') as string;
        const item = column === 'uuid' ? undefined : await textOf(store, email, { [column]: [named.uuid] });
        if (item) items.push(item);
      }
      expect(items).toHaveLength(BRANCH_COLUMNS.size);
      return { branch: named.uuid, items };
    }
    const [own, other] = [await branchWithTexts(), await branchWithTexts()];
    const areas = areasOf(own.items);
    const key = await roleWith(
      'Dados de uma filial',
      permissions.filter((one) => !/^(users|tokens|webhooks)/.test(one)),
      { own_branches: true },
    );
    const token = await app.signInAs(key, [own.branch]);
    expect(await areasRead(email, other.items, token)).toEqual([]);
    expect(await areasRead(email, own.items, token)).toEqual(areas);
    await ask('erase', email, token);
    expect(await areasStored(own.items)).toEqual([]);
    expect(await areasStored(other.items)).toEqual(areas);
  });
});

test('a refused special day does not name the special day of other branches that takes its place', async () => {
  const other = await saves.store('/admin/branches/store', { token: admin });
  const day = { date: '2089-12-25', places: [saves.branch, other] };
  await saves.store('/admin/exceptions/store', {
    token: admin,
    title: 'Segredo',
    more: { ...day, ...LATER },
  });
  const store = saves.planned.find(({ path }) => path === '/admin/exceptions/store') as Endpoint;
  const token = await app.signInAs('store', [saves.branch]);
  const more = { ...day, places: [saves.branch], ...LATER };
  const refused = await saves.send(store, { token, more });
  expect([refused.statusCode, refused.json().errors?.places?.[0]]).toEqual([
    422,
    expect.stringContaining('já há outro dia especial para'),
  ]);
  const named = await saves.send(store, { token: admin, more });
  expect(named.json().errors?.places?.[0]).toContain('«Segredo»');
});
