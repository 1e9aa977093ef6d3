import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bodyOf, confirmation, createTestApp, type TestApp, testClock } from '../../../test/app.ts';
import { emptyTables } from '../../../test/historyInvariants.ts';
import { fileOf, jpeg } from '../../../test/images.ts';
import { type Fields, uploadCalls } from '../../../test/uploads.ts';
import { branchOfferQueries, OFFER_TASKS, type OfferTask } from '../../content/offers/offerTasks.ts';
import type { Actor } from '../../platform/database/write.ts';
import { DAY_MS } from '../../shared/dates.ts';
import { describeEndpoints, FORTNIGHT_DAYS, getDashboard, MAX_OWN_BRANCHES } from './dashboard.contract.ts';

/** A Friday that is a national holiday. */
const NOON = '2026-11-20T15:00:00Z';
const TODAY = '2026-11-20';
const TABLES = [
  'banners',
  'daily_booklets',
  'movies',
  'offers',
  'exceptions',
  'branches',
  'files',
  'jobs',
  'audit_log',
] as const;

let app: TestApp;
let token: string;
let editor: Actor;
let picture: Buffer;

beforeAll(async () => {
  app = await createTestApp({
    clock: testClock(NOON),
    env: { SESSION_IDLE: '60d', SESSION_ABSOLUTE: '60d' },
  });
  token = await app.signIn();
  editor = (await app.deps.authenticate(token)) as Actor;
  picture = await jpeg();
});
afterAll(() => app.remove());
beforeEach(async () => {
  await emptyTables(app.deps, TABLES);
  await app.emptyStore();
  app.clock.set(NOON);
  app.deps.responseCache.invalidate();
  app.deps.publication.invalidate('all');
});

const calls = (resource: string, field: string, fields: Fields) =>
  uploadCalls(() => app, resource, { fields: () => fields, files: () => ({ [field]: fileOf(picture) }) });
const banners = calls('banners', 'image', { title: 'Churrasco' });
const offers = calls('daily-booklets', 'photos', { start_date: TODAY });
const movies = calls('movies', 'image', { name: 'A serra', type: '1', classification: '10' });

const branches = calls('branches', 'image', {
  ...{ email: 'loja@hiperaurora.example', phone: '(85) 3222-4400', number: '48', road: 'Rua das Flores' },
  ...{ district: 'Centro', city: 'Fortaleza', state: 'CE', zip_code: '60025-100' },
});
const pricedOffers = uploadCalls(() => app, 'offers', {
  fields: () => ({
    ...{ product: 'Café', size: '500', unit: 'g', price: '12,99', department: 'grocery' },
    ...{ valid_from: TODAY, valid_until: '2026-11-30' },
  }),
  files: () => ({}),
});

async function dashboard(as = token) {
  const answer = await app.request('GET', '/api/admin/dashboard', { token: as });
  expect(answer.statusCode, answer.payload).toBe(200);
  return bodyOf(getDashboard.answers[200], answer).data;
}
const storeBranch = (name: string, more: Fields = {}) => branches.storeRecord({ name, ...more });
const post = (path: string, json?: object, as: string | undefined = token) =>
  app.request('POST', `/api/admin${path}`, { ...(as && { token: as }), json: json ?? {} });

