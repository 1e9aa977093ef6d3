import { sql } from 'kysely';
import type { Response } from 'light-my-request';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { resources } from '../src/content/resources.ts';
import type { Fields } from '../src/records/define/fields.ts';
import { inputNameOf, outputNameOf } from '../src/records/define/fields.ts';
import { allDefinitions } from '../src/records/server/definitions.ts';
import type { RecordTable } from '../src/records/server/store/records.ts';
import '../src/server/features.ts';
import { type Endpoint, pathOf } from '../src/shared/endpoint.ts';
import { addressName, type Resource } from '../src/shared/resource.ts';
import { createTestApp, IS_WHOLE, staff, type TestApp } from './app.ts';
import { allEndpoints } from './endpoints.ts';
import { filledForm, type ReferencedIds } from './fieldValues.ts';
import { createValidSaves, type SaveOptions, type ValidSaves } from './validSaves.ts';

// Calls of any resource, for the tests that run over all of them. The lists of resources and all calls derive
// from the descriptions and definitions, so that a new resource is tested without a line here.

const all: readonly Resource[] = resources;
const definitions = new Map(allDefinitions().map((definition) => [definition.table as string, definition]));

/** Returns whether staff save the records of a resource one at a time, in a list. */
const isListed = ({ kept, personal, office }: Resource) =>
  kept !== 'single' && !personal && office.screens.edit !== undefined;

export const listedResources = all.filter(isListed);
export const singleResources = all.filter(({ kept }) => kept === 'single');
export const orderedResources = listedResources.filter(({ kept }) => kept === 'ordered');
/** Resources of which a test can store several records. There is one text about the chain of each type. */
const isRepeatable = ({ table }: { table: string }) => table !== 'abouts';
export const repeatableResources = listedResources.filter(isRepeatable);

export interface DefinedResource {
  known: Resource;
  fields: Fields;
  hasOwnSearch: boolean;
}

/** Returns the resources of `some` that are defined by their fields. */
export const definedOf = (some: readonly Resource[]): DefinedResource[] =>
  some.flatMap((known) => {
    const definition = definitions.get(known.table);
    return definition
      ? [{ known, fields: definition.fields, hasOwnSearch: 'searchTexts' in definition }]
      : [];
  });

/** Names what a resource asks of the database: how its records are kept, and the facts of its fields. */
function traitsOf({ kept, table }: Resource): string[] {
  const fields = Object.values(definitions.get(table)?.fields ?? {});
  const facts = fields.flatMap(({ kind, setBy, ...others }) => [
    `kind ${kind}`,
    `set by ${setBy}`,
    ...Object.keys(others),
  ]);
  return [`kept ${kept}`, ...facts];
}

/**
 * Returns the resources to test: on PostgreSQL a few that together have all traits of `some`, because all share one
 * mechanism. A drill tests all of them there too.
 */
function sampled(some: readonly Resource[]): readonly Resource[] {
  if (IS_WHOLE) return some;
  const seen = new Set<string>();
  const richestFirst = some.toSorted((a, b) => new Set(traitsOf(b)).size - new Set(traitsOf(a)).size);
  return richestFirst.filter((known) => {
    const fresh = traitsOf(known).filter((trait) => !seen.has(trait));
    for (const trait of fresh) seen.add(trait);
    return fresh.length > 0;
  });
}

/** Pairs each resource that is tested with its table, as the title of its tests. */
export const byTable = (some: readonly Resource[]) =>
  sampled(some).map((known) => [known.table, known] as const);
export const definedByTable = (some: readonly Resource[]) =>
  definedOf(sampled(some)).map((defined) => [defined.known.table, defined] as const);

/** A record as staff read it. */
export type StaffRecord = Record<string, unknown> & {
  id: number;
  uuid: string;
  version: number;
  position?: number;
  publication: { standing: string | null; waiting: number };
};

