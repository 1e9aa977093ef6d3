import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  author,
  byTable,
  type DefinedResource,
  definedByTable,
  listedResources,
  recordContract,
  repeatableResources,
  type StaffRecord,
} from '../../../../test/recordContract.ts';
import { DAY_MS } from '../../../shared/dates.ts';
import type { Endpoint } from '../../../shared/endpoint.ts';
import { addressName } from '../../../shared/resource.ts';
import { inputNameOf, outputNameOf } from '../../define/fields.ts';
import { labelsOf } from '../definitions.ts';

// Proves what every resource does when its records are drafted, scheduled, published, versioned, deleted and restored,
// and what shoppers read of them.

const contract = recordContract();
const { store, update, destroy, show, tryShow, list, audit, filled, act, admin, versions } = contract;

const LATER = { publish_at: 'later' };
const GONE = { standing: 'ended', waiting: 0, next: null, leaves: null };
/** Lists the audit entries about a record. A gallery has entries of its own. */
const actionsOn = async (uuid: string) =>
  (await audit(uuid)).flatMap(({ action, entity, by }) =>
    action.endsWith('_images') ? [] : [[action, entity, by]],
  );
const publicationOf = async (table: string, uuid: string) => (await show(table, uuid)).publication;
/** An instant after now, to the minute. */
const inMinutes = (minutes: number) =>
  new Date(Math.floor(contract.app().clock.now() / 60_000) * 60_000 + minutes * 60_000).toISOString();

