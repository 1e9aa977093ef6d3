import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestApp, engine, type TestApp, testClock } from '../../../test/app.ts';
import { formOf } from '../../../test/uploads.ts';
import { siteOffers } from '../../content/offers/offer.contract.ts';
import { storePhone, updatePhone } from '../../content/phones/phone.contract.ts';
import { siteQuestions, storeQuestion, updateQuestion } from '../../content/questions/question.contract.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { SERVER } from '../../platform/security/access.ts';
import { openPreviewDatabase } from '../../records/server/preview/previewDatabase.ts';
import { lockOrder } from '../../records/server/store/order.ts';
import { features } from '../features.ts';
import { createPreviews } from './previews.ts';

let app: TestApp;
let token: string;
let actor: Actor;

beforeAll(async () => {
  app = await createTestApp({ clock: testClock('2026-12-20T12:00:00.000Z') });
  token = await app.signIn();
  actor = (await app.deps.authenticate(token)) as Actor;
});
afterAll(() => app.remove());

const PHONE = { contact: 'SAC', ddi: '55', ddd: '85', number: '32224400', type: '1' };
const store = (fields: object = {}) =>
  app.request('POST', '/api/admin/phones/store', { token, json: { ...PHONE, ...fields } });
const person = () => ({ kind: 'person' as const, ip: '127.0.0.1', actor });
const names = async (db: Db) =>
  (await db.selectFrom('phones').select('contact').orderBy('id').execute()).map(({ contact }) => contact);
const onSite = async () =>
  (await app.request('GET', '/api/site/phones')).json().data.map((one: { contact: string }) => one.contact);

/** Starts a preview that waits for `until` and then does `work`. */
function waiting(
  preview: Deps['preview'],
  until: Promise<unknown>,
  work: Parameters<typeof preview<unknown>>[0]['act'] = async ({ db }) => names(db),
) {
  const opened = Promise.withResolvers<Db>();
  const ended = Promise.withResolvers<unknown>();
  const answer = preview({
    caller: person(),
    reader: actor,
    table: 'phones',
    async act(stage) {
      await names(stage.db);
      opened.resolve(stage.db);
      await until;
      const done = work(stage);
      ended.resolve(done);
      return done;
    },
  });
  answer.catch(() => undefined);
  ended.promise.catch(() => undefined);
  return { answer, opened: opened.promise, ended: ended.promise };
}

/** Returns previews that time out when the test says so. */
function withTimeout() {
  let timeOut = () => {};
  const start = (end: () => void) => {
    timeOut = end;
    return () => {};
  };
  return { previews: createPreviews(app.deps, features, { start }), timeOut: () => timeOut() };
}

test('a preview connection shows changed rows and cannot write stored ones', async () => {
  await store({ contact: 'Guardado' });
  const preview = await openPreviewDatabase(app.deps.database, ['phones', 'files']);
  const { db } = preview;
  const row = await db
    .selectFrom('phones')
    .selectAll()
    .where('contact', '=', 'Guardado')
    .executeTakeFirstOrThrow();
  await preview.put('phones', { ...row, contact: 'Mudado' });
  await preview.put('phones', { ...row, contact: 'Mudado outra vez' });
  await preview.add('phones', { ...row, uuid: crypto.randomUUID(), contact: 'Novo' });
  expect((await names(db)).slice(-2)).toEqual(['Mudado outra vez', 'Novo']);
  await preview.hide('phones', row.id);
  expect(await names(db)).not.toContain('Mudado outra vez');

  const schema = engine === 'sqlite' ? 'main' : 'public';
  for (const statement of [
    `update ${schema}.phones set contact = 'x'`,
    `delete from ${schema}.phones`,
    `insert into ${schema}.content_revision (id, revision) values (7, 7)`,
    `update ${schema}.record_versions set state = 'former'`,
    'delete from phones',
    `create table ${schema}.nothing (id integer)`,
  ])
    await expect(sql.raw(statement).execute(db), statement).rejects.toThrow();
  await expect(db.transaction().execute((trx) => trx.deleteFrom('audit_log').execute())).rejects.toThrow(
    /read-?only/i,
  );
  preview.close();
  await expect(names(db)).rejects.toThrow();
  expect(await onSite()).toContain('Guardado');
});

test('a save commits while a preview is open, and the preview continues', async () => {
  const saved = Promise.withResolvers<void>();
  const { answer, opened } = waiting(app.deps.preview, saved.promise);
  await opened;
  const answered = await store({ contact: 'Salvo durante' });
  expect(answered.statusCode).toBe(201);
  expect(await onSite()).toContain('Salvo durante');
  saved.resolve();
  expect(await answer).toEqual(expect.arrayContaining(['Salvo durante']));
});

