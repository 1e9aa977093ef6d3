import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { up } from '../../migrations/0058_without_deleted_branches.ts';
import { confirmation, createTestApp, type TestApp } from '../../test/app.ts';
import { allEndpoints } from '../../test/endpoints.ts';
import { createValidSaves, storePathOf, type ValidSaves } from '../../test/validSaves.ts';
import type { Reference } from '../records/server/store/references.ts';
import { compositionOf, type Table } from '../records/server/versions/history.ts';
import type { Endpoint } from '../shared/endpoint.ts';
import { addressName, type Resource } from '../shared/resource.ts';
import '../server/features.ts';
import { resourceOf } from '../records/define/resources.ts';
import { resources } from './resources.ts';

const referencesOf = (table: string): readonly Reference[] => compositionOf(table as Table).references ?? [];

const references = resources.flatMap(({ table }) => referencesOf(table).map((one) => [table, one] as const));
const referencesBy = (isRequired: boolean) =>
  references
    .filter(([, { kind }]) => (kind === 'required') === isRequired)
    .map(([table, one]) => [`${table}.${one.column}`, table, one] as const);

let app: TestApp;
let token: string;
let saves: ValidSaves;
let endpoints: Endpoint[];

beforeAll(async () => {
  app = await createTestApp();
  token = await app.signIn();
  endpoints = allEndpoints(app.deps);
  saves = await createValidSaves({ request: app.request, db: app.deps.db, endpoints }, token);
});
afterAll(() => app.remove());

/** Form fields whose names differ from their columns. */
const FIELDS: Readonly<Record<string, string>> = {
  'recipes.recipe_category_id': 'revenue_category_id',
  'about_items.about_id': 'about_id_type',
};

const update = (table: string) =>
  endpoints.find((one) => one.table === table && one.path.endsWith('/update/:uuid')) as Endpoint;
const storePath = (table: string) => storePathOf(update(table));
const nameOf = (table: string) => addressName((resourceOf(table) as Resource).office);

async function rowOf(table: string, uuid: string): Promise<Record<string, unknown>> {
  const { rows } = await sql<Record<string, unknown>>`
    select * from ${sql.table(table)} where uuid = ${uuid}
  `.execute(app.deps.db);
  return rows[0] ?? {};
}

interface Target {
  uuid: string;
  name: string | number;
}

async function target({ to, kind }: Pick<Reference, 'to' | 'kind'>): Promise<Target> {
  const uuid = await saves.store(storePath(to), { token });
  return { uuid, name: kind === 'list' ? uuid : Number((await rowOf(to, uuid)).id) };
}

const destroy = ({ to }: Pick<Reference, 'to'>, { uuid }: Target) => {
  const { path } = endpoints.find(
    (one) => one.table === to && one.path.endsWith('/destroy/:uuid'),
  ) as Endpoint;
  return app.request('DELETE', `/api${path.replace(':uuid', uuid)}`, { token });
};

async function bodyFor(table: string, { column, kind }: Reference, targets: readonly Target[]) {
  const names = targets.map(({ name }) => name);
  const field = FIELDS[`${table}.${column}`] ?? column;
  return { [field]: kind === 'list' ? names : names[0] };
}

const send = (table: string, uuid: string, more: object) =>
  saves.send(update(table), { token, uuid, more: { ...more } });
const change = (path: string) => app.request('POST', `/api/admin${path}`, { token, json: {} });

async function versionOf(table: string, uuid: string, state: 'former' | 'draft'): Promise<number> {
  const { id } = await app.deps.db
    .selectFrom('record_versions')
    .select('id')
    .where('entity', '=', table)
    .where('uuid', '=', uuid)
    .where('state', '=', state)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  return id;
}

test('declares every column with the id or uuid of another record as a reference', async () => {
  const tables = await app.deps.db.introspection.getTables();
  const undeclared = resources.flatMap(({ table }) => {
    const declared = referencesOf(table).map(({ column }) => column);
    const columns = tables.find(({ name }) => name === table)?.columns.map(({ name }) => name) ?? [];
    return columns
      .filter((column) => /_id$|^branches$|^places$/.test(column) && column !== 'file_id')
      .filter((column) => !declared.includes(column))
      .map((column) => `${table}.${column}`);
  });
  // An application keeps the name of its vacancy, and the database clears the id.
  expect(undeclared).toEqual(['job_applications.vacancy_id']);
  expect(references.length).toBeGreaterThan(5);
});