describe.each(byTable(listedResources))('records of %s', (table, known) => {
  it('a record is a draft until it is published, leaves the site when it is unpublished, and neither happens twice', async () => {
    const uuid = await store(table, { more: LATER });
    expect(await publicationOf(table, uuid)).toEqual({
      standing: 'draft',
      waiting: 0,
      next: null,
      leaves: null,
    });
    for (const [action, standing] of [
      ['publish', null],
      ['withdraw', 'ended'],
      ['publish', null],
    ] as const) {
      const answer = await act(known, uuid, action);
      expect(answer.statusCode, answer.payload).toBe(200);
      expect((await publicationOf(table, uuid)).standing).toBe(standing);
      expect((await act(known, uuid, action)).statusCode).toBe(409);
    }
    expect(await actionsOn(uuid)).toEqual(
      ['create', 'publish', 'withdraw', 'publish'].map((action) => [action, table, author]),
    );
  });

  it('a record is published and unpublished on schedule', async () => {
    const { clock } = contract.app();
    const [from, until] = [inMinutes(2), inMinutes(4)];
    const uuid = await store(table, { more: { publish_at: from, withdraw_at: until } });
    expect(await publicationOf(table, uuid)).toEqual({
      standing: 'draft',
      waiting: 1,
      next: { at: from, goes: false },
      leaves: until,
    });
    clock.set(from);
    expect(await publicationOf(table, uuid)).toMatchObject({
      standing: null,
      next: { at: until, goes: true },
    });
    clock.set(until);
    expect(await publicationOf(table, uuid)).toEqual(GONE);
  });

  it('a record has a version for each save with its author, and returns to an earlier one', async () => {
    const uuid = await store(table);
    const before = await show(table, uuid);
    await update(table, uuid);
    const [current, former, ...others] = await versions(known, uuid);
    expect([current, former]).toEqual([
      expect.objectContaining({ state: 'published', by: author }),
      expect.objectContaining({ state: 'former', by: author, changed: [] }),
    ]);
    expect(others).toEqual([]);
    const revert = (version: number) =>
      admin('POST', `/history/${addressName(known.office)}/${uuid}/${former?.id}/revert`, { version });
    expect((await revert(before.version)).statusCode).toBe(409);
    const reverted = await revert(before.version + 1);
    expect(reverted.statusCode, reverted.payload).toBe(200);
    expect(await show(table, uuid)).toEqual({
      ...before,
      version: before.version + 2,
      updated_at: expect.any(String),
    });
    expect(await versions(known, uuid)).toHaveLength(3);
    const unknown = await admin('GET', `/history/${addressName(known.office)}/${randomUUID()}`);
    expect(unknown.statusCode).toBe(404);
  });

  it('a record stays as it is while a change of it is a draft, and is changed when the draft is published', async () => {
    const uuid = await store(table);
    const before = await show(table, uuid);
    await update(table, uuid, { more: LATER });
    expect(await show(table, uuid)).toEqual({
      ...before,
      publication: { standing: null, waiting: 1, next: null, leaves: null },
    });
    const draft = (await versions(known, uuid)).find(({ state }) => state === 'draft');
    const path = `/history/${addressName(known.office)}/${uuid}/${draft?.id}/publish`;
    const published = await admin('POST', path, {});
    expect(published.statusCode, published.payload).toBe(200);
    expect(await show(table, uuid)).toMatchObject({
      version: before.version + 1,
      publication: { waiting: 0 },
    });
    await update(table, uuid, { more: LATER });
    const [{ id } = { id: 0 }] = (await versions(known, uuid)).filter(({ state }) => state === 'draft');
    const dropped = await admin('DELETE', `/history/${addressName(known.office)}/${uuid}/${id}`);
    expect(dropped.statusCode, dropped.payload).toBe(200);
    expect((await publicationOf(table, uuid)).waiting).toBe(0);
  });

  it('a record is listed in the trash after its deletion, and restored as it was', async () => {
    const uuid = await store(table);
    if (repeatableResources.includes(known)) await store(table);
    const before = await show(table, uuid);
    const order = (await list(table)).uuids;
    await destroy(table, uuid);
    const trash = async () =>
      (await admin('GET', `/bin?table=${table}`)).json().data.find((one: StaffRecord) => one.uuid === uuid);
    const now = contract.app().clock.now();
    expect(await trash()).toMatchObject({
      table,
      by: author,
      deleted_at: new Date(now).toISOString(),
      until: new Date(now + 30 * DAY_MS).toISOString(),
    });
    const restored = await act(known, uuid, 'restore');
    expect(restored.statusCode, restored.payload).toBe(200);
    expect(await show(table, uuid)).toEqual({
      ...before,
      version: expect.any(Number),
      updated_at: expect.any(String),
    });
    expect((await list(table)).uuids).toEqual(order);
    expect(await trash()).toBeUndefined();
    expect((await act(known, uuid, 'restore')).statusCode).toBeGreaterThanOrEqual(404);
    expect((await actionsOn(uuid)).map(([action]) => action)).toEqual(['create', 'delete', 'restore']);
  });

  it('a draft returns from the trash as a draft', async () => {
    const uuid = await store(table, { more: LATER });
    await destroy(table, uuid);
    expect((await act(known, uuid, 'restore')).statusCode).toBe(200);
    expect((await publicationOf(table, uuid)).standing).toBe('draft');
  });

  it('a record is copied into a draft after it, unless each record is unique or a rule forbids a second one like it', async () => {
    const uuid = await store(table);
    const before = (await list(table)).uuids.length;
    const answer = await act(known, uuid, 'duplicate');
    const { uuids } = await list(table);
    if (answer.statusCode !== 201) {
      expect(answer.statusCode, answer.payload).toBe(known.unique ? 409 : 422);
      expect(uuids).toHaveLength(before);
      return;
    }
    expect(known.unique).toBeUndefined();
    const copy = await show(table, answer.json().data.uuid);
    expect([copy.uuid === uuid, copy.publication.standing]).toEqual([false, 'draft']);
    if (known.kept === 'ordered') expect(uuids.indexOf(copy.uuid)).toBe(uuids.indexOf(uuid) + 1);
    if (known.title === 'name' || known.title === 'title') {
      expect(copy[known.title]).toMatch(/ \(cópia\)$/);
      const found = await list(table, `?page=1&search=${encodeURIComponent(String(copy[known.title]))}`);
      expect(found.uuids).toContain(copy.uuid);
    }
    await destroy(table, copy.uuid);
  });
});

describe.each(byTable(repeatableResources))('several records of %s', (table, { office }) => {
  it('several records are published, unpublished, deleted and restored together', async () => {
    const uuids = [await store(table, { more: LATER }), await store(table, { more: LATER })].sort();
    const bulk = async (action: string) => {
      const answer = await admin('POST', `/bulk/${addressName(office)}`, { action, uuids });
      expect(answer.statusCode, answer.payload).toBe(200);
      const { uuids: done, refused } = answer.json().data;
      expect([done.sort(), refused]).toEqual([uuids, []]);
    };
    for (const [action, standing] of [
      ['publish', null],
      ['withdraw', 'ended'],
    ] as const) {
      await bulk(action);
      for (const uuid of uuids) expect((await publicationOf(table, uuid)).standing).toBe(standing);
    }
    await bulk('delete');
    for (const uuid of uuids) expect((await tryShow(table, uuid)).statusCode).toBe(404);
    await bulk('restore');
    expect((await list(table)).uuids).toEqual(expect.arrayContaining(uuids));
    const empty = await admin('POST', `/bulk/${addressName(office)}`, { action: 'delete', uuids: [] });
    expect([empty.statusCode, Object.keys(empty.json().errors)]).toEqual([422, ['uuids']]);
  });
});

