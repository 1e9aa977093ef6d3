import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createSaves, type Saves, storePathOf } from '../../test/saves.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { OF_BRANCHES } from '../contract/needs.ts';

let app: TestApp;
let admin: string;
let saves: Saves;

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.signIn();
  saves = await createSaves(app, admin);
});
afterAll(() => app.remove());

const tokens = new Map<string, Promise<string>>();
/** A token of somebody whose role has these permissions and no others. */
function tokenWith(permissions: readonly string[]): Promise<string> {
  const name = permissions.join(' ').slice(0, 60);
  const made = tokens.get(name) ?? signInWith(name, permissions);
  tokens.set(name, made);
  return made;
}
async function signInWith(name: string, permissions: readonly string[]): Promise<string> {
  const answer = await app.request('POST', '/api/admin/roles/store', {
    token: admin,
    json: { name, permissions },
  });
  expect(answer.statusCode, answer.payload).toBe(201);
  return app.signInAs(answer.json().data.uuid);
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
  const uuid = await saves.stored(storePathOf(update), { ...by, more: { ...more } });
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

  const rightsOf = ({ needs = '' }: Endpoint) => [needs, needs.replace('write', 'publish')];

  test('is refused by every planned save, for a change of another table and of the same one', async () => {
    const updates = saves.planned.filter(isSave);
    const drafts = new Map<string, Pending>();
    for (const update of updates)
      if (update.table !== 'abouts') drafts.set(update.table ?? '', await withDraft(update));
    expect(drafts.size).toBeGreaterThan(12);
    for (const endpoint of saves.planned) {
      const token = await tokenWith(rightsOf(endpoint));
      const uuid = isSave(endpoint) ? await saves.stored(storePathOf(endpoint), { token: admin }) : undefined;
      const others = [
        drafts.get(endpoint.table === 'banners' ? 'phones' : 'banners'),
        drafts.get(endpoint.table ?? ''),
      ];
      for (const pending of others) if (pending) await expectRefused(endpoint, pending, token, uuid);
    }
  });

  test('is refused for a change of a record of another branch', async () => {
    const other = await saves.stored('/admin/branches/store', { token: admin });
    const token = await app.signInAs('store', [saves.branch]);
    const updates = saves.planned.filter((one) => isSave(one) && OF_BRANCHES.has(one.table ?? ''));
    expect(updates).toHaveLength(OF_BRANCHES.size);
    for (const update of updates) {
      const column = OF_BRANCHES.get(update.table ?? '') ?? 'uuid';
      const pending = await withDraft(update, column === 'uuid' ? {} : { [column]: [other] });
      const own = column === 'uuid' ? saves.branch : await saves.stored(storePathOf(update), { token });
      await expectRefused(update, pending, token, own);
    }
  });
});