describe('the fortnight', () => {
  it('returns fourteen days from today with national holidays', async () => {
    const { days, today } = await dashboard();
    expect(today).toBe(TODAY);
    expect(days.map(({ day }) => day)).toHaveLength(FORTNIGHT_DAYS);
    expect(days.map(({ day }) => day).slice(-1)).toEqual(['2026-12-03']);
    expect(days[0]).toEqual({ day: TODAY, holiday: 'Consciência Negra', leaflets: 0, turns: [] });
    expect(days[1]?.holiday).toBeNull();
  });

  it("lists what begins and ends on its day in the chain's time zone", async () => {
    // Saturday in Brasília, Sunday in UTC.
    const uuid = await banners.storeRecord({
      starts_at: '2026-11-22T01:30:00Z',
      ends_at: '2026-11-25T15:00:00Z',
    });
    await banners.storeRecord({ title: 'Longe', starts_at: '2026-12-04T03:00:00Z' });
    const movie = await movies.storeRecord({ release_date: '2026-11-26' });
    const { days, live } = await dashboard();
    const on = (day: string) => days.find((one) => one.day === day)?.turns;
    expect(on('2026-11-21')).toMatchObject([
      { kind: 'banner_starts', table: 'banners', uuid, title: 'Churrasco' },
    ]);
    expect(on('2026-11-25')).toMatchObject([{ kind: 'banner_ends', uuid }]);
    expect(on('2026-11-26')).toMatchObject([{ kind: 'movie_starts', uuid: movie, title: 'A serra' }]);
    expect(days.flatMap(({ turns }) => turns)).toHaveLength(3);
    expect(live.banners).toBe(0);
  });

  it('lists scheduled changes and unpublications', async () => {
    const uuid = await banners.storeRecord();
    const saved = await banners.update(uuid, { title: 'Natal', publish_at: '2026-11-24T12:00:00Z' });
    expect(saved.statusCode, saved.payload).toBe(200);
    const gone = await banners.update(uuid, { title: 'Churrasco', withdraw_at: '2026-11-27T12:00:00Z' });
    expect(gone.statusCode, gone.payload).toBe(200);
    const { days } = await dashboard();
    const turns = days.flatMap((day) => day.turns.map(({ kind, title }) => [day.day, kind, title]));
    expect(turns).toEqual([
      ['2026-11-24', 'change_published', 'Natal'],
      ['2026-11-27', 'record_leaves', 'Churrasco'],
    ]);
  });

  it('counts the daily offers of each day', async () => {
    await offers.storeRecord();
    await offers.storeRecord({ start_date: '2026-11-23' });
    await offers.storeRecord({ start_date: '2026-11-23' });
    const { days } = await dashboard();
    expect(days.slice(0, 5).map(({ leaflets }) => leaflets)).toEqual([1, 0, 0, 2, 0]);
  });
});

describe('repetition of daily offers', () => {
  it("repeats today's offers tomorrow, once, with pictures and texts", async () => {
    await offers.storeRecord({ alt: 'Uvas a 6,99' });
    await offers.storeRecord();
    expect((await dashboard()).waiting.leaflets_of_tomorrow).toBe(0);
    const answer = await post('/daily-booklets/repeat');
    expect(answer.statusCode, answer.payload).toBe(200);
    expect(answer.json().data.message).toBe('As 2 ofertas de hoje valem também amanhã, 21/11/2026.');
    expect((await dashboard()).waiting.leaflets_of_tomorrow).toBe(2);
    const again = await post('/daily-booklets/repeat');
    expect([again.statusCode, again.json().message]).toEqual([409, 'Amanhã já tem ofertas.']);
    app.clock.advance(DAY_MS);
    app.deps.responseCache.invalidate();
    const site = await app.request('GET', '/api/site/daily-booklets');
    const { data } = site.json() as { data: { photos: { url_s3: string; alt: string | null } }[] };
    expect(data.map(({ photos }) => photos.alt)).toEqual(['Uvas a 6,99', null]);
    const [first] = data;
    const path = new URL(first?.photos.url_s3 ?? '', 'http://localhost').pathname;
    expect((await app.request('GET', path)).statusCode).toBe(200);
  });

  it('keeps the picture of a repeated offer when the original is deleted', async () => {
    const uuid = await offers.storeRecord();
    await post('/daily-booklets/repeat');
    expect((await offers.destroy(uuid)).statusCode).toBe(200);
    app.clock.advance(DAY_MS);
    app.deps.responseCache.invalidate();
    const { data } = (await app.request('GET', '/api/site/daily-booklets')).json();
    const path = new URL(data[0].photos.url_s3, 'http://localhost').pathname;
    expect((await app.request('GET', path)).statusCode).toBe(200);
  });

  it('repeats offers once when several requests arrive at once', async () => {
    await offers.storeRecord();
    const answers = await Promise.all(Array.from({ length: 4 }, () => post('/daily-booklets/repeat')));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409]);
    expect((await dashboard()).waiting.leaflets_of_tomorrow).toBe(1);
  });

  it('answers 409 if there are no offers today and 401 without a session', async () => {
    const answer = await post('/daily-booklets/repeat');
    expect([answer.statusCode, answer.json().message]).toEqual([409, 'Hoje não há ofertas para repetir.']);
    expect((await post('/daily-booklets/repeat', {}, '')).statusCode).toBe(401);
  });
});