describe.each(definedByTable(listedResources))('the version history of %s', (table, { known, fields }) => {
  it('a version names every changed field by its label, in the order of the form, and compares its values', async () => {
    const [one, two] = [filled(fields, 0), filled(fields, 1)];
    const uuid = await store(table, { more: one });
    const saved = await update(table, uuid, { more: two });
    expect(saved.statusCode, saved.payload).toBe(200);
    const changed = Object.entries(labelsOf(table)).flatMap(([name, label]) => {
      const field = fields[name];
      const sent = field && inputNameOf(name, field);
      return sent && sent in two && one[sent] !== two[sent]
        ? [typeof label === 'string' ? label : label.label]
        : [];
    });
    expect(changed.length).toBeGreaterThan(0);
    const [current] = await versions(known, uuid);
    // A rule may change other fields with it, such as the hours of a special day.
    expect(current?.changed.filter((label) => changed.includes(label))).toEqual(changed);
    const compared = await admin('GET', `/history/${addressName(known.office)}/${uuid}/${current?.id}`);
    const differing = compared.json().data.fields.filter(({ differs }: { differs: boolean }) => differs);
    expect(differing.map(({ label }: { label: string }) => label)).toEqual(current?.changed);
  });
});

// Shoppers read the items of the ticket office as a part of it.
beforeAll(async () => {
  const answer = await contract.send(contract.storeOf('ticket_offices'), {});
  expect(answer.statusCode, answer.payload).toBe(201);
});

// Shoppers read the offers of a day on that day only, which their own test proves.
const readAtAnyTime = listedResources.filter(({ table }) => table !== 'daily_booklets');

describe.each(definedByTable(readAtAnyTime))('what shoppers read of %s', (table, defined) => {
  const { known, fields } = defined;
  const shown = Object.entries(fields).filter(([, field]) => field.public);

  it('shoppers read no draft and nothing of a draft, and no deleted record', async () => {
    const sent = { ...filled(fields), ...(known.title && !known.titleIs && { [known.title]: 'Segredo' }) };
    const uuid = await store(table, { more: { ...sent, ...LATER } });
    for (const { path, payload } of await publicReads(uuid)) {
      expect(payload, path).not.toContain(uuid);
      expect(payload, path).not.toContain('Segredo');
    }
    await act(known, uuid, 'publish');
    const after = (await publicReads(uuid)).filter(({ payload }) => payload.includes(uuid));
    expect(after.length > 0, 'published').toBe(shown.length > 0);
    await destroy(table, uuid);
    for (const { path, payload } of await publicReads(uuid)) expect(payload, path).not.toContain(uuid);
  });

  it.skipIf(shown.length === 0)(
    'shoppers read its public fields as staff read them, and no others, at once after a save',
    async () => {
      const uuid = await store(table, { more: filled(fields) });
      for (const choice of [0, 1] as const) {
        const saved = await update(table, uuid, { more: filled(fields, choice) });
        expect(saved.statusCode, saved.payload).toBe(200);
        const record = await show(table, uuid);
        const names = shown.map(([name, field]) => outputNameOf(name, field));
        const expected = Object.fromEntries(names.map((name) => [name, record[name]]));
        const found = (await publicReads(uuid)).flatMap(({ payload }) => recordsIn(payload, uuid));
        expect(found).toContainEqual(expect.objectContaining(expected));
        for (const one of found)
          expect(Object.keys(one).filter((name) => hiddenNames(defined).has(name))).toEqual([]);
      }
    },
  );
});

/** Returns the names in the staff's responses that shoppers do not read. */
function hiddenNames({ fields }: DefinedResource): Set<string> {
  const hidden = Object.entries(fields).flatMap(([name, field]) =>
    field.public ? [] : [outputNameOf(name, field)],
  );
  return new Set(['version', 'updated_at', 'publication', ...hidden]);
}

/** Returns the responses of all public reads, those of one record included. */
async function publicReads(uuid: string) {
  const reads = contract.endpoints().filter(isPublicRead);
  return Promise.all(
    reads.map(async (endpoint) => {
      const { statusCode, payload } = await contract
        .app()
        .request('GET', `/api${endpoint.path.replace(':uuid', uuid)}`);
      return { path: endpoint.path, payload: statusCode === 200 ? payload : '' };
    }),
  );
}

const isPublicRead = ({ method, path, needs, cached }: Endpoint) =>
  method === 'GET' && path.startsWith('/site/') && !needs && cached;

/** Returns the objects with this uuid in a response, however deep. */
function recordsIn(payload: string, uuid: string): Record<string, unknown>[] {
  const found: Record<string, unknown>[] = [];
  if (payload.includes(uuid))
    JSON.parse(payload, (_, value) => {
      if (value?.uuid === uuid) found.push(value);
      return value;
    });
  return found;
}
