import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  author,
  byTable,
  definedByTable,
  expectedOutput,
  listedResources,
  orderedResources,
  recordContract,
  singleResources,
} from '../../../../test/recordContract.ts';
import { type Fields, inputNameOf, outputNameOf } from '../../define/fields.ts';

// Proves what every resource does when staff save and delete its records. The test of a resource proves its own rules.

const contract = recordContract();
const { store, trySave, update, destroy, show, tryShow, list, audit, counts, filled, order } = contract;

describe.each(byTable(listedResources))('records of %s', (table, known) => {
  it('a record is stored, listed, shown, updated and deleted, each with an audit entry of its author', async () => {
    const answer = await trySave(table);
    expect([answer.statusCode, answer.json().data]).toEqual([
      201,
      { message: expect.any(String), uuid: expect.any(String), version: 1 },
    ]);
    const { uuid } = answer.json().data;
    const record = await show(table, uuid);
    expect((await list(table)).data.find((one) => one.uuid === uuid)).toEqual(record);
    const changed = await update(table, uuid, { more: { version: 1 } });
    expect([changed.statusCode, changed.json().data]).toEqual([
      200,
      expect.objectContaining({ message: expect.any(String), uuid, version: 2 }),
    ]);
    const deleted = await destroy(table, uuid);
    expect([deleted.statusCode, deleted.json()]).toEqual([200, { data: { message: expect.any(String) } }]);
    expect((await list(table)).uuids).not.toContain(uuid);
    // A gallery has entries of its own.
    const entries = (await audit(uuid)).filter(({ action }) => !action.endsWith('_images'));
    const state = expect.objectContaining({});
    expect(entries).toEqual([
      { action: 'create', entity: table, by: author, before: null, after: state },
      { action: 'update', entity: table, by: author, before: state, after: state },
      { action: 'delete', entity: table, by: author, before: state, after: null },
    ]);
    if (!known.title) return;
    const [created, second, gone] = entries.map(({ before, after }) =>
      [before, after].map((one) => one?.[known.title as string]),
    );
    expect(created?.[1]).toBeTruthy();
    expect(second?.[0]).toBe(created?.[1]);
    expect(gone?.[0]).toBe(second?.[1]);
  });

  it('a record rejects an outdated version with 409 and changes nothing, and accepts a save without a version', async () => {
    const uuid = await store(table);
    const { version } = await show(table, uuid);
    expect((await update(table, uuid, { more: { version } })).statusCode).toBe(200);
    const before = [await show(table, uuid), await counts(table)];
    const answer = await update(table, uuid, { more: { version }, withFiles: true });
    expect([answer.statusCode, answer.json().error]).toEqual([
      409,
      expect.stringMatching(/mudou enquanto você editava/),
    ]);
    expect([await show(table, uuid), await counts(table)]).toEqual(before);
    expect((await update(table, uuid)).json().data.version).toBe(version + 2);
  });

  it('a record accepts one of several concurrent updates', async () => {
    const uuid = await store(table);
    const { version } = await show(table, uuid);
    const answers = await Promise.all([1, 2, 3].map(() => update(table, uuid, { more: { version } })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
    expect((await show(table, uuid)).version).toBe(version + 1);
  });

  it('a record is deleted once, and answers 404 afterwards with the same message as an unknown record', async () => {
    const uuid = await store(table);
    const both = await Promise.all([destroy(table, uuid), destroy(table, uuid)]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404]);
    const messages = new Set<string>();
    for (const gone of [uuid, randomUUID()])
      for (const answer of [
        await tryShow(table, gone),
        await update(table, gone),
        await destroy(table, gone),
      ]) {
        expect(answer.statusCode, answer.payload).toBe(404);
        messages.add(answer.json().error);
      }
    expect([...messages]).toEqual([expect.stringMatching(/não existe mais/)]);
    for (const answer of [await tryShow(table, 'x'), await update(table, '1'), await destroy(table, 'x')])
      expect(answer.statusCode).toBe(404);
  });
});

/** Sends a new record and a change of a stored one that must be refused alike, and returns the errors. */
async function refusal(table: string, more: Record<string, unknown>): Promise<Record<string, string[]>> {
  const uuid = await store(table);
  const before = [await show(table, uuid), await counts(table)];
  const created = await trySave(table, { more });
  expect(created.statusCode, created.payload).toBe(422);
  const { error, message, errors } = created.json();
  const [first, ...others] = Object.values<string[]>(errors);
  const expected = others.length > 0 ? 'Confira os campos marcados.' : first?.[0];
  expect([error, message]).toEqual([expected, expected]);
  const changed = await update(table, uuid, { more });
  expect([changed.statusCode, changed.json().errors]).toEqual([422, errors]);
  expect([await show(table, uuid), await counts(table)]).toEqual(before);
  await destroy(table, uuid);
  return errors;
}

/** Returns whether an absent input is refused. */
const isRequired = ({ input }: Fields[string]) => input?.safeParse(undefined).success === false;

const maxOf = (field: Fields[string]) =>
  'max' in field && typeof field.max === 'number' ? field.max : undefined;
const isDigits = ({ input }: Fields[string]) =>
  input?.safeParse('1').success === true && !input.safeParse('x').success;

describe.each(definedByTable(listedResources))('%s: a form', (table, { fields }) => {
  const inputs = Object.entries(fields).flatMap(([name, field]) =>
    field.input ? [{ sent: inputNameOf(name, field), field }] : [],
  );

  it('stores every field as it was sent, keeps absent fields and clears empty ones', async () => {
    const sent = filled(fields);
    const uuid = await store(table, { more: sent });
    const whole = await show(table, uuid);
    expect(whole).toMatchObject(expectedOutput(fields, sent));

    const optional = inputs.filter(({ field }) => !isRequired(field) && field.output.safeParse(null).success);
    const absent = Object.fromEntries(optional.map(({ sent }) => [sent, undefined]));
    expect((await update(table, uuid, { more: { ...sent, ...absent } })).statusCode).toBe(200);
    const { version, updated_at, ...kept } = whole;
    expect(await show(table, uuid)).toMatchObject(kept);

    const empty = Object.fromEntries(optional.map(({ sent }) => [sent, '']));
    const refused = await update(table, uuid, { more: { ...sent, ...empty } });
    // Other values may need a value here. Whether they do is a rule of the resource.
    const needed = Object.keys(refused.json().errors ?? {});
    for (const name of needed) delete empty[name];
    const cleared = await update(table, uuid, { more: { ...sent, ...empty } });
    expect(cleared.statusCode, cleared.payload).toBe(200);
    const shown = await show(table, uuid);
    for (const [name, field] of Object.entries(fields))
      if (inputNameOf(name, field) in empty && field.inOutput !== false)
        expect(shown[outputNameOf(name, field)], name).toBeNull();
  });

  it('names each missing field with its message, and stores nothing', async () => {
    const required = inputs.filter(({ field }) => isRequired(field));
    const errors = await refusal(table, Object.fromEntries(required.map(({ sent }) => [sent, undefined])));
    expect(Object.keys(errors).sort()).toEqual(required.map(({ sent }) => sent).sort());
    for (const { sent, field } of required) {
      const [message] = errors[sent] ?? [];
      if ('what' in field) expect(message).toBe(`Informe ${field.what}.`);
      if ('missing' in field) expect(message).toBe(field.missing);
    }
    const blank = required.filter(({ field }) => 'what' in field || 'missing' in field);
    const again = await refusal(table, Object.fromEntries(blank.map(({ sent }) => [sent, ' \t\u00a0'])));
    expect(again).toEqual(Object.fromEntries(blank.map(({ sent }) => [sent, errors[sent]])));
  });

  const limited = inputs.filter(({ field }) => maxOf(field) !== undefined);
  const longTexts = (more: number) =>
    Object.fromEntries(
      limited.map(({ sent, field }) => [
        sent,
        (isDigits(field) ? '1' : 'x').repeat((maxOf(field) ?? 0) + more),
      ]),
    );

  it('accepts texts of the maximum length, and rejects one more character with 422', async () => {
    await destroy(table, await store(table, { more: longTexts(0) }));
    if (limited.length === 0) return;
    const unit = (field: Fields[string]) => (isDigits(field) ? 'números' : 'caracteres');
    expect(await refusal(table, longTexts(1))).toEqual(
      Object.fromEntries(
        limited.map(({ sent, field }) => [sent, [`Use no máximo ${maxOf(field)} ${unit(field)}.`]]),
      ),
    );
  });

  const INVALID: Record<string, string[]> = {
    day: ['2026-02-30', '31/12/2026'],
    instant: ['31/12/2026', '2026-02-30T12:00:00Z'],
    link: ['javascript:alert(1)', 'data:text/html,x', 'exemplo.com'],
    choice: ['999', 'toString'],
  };
  const checked = inputs.flatMap(({ sent, field }) => {
    const kind = field.options && !field.reference ? 'choice' : (field.kind ?? '');
    const isTime = field.input?.safeParse('08:30').success && !field.input.safeParse('x').success;
    const wrong = isTime ? ['24:00', 'meio-dia'] : INVALID[kind];
    return wrong ? [{ sent, wrong }] : [];
  });

  it.skipIf(checked.length === 0)(
    'rejects impossible dates and times, links that are scripts and unknown options with 422',
    async () => {
      for (const at of [0, 1]) {
        const errors = await refusal(
          table,
          Object.fromEntries(checked.map(({ sent, wrong }) => [sent, wrong[at]])),
        );
        expect(Object.keys(errors).sort()).toEqual(checked.map(({ sent }) => sent).sort());
      }
    },
  );
});

describe.each(byTable(singleResources))('%s: the only record', (table) => {
  const { endpointOf, call, storeOf, send } = contract;
  const read = () => call(endpointOf(table, /^\/admin\/[\w-]+$/));
  const save = (more: object = {}) => send(storeOf(table), { title: 'Aurora', more: { ...more } });

  it('answers 204 before its first save, 201 to that save and 200 to later ones, each with an audit entry', async () => {
    const none = await read();
    expect([none.statusCode, none.payload]).toEqual([204, '']);
    const answers = await Promise.all([save(), save(), save()]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 201]);
    const uuids = new Set(answers.map((answer) => answer.json().data.uuid));
    expect(uuids.size).toBe(1);
    const [uuid] = [...uuids];
    expect((await read()).json().data).toMatchObject({ uuid, version: 3 });
    expect((await audit(uuid)).map(({ action, entity, by }) => [action, entity, by])).toEqual(
      ['create', 'update', 'update'].map((action) => [action, table, author]),
    );
  });

  it('accepts one of two concurrent saves of the same version, and changes nothing on a conflict', async () => {
    await save();
    const { version } = (await read()).json().data;
    const answers = await Promise.all([save({ version }), save({ version })]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const before = [await read().then((answer) => answer.json()), await counts(table)];
    expect((await save({ version })).statusCode).toBe(409);
    expect([(await read()).json(), await counts(table)]).toEqual(before);
  });
});

describe.each(definedByTable(singleResources))('%s: the form of the only record', (table, { fields }) => {
  const { endpointOf, call, storeOf, send } = contract;
  const read = async () => (await call(endpointOf(table, /^\/admin\/[\w-]+$/))).json().data;
  const save = (more: Record<string, unknown>) => send(storeOf(table), { title: 'Aurora', more });
  const inputs = Object.entries(fields).filter(([, { input }]) => input);
  const optional = inputs.filter(([, field]) => !isRequired(field));
  const with_ = (some: typeof inputs, value: unknown) =>
    Object.fromEntries(some.map(([name]) => [name, value]));

  it('stores every field, keeps absent ones, clears empty ones, and refuses missing ones with 422', async () => {
    const sent = filled(fields);
    expect((await save(sent)).statusCode).toBeLessThan(300);
    const whole = expectedOutput(fields, sent);
    expect(await read()).toMatchObject(whole);
    await save({ ...sent, ...with_(optional, undefined) });
    expect(await read()).toMatchObject(whole);
    await save({ ...sent, ...with_(optional, '') });
    expect(await read()).toMatchObject(with_(optional, null));
    const before = [await read(), await counts(table)];
    const required = inputs.filter(([, field]) => isRequired(field));
    for (const nothing of [undefined, ' \t']) {
      if (required.length === 0) break;
      const answer = await save(with_(required, nothing));
      expect([answer.statusCode, Object.keys(answer.json().errors).sort()]).toEqual([
        422,
        required.map(([name]) => name).sort(),
      ]);
    }
    for (const [name, field] of inputs) {
      const max = maxOf(field);
      if (max === undefined) continue;
      const answer = await save({ ...sent, [name]: 'x'.repeat(max + 1) });
      expect([answer.statusCode, answer.json().errors]).toEqual([
        422,
        { [name]: [`Use no máximo ${max} caracteres.`] },
      ]);
    }
    expect([await read(), await counts(table)]).toEqual(before);
    for (const [name, field] of inputs) {
      const max = maxOf(field);
      if (max !== undefined) expect((await save({ [name]: 'x'.repeat(max) })).statusCode, name).toBe(200);
    }
  });
});

describe.each(byTable(orderedResources))('%s: an ordered record', (table) => {
  const three = async () => [await store(table), await store(table), await store(table)] as const;
  /** Lists the records of the test, in order. Others precede them. */
  const own = async (...uuids: string[]) => (await list(table)).uuids.filter((uuid) => uuids.includes(uuid));
  const positions = async () => (await list(table)).data.map(({ position }) => position);
  const dense = async () => expect(await positions()).toEqual((await positions()).map((_, at) => at + 1));

  it('goes last, or to its position in a save, and leaves no gap when it is deleted', async () => {
    const before = (await list(table)).uuids;
    const [a, b, c] = await three();
    expect((await list(table)).uuids).toEqual([...before, a, b, c]);
    const first = await store(table, { more: { position: 1 } });
    const last = await store(table, { more: { position: '999' } });
    expect((await list(table)).uuids).toEqual([first, ...before, a, b, c, last]);
    await update(table, a, { more: { position: 999 } });
    expect((await list(table)).uuids).toEqual([first, ...before, b, c, last, a]);
    await dense();
    await destroy(table, c);
    expect((await list(table)).uuids).toEqual([first, ...before, b, last, a]);
    await dense();
    expect(Object.keys(await refusal(table, { position: 0 }))).toEqual(['position']);
    expect(Object.keys(await refusal(table, { position: 'dois' }))).toEqual(['position']);
  });

  it('moves with the named ones before all others, without a new version, and with an audit entry', async () => {
    const [a, b, c] = await three();
    const before = (await list(table)).uuids.filter((uuid) => ![a, b, c].includes(uuid));
    const answer = await order(table, [c, a, c, randomUUID()]);
    expect([answer.statusCode, answer.json().data.message]).toEqual([200, expect.stringMatching(/^Ordem/)]);
    expect((await list(table)).uuids).toEqual([c, a, ...before, b]);
    await dense();
    expect((await show(table, c)).version).toBe(1);
    const { db } = contract.app().deps;
    const entries = await db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(1).execute();
    expect(entries).toMatchObject([{ action: 'order', entity: table, user_name: author }]);
  });

  it('rejects an order without a known record', async () => {
    const [a, b, c] = await three();
    expect((await order(table, [randomUUID()])).statusCode).toBe(404);
    for (const uuids of [[], ['x'], 'x', undefined]) {
      const answer = await order(table, uuids);
      expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['uuids']]);
    }
    expect(await own(a, b, c)).toEqual([a, b, c]);
  });

  it('keeps positions dense during concurrent writes', async () => {
    const uuids = await Promise.all([1, 2, 3, 4].map(() => store(table, { more: { position: 1 } })));
    await Promise.all([
      order(table, uuids),
      order(table, uuids.toReversed()),
      destroy(table, uuids[2] ?? ''),
      store(table),
    ]);
    await dense();
  });
});