it('counts daily offer pictures without a text from today on', async () => {
  await offers.storeRecord();
  await offers.storeRecord({ start_date: '2026-11-25' });
  await offers.storeRecord({ start_date: '2026-11-24', text: 'Picanha: R$ 59,90' });
  await offers.storeRecord({ start_date: '2026-11-19' });
  await offers.storeRecord({ publish_at: 'later' });
  expect((await dashboard()).waiting.leaflets_without_text).toBe(2);
});

describe('a long-running movie', () => {
  it('reports a long-running movie and ends it', async () => {
    const uuid = await movies.storeRecord({ release_date: '2026-10-01' });
    await movies.storeRecord({ name: 'Novo', release_date: '2026-11-12' });
    await movies.storeRecord({ name: 'Fora', release_date: '2026-01-12', type: '2' });
    const { waiting } = await dashboard();
    expect(waiting.long_running_movies).toEqual([
      { uuid, title: 'A serra', version: 1, since: '2026-10-01' },
    ]);
    const stale = await post(`/movies/end/${uuid}`, { version: 7 });
    expect(stale.statusCode).toBe(409);
    const answer = await post(`/movies/end/${uuid}`, { version: 1 });
    expect(answer.statusCode, answer.payload).toBe(200);
    expect((await dashboard()).waiting.long_running_movies).toEqual([]);
    const list = await app.request('GET', '/api/admin/movies?search=encerrado&page=1', { token });
    expect(list.json().data.map(({ name }: { name: string }) => name)).toContain('A serra');
    expect((await post(`/movies/end/${uuid}`, { version: 2 })).statusCode).toBe(409);
  });

  it('answers 404, 401 and 422 to ending an unknown movie, without a session and with an invalid version', async () => {
    const uuid = await movies.storeRecord({ release_date: '2026-10-01' });
    expect((await post(`/movies/end/${randomUUID()}`)).statusCode).toBe(404);
    expect((await post(`/movies/end/${uuid}`, {}, '')).statusCode).toBe(401);
    expect((await post(`/movies/end/${uuid}`, { version: 'x' })).statusCode).toBe(422);
  });
});