test('a preview completes while a save is open, and does not see it', async () => {
  const { uuid } = (await store({ contact: 'Antes do salvamento' })).json().data;
  const written = Promise.withResolvers<void>();
  const previewed = Promise.withResolvers<void>();
  const saving = app.deps.write(actor, async ({ trx }) => {
    await lockOrder(trx, 'phones');
    await trx.updateTable('phones').set({ contact: 'Ainda não' }).where('uuid', '=', uuid).execute();
    written.resolve();
    await previewed.promise;
    throw new Error('not saved');
  });
  saving.catch(() => undefined);
  await written.promise;
  const { answer } = waiting(app.deps.preview, Promise.resolve(), async (stage) => {
    const endpoint = stage.endpoints.find(({ path }) => path === updatePhone.path);
    await stage.show(endpoint as never, { uuid }, { fields: { ...PHONE, contact: 'Visto' }, files: {} });
    return names(stage.db);
  });
  const shown = await answer;
  previewed.resolve();
  await expect(saving).rejects.toThrow('not saved');
  expect(shown).toContain('Visto');
  expect(shown).not.toContain('Ainda não');
});

test.runIf(engine === 'postgres')('a timeout of a preview cancels its running statement', async () => {
  const { previews, timeOut } = withTimeout();
  const started = Promise.withResolvers<number>();
  const answer = previews({
    caller: SERVER,
    reader: actor,
    async act({ db }) {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
      started.resolve(rows[0]?.pid ?? 0);
      await sql`select pg_sleep(600)`.execute(db);
    },
  });
  const pid = await started.promise;
  const running = async () =>
    (
      await sql`select 1 from pg_stat_activity where pid = ${pid} and query like '%pg_sleep%'`.execute(
        app.deps.db,
      )
    ).rows.length;
  await vi.waitFor(async () => expect(await running()).toBe(1));
  timeOut();
  await expect(answer).rejects.toMatchObject({ code: 'too_slow' });
  await vi.waitFor(async () => expect(await running()).toBe(0));
});

