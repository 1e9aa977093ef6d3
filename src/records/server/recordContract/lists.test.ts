import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  author,
  byTable,
  definedByTable,
  listedResources,
  recordContract,
  repeatableResources,
  type StaffRecord,
} from '../../../../test/recordContract.ts';
import { type Fields, inputNameOf, outputNameOf, sortNameOf } from '../../define/fields.ts';
import { searchText } from '../lists/list.ts';

// Proves what the lists of all resources do for staff: search, sort orders, filters, pages.

const { store, update, list, filled, destroy, show, admin } = recordContract();

/** Lists those of `uuids` that the list has, in its order. */
const own = async (table: string, query: string, uuids: readonly string[]) =>
  (await list(table, query)).uuids.filter((uuid) => uuids.includes(uuid));

describe.each(byTable(repeatableResources))('%s: a list', (table) => {
  it('returns every record without a query, and pages with a total', async () => {
    const before = (await list(table)).uuids.length;
    const uuids = [await store(table), await store(table), await store(table)];
    const whole = await list(table);
    expect([whole.uuids.length, whole.meta]).toEqual([before + 3, undefined]);
    const total = before + 3;
    const pages = [];
    for (let page = 1; page <= Math.ceil(total / 2); page++) {
      const { uuids, meta } = await list(table, `?page=${page}&per_page=2`);
      expect(meta).toEqual({ page, per_page: 2, total });
      pages.push(...uuids);
    }
    expect([...pages].sort()).toEqual([...whole.uuids].sort());
    expect(pages).toEqual(expect.arrayContaining(uuids));
    expect(await list(table, '?page=999')).toMatchObject({ data: [], meta: { total } });
  });

  it('ignores unknown parameters and wrong values', async () => {
    const uuid = await store(table);
    const { uuids } = await list(table);
    const wrong = await list(table, '?page=x&per_page=-1&sort=constructor&search=&other[]=1');
    expect(wrong.uuids).toEqual(uuids);
    expect(uuids).toContain(uuid);
  });

  it('sorts by the order of creation, in both directions', async () => {
    const uuids = [await store(table), await store(table), await store(table)];
    expect(await own(table, '?sort=id', uuids)).toEqual(uuids);
    expect(await own(table, '?page=1&sort=-id', uuids)).toEqual(uuids.toReversed());
  });

  it('filters by the publication state, and counts the records of each filter when asked', async () => {
    const [shown, draft] = [await store(table), await store(table, { more: { publish_at: 'later' } })];
    const uuids = [shown, draft];
    expect(await own(table, '?standing=shown', uuids)).toEqual([shown]);
    expect(await own(table, '?standing=draft', uuids)).toEqual([draft]);
    expect(await own(table, '?standing=waiting', uuids)).toEqual([]);
    await update(table, shown, { more: { publish_at: 'later' } });
    expect(await own(table, '?standing=waiting', uuids)).toEqual([shown]);
    const { filters } = await list(table, '?page=1&counts=1');
    expect(filters).toContainEqual(expect.objectContaining({ name: 'standing' }));
    expect((await list(table, '?page=1')).filters).toBeUndefined();
  });

  it('shows who saved each record last when asked, and only the fields that are asked for', async () => {
    const uuid = await store(table);
    const { data } = await list(table, '?fields=uuid,last_change');
    expect(data.find((one) => one.uuid === uuid)).toEqual({
      uuid,
      last_change: { at: expect.any(String), by: author },
    });
  });
});

describe.each(definedByTable(listedResources))('%s: a search', (table, { known, fields, hasOwnSearch }) => {
  it('finds the words of every searched field, whatever their accents, case and order', async () => {
    const sent = filled(fields);
    const uuid = await store(table, { more: sent });
    // A day is searched as people write it, which the resource's own test proves.
    const searched = Object.entries(fields).filter(([name, field]) =>
      hasOwnSearch ? name === known.title && field.kind !== 'day' : field.searched,
    );
    for (const [name, field] of searched) {
      const text = field.text(field.input?.parse(sent[inputNameOf(name, field)]) as never) ?? '';
      expect(text, name).toBeTruthy();
      const folded = searchText(text);
      for (const search of [text, text.toUpperCase(), folded, folded.split(' ').toReversed().join('  ')])
        expect(await own(table, searchFor(search), [uuid]), `${name}: ${search}`).toEqual([uuid]);
    }
  });

  it('finds no deleted records, and takes no character for a wildcard', async () => {
    const uuid = await store(table, { more: filled(fields) });
    for (const search of ['%', '_', '\\', "'", 'nada disso'])
      expect(await own(table, searchFor(search), [uuid]), search).toEqual([]);
    expect(await own(table, searchFor('\0'), [uuid])).toEqual([uuid]);
    await destroy(table, uuid);
    for (const query of ['', searchFor('\0')]) expect(await own(table, query, [uuid])).toEqual([]);
  });
});