describe('pictures without a text', () => {
  const describePath = (uuid: string) => `/descriptions/banners/${uuid}`;

  it('counts published pictures without a text and saves their texts', async () => {
    const uuid = await banners.storeRecord();
    await banners.storeRecord({ title: 'Dito', alt: 'Uma grelha' });
    await banners.storeRecord({ title: 'Guardado', publish_at: 'later' });
    await banners.storeRecord({ title: 'Velho', ends_at: '2026-11-01T12:00:00Z' });
    const { without_alt } = (await dashboard()).waiting;
    expect(without_alt).toMatchObject({ count: 1, first: [{ table: 'banners', uuid, title: 'Churrasco' }] });
    const answer = await post(describePath(uuid), { alt: '  Carne na grelha ', version: 1 });
    expect(answer.statusCode, answer.payload).toBe(200);
    expect(answer.json().data).toMatchObject({ uuid, version: 2 });
    expect((await dashboard()).waiting.without_alt).toEqual({ count: 0, first: [] });
    const found = await app.request('GET', '/api/admin/banners?search=grelha&page=1', { token });
    expect(found.json().meta.total).toBe(2);
  });

  it('does not count a picture that staff marked as decorative', async () => {
    const uuid = await banners.storeRecord();
    expect((await post(describePath(uuid), { alt: '' })).statusCode).toBe(200);
    expect((await dashboard()).waiting.without_alt.count).toBe(0);
  });

  it('rejects a missing or long text, an outdated version, an unknown record and an anonymous caller', async () => {
    const uuid = await banners.storeRecord();
    expect((await post(describePath(uuid), {})).json().errors).toHaveProperty('alt');
    expect((await post(describePath(uuid), { alt: 'a'.repeat(301) })).statusCode).toBe(422);
    expect((await post(describePath(uuid), { alt: 'a', version: 9 })).statusCode).toBe(409);
    expect((await post(describePath(randomUUID()), { alt: 'a' })).statusCode).toBe(404);
    expect((await post(describePath(uuid), { alt: 'a' }, '')).statusCode).toBe(401);
  });

  it('has a description endpoint for each table with one picture', () => {
    expect([...describeEndpoints.keys()].sort()).toEqual(
      ['banners', 'branches', 'daily_booklets', 'movies', 'recipes', 'shops'].sort(),
    );
  });
});

describe('pending work', () => {
  it('lists drafts after three days and publishes them', async () => {
    const shown = await banners.storeRecord();
    await banners.update(shown, { title: 'Outro', publish_at: 'later' });
    const hidden = await banners.storeRecord({ title: 'Novo', publish_at: 'later' });
    expect((await dashboard()).waiting.drafts).toEqual([]);
    app.clock.advance(3 * DAY_MS);
    const { drafts } = (await dashboard()).waiting;
    expect(drafts).toMatchObject([
      { uuid: shown, title: 'Outro', version: 1, change: expect.any(Number), by: editor.name },
      { uuid: hidden, title: 'Novo', version: 1, change: null },
    ]);
    const [change] = drafts;
    const published = await post(`/history/banners/${shown}/${change?.change}/publish`, { version: 1 });
    expect(published.statusCode, published.payload).toBe(200);
    expect((await post(`/publication/banners/${hidden}/publish`, { version: 1 })).statusCode).toBe(200);
    expect((await dashboard()).waiting.drafts).toEqual([]);
  });

  it('does not list unpublished records as drafts', async () => {
    const uuid = await banners.storeRecord();
    await post(`/publication/banners/${uuid}/withdraw`, { version: 1 });
    app.clock.advance(5 * DAY_MS);
    expect((await dashboard()).waiting.drafts).toEqual([]);
  });

  it('lists scheduled changes that could not be published, with the reason', async () => {
    const uuid = await banners.storeRecord({ starts_at: '2026-11-20T12:00:00Z' });
    await banners.update(uuid, {
      title: 'Natal',
      ends_at: '2026-11-28T12:00:00Z',
      publish_at: '2026-11-21T12:00:00Z',
    });
    // The change would end before it starts.
    await banners.update(uuid, { title: 'Churrasco', starts_at: '2026-11-29T12:00:00Z', ends_at: '' });
    app.clock.advance(DAY_MS);
    const { refused, drafts } = (await dashboard()).waiting;
    expect(refused).toMatchObject([
      { table: 'banners', uuid, title: 'Natal', change: expect.any(Number), reason: expect.any(String) },
    ]);
    expect(drafts).toEqual([]);
  });
});