describe.each(referencesBy(false))('a deleted record in %s', { timeout: 60_000 }, (_, table, reference) => {
  const { column, kind } = reference;
  /** Creates two referenced records; tests delete the first one. */
  const twoTargets = async () => [await target(reference), await target(reference)] as const;
  const stored = async (targets: readonly Target[]) =>
    saves.store(storePath(table), { token, more: await bodyFor(table, reference, targets) });
  const expected = (kept: Target) => (kind === 'list' ? JSON.stringify([kept.name]) : null);

  test('drops a deleted reference at the next save and says so', async () => {
    const [gone, kept] = await twoTargets();
    const uuid = await stored([gone, kept]);
    expect((await destroy(reference, gone)).statusCode).toBe(200);
    const body = await bodyFor(table, reference, [gone, kept]);
    const saved = await send(table, uuid, { ...body, ...(await sameDay(table, uuid)) });
    expect(saved.statusCode, saved.payload).toBe(200);
    expect(saved.json().data.message).toMatch(/exclu/);
    expect((await rowOf(table, uuid))[column]).toBe(expected(kept));
    const again = await send(table, uuid, {
      ...(await bodyFor(table, reference, [kept])),
      ...(await sameDay(table, uuid)),
    });
    expect(again.json().data.message).not.toMatch(/exclu/);
  });

  test('answers 422 to a deleted reference in a new record, or in one that did not have it', async () => {
    const [gone, kept] = await twoTargets();
    const uuid = await stored([kept]);
    await destroy(reference, gone);
    const body = await bodyFor(table, reference, [gone, kept]);
    const fresh = await saves.send(storeOf(table), { token, more: body });
    const changed = await send(table, uuid, { ...body, ...(await sameDay(table, uuid)) });
    for (const answer of [fresh, changed]) {
      expect(answer.statusCode, answer.payload).toBe(422);
      expect(Object.keys(answer.json().errors)).toEqual([column]);
    }
  });

  test('drops deleted references when a version is reverted, published or restored', async () => {
    const [gone, kept] = await twoTargets();
    const uuid = await stored([gone, kept]);
    const deleted = await stored([gone, kept]);
    const own = await sameDay(table, uuid);
    const saveWith = async (targets: readonly Target[], more: object = {}) => {
      const saved = await send(table, uuid, {
        ...own,
        ...(await bodyFor(table, reference, targets)),
        ...more,
      });
      expect(saved.statusCode, saved.payload).toBe(200);
    };
    await saveWith([kept]);
    await saveWith([gone, kept], { publish_at: 'later' });
    const { path } = endpoints.find(
      (one) => one.table === table && one.path.endsWith('/destroy/:uuid'),
    ) as Endpoint;
    await app.request('DELETE', `/api${path.replace(':uuid', deleted)}`, { token });
    await destroy(reference, gone);
    const draft = await versionOf(table, uuid, 'draft');
    const former = await versionOf(table, uuid, 'former');
    const at = `/history/${nameOf(table)}/${uuid}`;
    for (const path of [`${at}/${former}/revert`, `${at}/${draft}/publish`]) {
      const answer = await change(path);
      expect(answer.statusCode, answer.payload).toBe(200);
      expect(answer.json().data.message).toMatch(/exclu/);
      expect((await rowOf(table, uuid))[column]).toBe(expected(kept));
    }
    const restored = await change(`/bin/${nameOf(table)}/${deleted}/restore`);
    expect(restored.statusCode, restored.payload).toBe(200);
    expect((await rowOf(table, deleted))[column]).toBe(expected(kept));
  });

  if (kind !== 'list') return;

  test('unpublishes a record whose only reference was deleted, until staff choose another', async () => {
    const [gone, kept] = await twoTargets();
    const both = await stored([gone, kept]);
    const uuid = await stored([gone]);
    const destroyed = await destroy(reference, gone);
    expect(destroyed.json().data.message).toMatch(/que só valia nela saiu do site\.$/);
    expect((await rowOf(table, both)).standing).toBeNull();
    expect((await rowOf(table, uuid)).standing).toBe('ended');
    const published = await change(`/publication/${nameOf(table)}/${uuid}/publish`);
    expect(published.statusCode, published.payload).toBe(409);
    const saved = await send(table, uuid, {
      ...(await sameDay(table, uuid)),
      ...(await bodyFor(table, reference, [gone])),
    });
    expect(saved.statusCode, saved.payload).toBe(200);
    expect(await rowOf(table, uuid)).toMatchObject({ [column]: '[]', standing: 'ended' });
    const placed = await send(table, uuid, {
      ...(await sameDay(table, uuid)),
      ...(await bodyFor(table, reference, [kept])),
    });
    expect(placed.statusCode, placed.payload).toBe(200);
    expect((await rowOf(table, uuid)).standing).toBeNull();
  });
});

describe.each(referencesBy(true))('a record that %s needs', { timeout: 60_000 }, (_, table, reference) => {
  test('keeps that record from being deleted', async () => {
    const field = FIELDS[`${table}.${reference.column}`] ?? reference.column;
    const needed =
      reference.to === 'abouts'
        ? { uuid: String((await rowsOf('abouts'))[0]?.uuid), name: Number((await rowsOf('abouts'))[0]?.id) }
        : await target({ ...reference, kind: 'required' });
    await saves.store(storePath(table), { token, more: { [field]: needed.name } });
    const destroyed = await destroy(reference, needed);
    expect(destroyed.statusCode, destroyed.payload).toBe(409);
    expect((await rowOf(reference.to, needed.uuid)).deleted_at).toBeNull();
  });
});