const named = repeatableResources.filter(({ title, titleIs }) => title && !titleIs);

describe.each(byTable(named))('%s: the command palette', (table) => {
  it('finds a record by its name', async () => {
    const title = `Ágata ${randomUUID().slice(0, 8)}`;
    const uuid = await store(table, { title });
    const found = await admin('GET', `/find?search=${encodeURIComponent(title.toLowerCase())}`);
    expect(found.json().data).toEqual([{ table, uuid, title }]);
  });
});

describe.each(definedByTable(repeatableResources))('%s: a sort order', (table, { fields }) => {
  it('follows every sortable field, texts without accents or case, in both directions', async () => {
    const forms = ([1, 2, 0] as const).map((choice) => filled(fields, choice));
    const records: StaffRecord[] = [];
    for (const more of forms) records.push(await show(table, await store(table, { more })));
    const uuids = records.map(({ uuid }) => uuid);
    for (const [name, field] of Object.entries(fields)) {
      const sent = inputNameOf(name, field);
      if (!field.sortable || !forms.every((form) => sent in form)) continue;
      const keyed = records.map((record, at) => ({
        uuid: record.uuid,
        key: sortKey(field, forms[at]?.[sent], record[outputNameOf(name, field)]),
      }));
      const up = keyed.toSorted((one, two) => compare(one.key, two.key)).map(({ uuid }) => uuid);
      const sort = sortNameOf(name, field);
      const keys = new Set(keyed.map(({ key }) => key));
      if (!field.options && !field.reference) expect(keys.size, name).toBe(3);
      if (keys.size > 1) expect(up, name).not.toEqual(uuids);
      expect(await own(table, `?sort=${sort}`, uuids), sort).toEqual(up);
      const down = keyed.toReversed().toSorted((one, two) => compare(two.key, one.key));
      expect(await own(table, `?page=1&sort=-${sort}`, uuids), `-${sort}`).toEqual(
        down.map(({ uuid }) => uuid),
      );
    }
  });
});

describe.each(definedByTable(repeatableResources))('%s: a filter', (table, { fields }) => {
  const filtered = Object.entries(fields).filter(([, field]) => field.filtered && field.input);

  it.skipIf(filtered.length === 0)(
    'of a choice lists the records of that choice, and ignores unknown ones',
    async () => {
      const forms = ([0, 1] as const).map((choice) => filled(fields, choice));
      const uuids: string[] = [];
      for (const more of forms) uuids.push(await store(table, { more }));
      for (const [name, field] of filtered) {
        const [one, two] = forms.map((form) => form[inputNameOf(name, field)]);
        expect(one, name).not.toBe(two);
        expect(await own(table, `?${name}=${one}`, uuids)).toEqual(uuids.slice(0, 1));
        expect(await own(table, `?page=1&${name}=${two}`, uuids)).toEqual(uuids.slice(1));
        for (const wrong of ['999', '1%20or%201'])
          expect(await own(table, `?${name}=${wrong}`, uuids)).toHaveLength(2);
      }
    },
  );
});

const searchFor = (text: string) => `?page=1&search=${encodeURIComponent(text)}`;

/** Returns the value by which a list sorts a field. */
function sortKey({ options, reference, folded, shown }: Fields[string], sent: unknown, output: unknown) {
  if (reference) return searchText(shown(output as never));
  if (options) return folded ? searchText(options[sent as never] ?? '') : Number(sent);
  return folded ? searchText(String(sent)) : String(sent);
}

const compare = (one: string | number, two: string | number) => (one === two ? 0 : one < two ? -1 : 1);