describe('offers to look at', () => {
  const of = (...branches: string[]) => ({ branches: JSON.stringify(branches) });
  const piece = { product: 'Arroz 5 kg', size: '1', unit: 'un' };

  it('counts offers that end today or lack a photo or a unit price, as the linked lists show them', async () => {
    await pricedOffers.storeRecord({ ...piece, valid_until: TODAY, image: fileOf(picture) });
    await pricedOffers.storeRecord({ valid_from: '2026-11-25' });
    await pricedOffers.storeRecord({ valid_until: TODAY, publish_at: 'later' });
    await pricedOffers.storeRecord({ ...piece, valid_from: '2026-11-01', valid_until: '2026-11-19' });
    const { offers: counts } = (await dashboard()).waiting;
    expect(counts).toEqual({ ending_today: 1, without_photo: 1, without_unit_price: 1 });
    for (const [task, query] of Object.entries(OFFER_TASKS)) {
      const address = `/api/admin/offers?page=1&${new URLSearchParams(query)}`;
      const list = await app.request('GET', address, { token });
      expect([task, list.json().meta.total]).toEqual([task, counts[task as OfferTask]]);
    }
  });

  it('counts only what the caller sees in the list of offers', async () => {
    const [own, other] = [await storeBranch('Centro'), await storeBranch('Praia')];
    for (const where of [of(own), of(own), of(other), of(own, other), {}])
      await pricedOffers.storeRecord({ ...where, valid_until: TODAY });
    const endingFor = async (as: string) => (await dashboard(as)).waiting.offers.ending_today;
    expect(await endingFor(token)).toBe(5);
    expect(await endingFor(await app.signInAs('store', [own]))).toBe(2);
    expect(await endingFor(await app.signInAs('store', [own, other]))).toBe(4);
    expect(await endingFor(await app.signInAs('store', []))).toBe(0);
    expect(await endingFor(await app.signInAs('recruitment'))).toBe(0);
  });
});