test('a preview that times out is refused, leaves nothing and closes its connection', async () => {
  const { uuid } = (await store({ contact: 'De antes' })).json().data;
  const at = '2026-12-21T12:00:00.000Z';
  await app.request('PUT', `/api/admin/phones/update/${uuid}`, {
    token,
    json: { ...PHONE, contact: 'Só amanhã', publish_at: at },
  });
  const everything = async () =>
    JSON.stringify(
      await Promise.all(
        (['phones', 'record_versions', 'audit_log', 'files', 'jobs'] as const).map((table) =>
          app.deps.db.selectFrom(table).selectAll().orderBy('id').execute(),
        ),
      ),
    );
  const before = await everything();
  const late = Promise.withResolvers<void>();
  const { previews, timeOut } = withTimeout();
  let pid: number | undefined;
  const { answer, opened, ended } = waiting(previews, late.promise, async (stage) => {
    await stage.moveClockTo(Date.parse(at));
    const endpoint = stage.endpoints.find(({ path }) => path === updatePhone.path);
    return stage.show(endpoint as never, { uuid }, { fields: { ...PHONE, contact: 'Tarde' }, files: {} });
  });
  const db = await opened;
  if (engine === 'postgres')
    pid = (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid;
  timeOut();
  await expect(answer).rejects.toMatchObject({ code: 'too_slow' });
  late.resolve();
  await expect(ended).rejects.toThrow();
  await expect(names(db)).rejects.toThrow();
  expect(await everything()).toBe(before);
  if (pid !== undefined)
    await vi.waitFor(async () => {
      const { rows } = await sql`select 1 from pg_stat_activity where pid = ${pid}`.execute(app.deps.db);
      expect(rows).toEqual([]);
    });
  expect((await store({ contact: 'Depois' })).statusCode).toBe(201);
});

test('a preview ends with its request, also in the queue, and releases its slot', async () => {
  const aborter = new AbortController();
  const never = new Promise<never>(() => {});
  const act = () => never;
  const previews = Array.from({ length: 5 }, () =>
    app.deps.preview({ caller: SERVER, reader: actor, signal: aborter.signal, act }),
  );
  aborter.abort(new Error('gone'));
  for (const result of await Promise.allSettled(previews)) expect(result.status).toBe('rejected');
  expect(await waiting(app.deps.preview, Promise.resolve()).answer).toEqual(expect.any(Array));
});

test('one user cannot fill the queue of previews', async () => {
  const otherUser = (await app.deps.authenticate(await app.signInAs('editor'))) as Actor;
  const aborter = new AbortController();
  const look = (reader: Actor, act: () => Promise<unknown>) =>
    app.deps.preview({ caller: SERVER, reader, signal: aborter.signal, act });
  const never = () => new Promise<never>(() => {});
  // One runs and five wait.
  const own = Array.from({ length: 6 }, () => look(actor, never));
  await expect(look(actor, never)).rejects.toMatchObject({ code: 'too_slow' });
  expect(await look(otherUser, async () => 'shown')).toBe('shown');
  aborter.abort(new Error('gone'));
  for (const result of await Promise.allSettled(own)) expect(result.status).toBe('rejected');
});

test('a preview shows a form without running its save', async () => {
  const shown = await app.deps.preview({
    caller: person(),
    reader: actor,
    table: 'phones',
    async act(stage) {
      const endpoint = stage.endpoints.find(({ path }) => path === storePhone.path);
      const { row, message } = await stage.show(
        endpoint as never,
        {},
        { fields: { ...PHONE, contact: 'Nunca salvo' }, files: {} },
      );
      return { contact: row.contact, message, names: await names(stage.db) };
    },
  });
  expect(shown).toMatchObject({ contact: 'Nunca salvo', names: expect.arrayContaining(['Nunca salvo']) });
  expect(shown.message).not.toBe('');
  expect(await onSite()).not.toContain('Nunca salvo');
});

test('a form builds only on a pending change of its own record', async () => {
  const [{ uuid: own }, { uuid: other }] = await Promise.all(
    ['Própria', 'Alheia'].map(async (contact) => (await store({ contact })).json().data),
  );
  await app.request('PUT', `/api/admin/phones/update/${other}`, {
    token,
    json: { ...PHONE, contact: 'Rascunho alheio', publish_at: 'later' },
  });
  const { id } = await app.deps.db
    .selectFrom('record_versions')
    .select('id')
    .where('uuid', '=', other)
    .where('state', '=', 'draft')
    .executeTakeFirstOrThrow();
  const show = (uuid?: string) =>
    app.deps.preview({
      caller: person(),
      reader: actor,
      table: 'phones',
      act(stage) {
        const call = uuid ? updatePhone : storePhone;
        const endpoint = stage.endpoints.find(({ path }) => path === call.path);
        const fields = { ...PHONE, replaces: String(id) };
        return stage.show(endpoint as never, uuid ? { uuid } : {}, { fields, files: {} });
      },
    });
  await expect(show(own)).rejects.toMatchObject({ code: 'conflict' });
  await expect(show()).rejects.toMatchObject({ code: 'conflict' });
  expect((await show(other)).row).toMatchObject({ uuid: other, contact: 'SAC' });
});

test('a preview shows ordered records at the positions of the form', async () => {
  const fields = (question: string) => ({ question, answer: 'Sim, todos os dias.', topic: 1 });
  const saved: { uuid: string }[] = [];
  for (const question of ['Primeira?', 'Segunda?', 'Terceira?']) {
    const json = fields(question);
    saved.push((await app.request('POST', '/api/admin/questions/store', { token, json })).json().data);
  }
  const order = (known: { path: string }, params: object, given: object) =>
    app.deps.preview({
      caller: person(),
      reader: actor,
      table: 'questions',
      async act(stage) {
        const endpoint = stage.endpoints.find(({ path }) => path === known.path);
        await stage.show(endpoint as never, params, { fields: given, files: {} });
        const { data } = await stage.call(siteQuestions);
        return data.map(({ question }) => question);
      },
    });
  const third = { uuid: saved[2]?.uuid };
  expect(await order(updateQuestion, third, { ...fields('Terceira?'), position: 1 })).toEqual([
    ...['Terceira?', 'Primeira?', 'Segunda?'],
  ]);
  expect(await order(storeQuestion, {}, { ...fields('Nova?'), position: 2 })).toEqual([
    ...['Primeira?', 'Nova?', 'Segunda?', 'Terceira?'],
  ]);
  expect(await order(storeQuestion, {}, fields('No fim?'))).toEqual([
    ...['Primeira?', 'Segunda?', 'Terceira?', 'No fim?'],
  ]);
});

test('a preview counts and finds offers that are published by then', async () => {
  const offer = (product: string, fields: object = {}) =>
    formOf({
      ...{ product, size: '1', unit: 'kg', price: '9.90', department: 'grocery' },
      ...{ valid_from: '2026-12-01', valid_until: '2027-01-31', ...fields },
    });
  const save = async (form: FormData) => {
    const answer = await app.request('POST', '/api/admin/offers/store', { token, form });
    expect(answer.statusCode, answer.payload).toBe(201);
  };
  await save(offer('Amendoim torrado'));
  await save(offer('Amendoim doce', { publish_at: '2026-12-22T12:00:00.000Z' }));
  const totals = (instant: string) =>
    app.deps.preview({
      caller: SERVER,
      reader: actor,
      async act({ call, moveClockTo }) {
        await moveClockTo(Date.parse(instant));
        const all = await call(siteOffers);
        const searched = await call(siteOffers, { query: { search: 'amendoim' } } as never);
        const short = await call(siteOffers, { query: { search: 'do' } } as never);
        return [all, searched, short].map(({ data }) => data.total);
      },
    });
  expect(await totals('2026-12-21T12:00:00.000Z')).toEqual([1, 1, 1]);
  expect(await totals('2026-12-23T12:00:00.000Z')).toEqual([2, 2, 2]);
});