describe.each(referencesBy(true).filter(([name]) => name !== 'about_items.about_id'))(
  'a record that %s needs by a change that waits',
  { timeout: 60_000 },
  (_, table, reference) => {
    test('keeps that record from being deleted until the change is gone', async () => {
      const field = FIELDS[`${table}.${reference.column}`] ?? reference.column;
      const [now, then] = [await target(reference), await target(reference)];
      const uuid = await saves.store(storePath(table), { token, more: { [field]: now.name } });
      const own = await sameDay(table, uuid);
      const planned = await send(table, uuid, { ...own, [field]: then.name, publish_at: 'later' });
      expect(planned.statusCode, planned.payload).toBe(200);
      expect((await destroy(reference, then)).statusCode).toBe(409);
      const id = await versionOf(table, uuid, 'draft');
      const dropped = await app.request('DELETE', `/api/admin/history/${nameOf(table)}/${uuid}/${id}`, {
        token,
      });
      expect(dropped.statusCode, dropped.payload).toBe(200);
      expect((await destroy(reference, then)).statusCode).toBe(200);
    });
  },
);

test('the migration unpublishes what named only deleted branches before it, and nothing else', async () => {
  const branches: Reference = { column: 'branches', to: 'branches', kind: 'required' };
  const [gone, kept] = [await target(branches), await target(branches)].map(({ uuid }) => uuid);
  const offer = (...names: unknown[]) =>
    saves.store(storePath('offers'), { token, more: { branches: names } });
  const orphan = await offer(gone);
  const other = await offer(gone, kept);
  await destroy(branches, { uuid: String(gone), name: '' });
  const { db } = app.deps;
  // The state that the previous release left.
  await db.updateTable('offers').set({ standing: null }).where('uuid', '=', orphan).execute();
  await db
    .updateTable('record_versions')
    .set({ state: 'published', valid_from: '2026-01-01T00:00:00.000Z' })
    .where('uuid', '=', orphan)
    .where('state', '=', 'withheld')
    .execute();
  const places = await saves.store(storePath('exceptions'), { token, more: { places: ['all'] } });
  await up(db as never);
  expect((await rowOf('offers', orphan)).standing).toBe('ended');
  const { state, version } = await db
    .selectFrom('record_versions')
    .select(['state', 'version'])
    .where('uuid', '=', orphan)
    .where('state', 'in', ['published', 'withheld'])
    .executeTakeFirstOrThrow();
  expect({ state, version }).toEqual({
    state: 'withheld',
    version: (await rowOf('offers', orphan)).version,
  });
  expect((await rowOf('offers', other)).standing).toBeNull();
  expect((await rowOf('exceptions', places)).standing).toBeNull();
});

describe('access to a deleted branch', () => {
  const expires_on = Temporal.Now.plainDateISO().add({ days: 30 }).toString();
  test.each([
    [
      'a person',
      'users',
      (branches: string[], referencesBy: string) => ({
        ...{ name: referencesBy, email: `${referencesBy}@correio.example`, role: 'store', branches },
      }),
    ],
    [
      'a token',
      'tokens',
      (branches: string[], referencesBy: string) => ({
        ...{ name: referencesBy, permissions: ['vacancies.read'], expires_on, branches },
      }),
    ],
  ] as const)(
    'removes a deleted branch at the next save of %s and rejects it in new ones',
    async (_, path, bodyOf) => {
      const branchesOf: Reference = { column: 'branches', to: 'branches', kind: 'required' };
      const [gone, kept] = [await target(branchesOf), await target(branchesOf)].map(({ uuid }) => uuid);
      const to = (method: 'GET' | 'POST' | 'PUT', end: string, json?: object) =>
        app.request(method, `/api/admin/${path}${end}`, {
          token,
          ...(json && { json: { ...json, ...confirmation } }),
        });
      const name = randomUUID().slice(0, 8);
      const made = await to('POST', '/store', bodyOf([String(gone), String(kept)], name));
      expect(made.statusCode, made.payload).toBe(201);
      const { uuid } = made.json().data;
      await destroy(branchesOf, { uuid: String(gone), name: '' });
      const fresh = await to('POST', '/store', bodyOf([String(gone)], randomUUID().slice(0, 8)));
      expect([fresh.statusCode, Object.keys(fresh.json().errors)]).toEqual([422, ['branches']]);
      const saved = await to('PUT', `/update/${uuid}`, bodyOf([String(gone), String(kept)], name));
      expect(saved.statusCode, saved.payload).toBe(200);
      expect(saved.json().data.message).toMatch(/Uma filial que foi excluída saiu da lista\.$/);
      expect((await rowOf(path, uuid)).branches).toBe(JSON.stringify([kept]));
    },
  );
});

const rowsOf = async (table: string) =>
  (await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(app.deps.db)).rows;

const storeOf = (table: string) => endpoints.find(({ path }) => path === storePath(table)) as Endpoint;

/** Returns the date of a special day or the start of a screening, which must stay unique. */
async function sameDay(table: string, uuid: string): Promise<object> {
  const { date, starts_at, reason } = await rowOf(table, uuid);
  return {
    ...(table === 'exceptions' && { date, reason: reason ?? randomUUID() }),
    ...(table === 'screenings' && { starts_at }),
  };
}