describe('a user of some branches', () => {
  const week = JSON.stringify(
    [1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, opens: '07:00', closes: '22:00' })),
  );
  const specialDay = (date: string, reason: string, places: string[], more: object = {}) =>
    post('/exceptions/store', { date, reason, type: 1, places, ...more });
  const of = (...uuids: string[]) => ({ branches: JSON.stringify(uuids) });
  const cardsOf = async (as: string) => (await dashboard(as)).own_branches;

  it('sees the hours, offers and coming days of the own branch alone', async () => {
    const [own, other] = [await storeBranch('Centro', { hours: week }), await storeBranch('Praia')];
    await specialDay(TODAY, 'Consciência Negra', ['all'], {
      ...{ type: 2, hours: [{ opens: '08:00', closes: '14:00' }] },
    });
    await specialDay('2026-11-24', 'Balanço', [own]);
    await specialDay('2026-11-25', 'Reforma', [other]);
    await specialDay('2026-12-25', 'Natal', ['all']);
    await pricedOffers.storeRecord({ ...of(own), valid_until: TODAY });
    await pricedOffers.storeRecord(of(own));
    await pricedOffers.storeRecord({ ...of(own), valid_from: '2026-11-25' });
    await pricedOffers.storeRecord(of(other));
    await pricedOffers.storeRecord(of(own, other));
    await pricedOffers.storeRecord();
    const keeper = await app.signInAs('store', [own]);
    expect(await cardsOf(keeper)).toEqual([
      {
        ...{ uuid: own, name: 'Centro', published: true, reason: 'Consciência Negra' },
        hours: [{ opens: '08:00', closes: '14:00' }],
        offers: { current: 2, ending_today: 1, shared: 2 },
        coming: [{ date: '2026-11-24', reason: 'Balanço', hours: [] }],
      },
    ]);
    const list = async (query: Record<string, string>) => {
      const answer = await app.request('GET', `/api/admin/offers?page=1&${new URLSearchParams(query)}`, {
        token: keeper,
      });
      return answer.json().meta.total;
    };
    const { current, ending_today } = branchOfferQueries(own);
    expect([await list(current), await list(ending_today)]).toEqual([2, 1]);
  });

  it('sees the weekly hours on usual days, none on closed ones, and holidays that nobody decided', async () => {
    const [own, other] = [await storeBranch('Centro', { hours: week }), await storeBranch('Praia')];
    const keeper = await app.signInAs('store', [own, other]);
    app.clock.set('2026-12-05T15:00:00Z');
    const [one, two] = await cardsOf(keeper);
    expect([one?.hours, one?.reason]).toEqual([[{ opens: '07:00', closes: '22:00' }], null]);
    expect(two?.hours).toBeNull();
    const christmas = { date: '2026-12-25', reason: 'Natal', hours: null };
    expect([one?.coming, two?.coming].map((coming) => coming?.at(-1))).toEqual([christmas, christmas]);
    app.clock.set('2026-12-06T15:00:00Z');
    expect((await cardsOf(keeper))[0]?.hours).toEqual([]);
    await specialDay('2026-12-25', 'Natal', [own], { type: 3 });
    const after = await cardsOf(keeper);
    expect(after.map(({ coming }) => coming.map(({ reason }) => reason))).toEqual([
      ['Véspera de Natal'],
      ['Véspera de Natal', 'Natal'],
    ]);
  });

  it('has a card for each of the first branches only, and none without a branch', async () => {
    const uuids: string[] = [];
    for (let at = 0; at <= MAX_OWN_BRANCHES; at += 1) uuids.push(await storeBranch(`Filial ${at}`));
    expect(await cardsOf(await app.signInAs('store', uuids))).toHaveLength(MAX_OWN_BRANCHES);
    expect(await cardsOf(await app.signInAs('store', []))).toEqual([]);
    expect(await cardsOf(token)).toEqual([]);
  });

  it('sees a draft of the own branch, and its offers, only with the permissions for them', async () => {
    const [own, draft] = [await storeBranch('Centro'), await storeBranch('Nova', { publish_at: 'later' })];
    const answer = await post('/roles/store', {
      ...{ name: 'Só feriados', permissions: ['exceptions.read'], own_branches: true },
      current_password: confirmation.current_password,
    });
    expect(answer.statusCode, answer.payload).toBe(201);
    const { key, uuid } = answer.json().data;
    expect(await cardsOf(await app.signInAs(key ?? uuid, [own, draft]))).toMatchObject([
      { uuid: own, published: true, offers: null },
    ]);
    const keeper = await app.signInAs('store', [own, draft]);
    expect(await cardsOf(keeper)).toMatchObject([{ uuid: own }, { uuid: draft, published: false }]);
  });
});

it('offers the preview of a day to those who may read all that the site shows', async () => {
  for (const [role, previews] of [
    ['admin', true],
    ['reader', true],
    ['recruitment', false],
    ['store', false],
  ] as const)
    expect([role, (await dashboard(await app.signInAs(role, []))).previews]).toEqual([role, previews]);
});

it('lists the latest changes with the titles of their records', async () => {
  const uuid = await banners.storeRecord();
  await banners.update(uuid, { title: 'Natal', publish_at: 'later' });
  await banners.update(uuid, { title: 'Ano novo', publish_at: '2026-11-29T12:00:00Z' });
  await post(`/publication/banners/${uuid}/withdraw`, { version: 1 });
  await post(`/publication/banners/${uuid}/publish`, { version: 2 });
  await banners.destroy(uuid);
  await post(`/bin/banners/${uuid}/restore`);
  const { changed } = await dashboard();
  expect(changed.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['restore', 'delete', 'publish', 'withdraw', 'schedule', 'draft']),
  );
  expect(new Set(changed.map(({ name }) => name)).has(null)).toBe(false);
  expect(changed.every(({ exists }) => exists)).toBe(true);
});

it('answers 401 without a session', async () => {
  expect((await app.request('GET', '/api/admin/dashboard')).statusCode).toBe(401);
});