/** Starts an app with what the records of all resources refer to, and returns the calls of staff. */
export function recordContract(env: Record<string, string> = {}) {
  let app: TestApp;
  let token: string;
  let saves: ValidSaves;
  let endpoints: Endpoint[];
  const ids: Record<string, number[]> = {};
  /** Records of the current test, which are deleted after it. */
  let stored: { table: string; uuid: string }[] = [];

  beforeAll(async () => {
    app = await createTestApp({ env: { SESSION_IDLE: '365d', SESSION_ABSOLUTE: '365d', ...env } });
    token = await app.signIn();
    endpoints = allEndpoints(app.deps);
    saves = await createValidSaves({ request: app.request, db: app.deps.db, endpoints }, token);
    const tables = definedOf(all).flatMap(({ fields }) =>
      Object.values(fields).flatMap(({ reference }) => (reference ? [reference.table] : [])),
    );
    for (const table of new Set(tables)) ids[table] = await idsOf(table);
  });
  afterAll(() => app.remove());
  afterEach(async () => {
    for (const { table, uuid } of stored.reverse()) await destroy(table, uuid);
    stored = [];
  });

  /** Returns the ids of two records of a table, in the order of their names, or of its only one. */
  async function idsOf(table: string): Promise<number[]> {
    if (isRepeatable({ table }))
      for (const title of ['Água referida', 'Casa referida'])
        await saves.store(storeOf(table).path, { token, title });
    const rows = await app.deps.db
      .selectFrom(table as RecordTable)
      .select('id')
      .orderBy('id', 'desc')
      .limit(2)
      .execute();
    return rows.map(({ id }) => id).reverse();
  }

  const find = (table: string, ending: RegExp) =>
    endpoints.find((one) => one.table === table && ending.test(one.path));
  function endpointOf(table: string, ending: RegExp): Endpoint {
    const found = find(table, ending);
    if (!found) throw new Error(`${table} has no endpoint ${ending}`);
    return found;
  }
  const storeOf = (table: string) => endpointOf(table, /^\/admin\/[\w-]+\/store$/);
  const updateOf = (table: string) => endpointOf(table, /\/update\/:uuid$/);
  const listOf = (table: string) => endpointOf(table, /^\/admin\/[\w-]+$/);
  const showOf = (table: string) => endpointOf(table, /\/details\/:uuid$/);
  const destroyOf = (table: string) => endpointOf(table, /\/destroy\/:uuid$/);

  const call = ({ method, path }: Endpoint, uuid?: string, json?: object, query = '') =>
    app.request(method, `/api${pathOf(path, uuid ? { uuid } : {})}${query}`, {
      token,
      ...(json && { json }),
    });
  const admin = (method: 'GET' | 'POST' | 'DELETE', path: string, json?: object) =>
    app.request(method, `/api/admin${path}`, { token, ...(json && { json }) });

  type Options = Omit<SaveOptions, 'token'>;
  /** Sends a valid new record, apart from `more`. It is deleted after the test if it was stored. */
  async function trySave(table: string, options: Options = {}): Promise<Response> {
    const answer = await saves.send(storeOf(table), { token, ...options });
    const { data } = answer.json();
    if (data?.uuid) stored.push({ table, uuid: data.uuid });
    return answer;
  }
  async function store(table: string, options: Options = {}): Promise<string> {
    const answer = await trySave(table, options);
    expect(answer.statusCode, answer.payload).toBe(201);
    return answer.json().data.uuid;
  }
  const destroy = (table: string, uuid: string) => call(destroyOf(table), uuid);

  return {
    app: () => app,
    token: () => token,
    endpoints: () => endpoints,
    find,
    endpointOf,
    storeOf,
    updateOf,
    showOf,
    call,
    admin,
    trySave,
    store,
    send: (endpoint: Endpoint, options: Options) => saves.send(endpoint, { token, ...options }),
    update: (table: string, uuid: string, options: Options = {}) =>
      saves.send(updateOf(table), { token, uuid, ...options }),
    destroy,
    tryShow: (table: string, uuid: string) => call(showOf(table), uuid),
    async show(table: string, uuid: string): Promise<StaffRecord> {
      const answer = await call(showOf(table), uuid);
      expect(answer.statusCode, answer.payload).toBe(200);
      return answer.json().data;
    },
    async list(table: string, query = '') {
      const answer = await call(listOf(table), undefined, undefined, query);
      expect(answer.statusCode, answer.payload).toBe(200);
      const body = answer.json() as { data: StaffRecord[]; meta?: object; filters?: { name: string }[] };
      return { ...body, uuids: body.data.map(({ uuid }) => uuid) };
    },
    order: (table: string, uuids: unknown) => call(endpointOf(table, /\/order$/), undefined, { uuids }),
    filled: (fields: Fields, choice: 0 | 1 | 2 = 0) => filledForm(fields, choice, ids as ReferencedIds),
    /** Calls an action of the version history: `/history/:name/:uuid/…`. */
    act: (known: Resource, uuid: string, action: 'publish' | 'withdraw' | 'restore' | 'duplicate') => {
      const room = { publish: 'publication', withdraw: 'publication', restore: 'bin', duplicate: 'history' }[
        action
      ];
      return admin('POST', `/${room}/${addressName(known.office)}/${uuid}/${action}`, {});
    },
    async versions({ office }: Resource, uuid: string) {
      const answer = await admin('GET', `/history/${addressName(office)}/${uuid}`);
      expect(answer.statusCode, answer.payload).toBe(200);
      return answer.json().data.versions as { id: number; state: string; by: string; changed: string[] }[];
    },
    /** Lists the audit entries about a record. */
    async audit(uuid: string) {
      const rows = await app.deps.db
        .selectFrom('audit_log')
        .selectAll()
        .where('entity_uuid', '=', uuid)
        .orderBy('id')
        .execute();
      return rows.map(({ action, entity, user_name, before, after }) => ({
        action,
        entity,
        by: user_name,
        before: before === null ? null : JSON.parse(before),
        after: after === null ? null : JSON.parse(after),
      }));
    },
    /** Returns the numbers of records, audit entries and stored files. */
    async counts(table: string) {
      const count = (name: string) => sql<number>`(select cast(count(*) as integer) from ${sql.table(name)})`;
      const rows = await app.deps.db
        .selectNoFrom([
          count(table).as('records'),
          count('audit_log').as('audit'),
          count('files').as('files'),
        ])
        .executeTakeFirstOrThrow();
      return { ...rows, stored: (await app.storedKeys()).length };
    },
  };
}

export const author = staff.name;

/** Returns the names of the fields of a response that must equal the sent ones, with their expected values. */
export function expectedOutput(fields: Fields, sent: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const { input, inOutput, computed, reference } = field;
      const given = sent[inputNameOf(name, field)];
      if (!input || computed || reference || inOutput === false || given === undefined) return [];
      return [[outputNameOf(name, field), field.present(input.parse(given) as never, {}, '')]];
    }),
  );
}
