import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { up as boundMissedSearches } from '../../../migrations/0048_bounded_missed_searches.ts';
import { bodyOf, createTestApp, type TestApp, testClock } from '../../../test/app.ts';
import { fileOf, jpeg } from '../../../test/images.ts';
import { uploadCalls } from '../../../test/uploads.ts';
import { getDashboard } from '../../office/dashboard/dashboard.contract.ts';
import {
  createPageViewCounter,
  MAX_FAILED_SEARCHES_PER_DAY,
  type PageViewCounter,
  purgePageViews,
} from './pageView.service.ts';

const NOON = '2026-11-20T15:00:00Z';
const TODAY = '2026-11-20';
const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const ROBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const HERE = { ip: '203.0.113.7', agent: BROWSER };

let app: TestApp;
let token: string;
let movie: string;
let reads: PageViewCounter;

beforeAll(async () => {
  app = await createTestApp({
    clock: testClock(NOON),
    env: { SESSION_IDLE: '60d', SESSION_ABSOLUTE: '60d' },
  });
  token = await app.signIn();
  const picture = await jpeg();
  const movies = uploadCalls(() => app, 'movies', {
    fields: () => ({ name: 'A serra', type: '1', classification: '10' }),
    files: () => ({ image: fileOf(picture) }),
  });
  movie = await movies.storeRecord();
});
afterAll(() => app.remove());
beforeEach(async () => {
  app.clock.set(NOON);
  await app.deps.db.deleteFrom('page_reads').execute();
  await app.deps.db.deleteFrom('missed_searches').execute();
  reads = createPageViewCounter(app.deps);
});

const stored = () =>
  app.deps.db.selectFrom('page_reads').selectAll().orderBy('page').orderBy('uuid').execute();
const send = (json: unknown, headers: Record<string, string> = {}) =>
  app.request('POST', '/api/site/reads', { json, headers: { 'user-agent': BROWSER, ...headers } });
async function news() {
  const answer = await app.request('GET', '/api/admin/dashboard', { token });
  return bodyOf(getDashboard.answers[200], answer).data.reads;
}

describe('page views', () => {
  it('adds up page views by day, page and record over two instances', async () => {
    const other = createPageViewCounter(app.deps);
    for (let at = 0; at < 3; at += 1) reads.count({ page: '/cinema/:uuid', uuid: movie }, HERE);
    other.count({ page: '/cinema/:uuid', uuid: movie.toUpperCase() }, HERE);
    other.count({ page: '/' }, HERE);
    await Promise.all([reads.flush(), other.flush()]);
    expect(await stored()).toEqual([
      { day: TODAY, page: '/', uuid: '', count: 1 },
      { day: TODAY, page: '/cinema/:uuid', uuid: '', count: 4 },
      { day: TODAY, page: '/cinema/:uuid', uuid: movie, count: 4 },
    ]);
    await reads.flush();
    expect(await stored()).toHaveLength(3);
  });

  it('does not count records that do not exist', async () => {
    reads.count({ page: '/cinema/:uuid', uuid: randomUUID() }, HERE);
    reads.count({ page: '/shops/:uuid', uuid: movie }, HERE);
    await reads.flush();
    expect((await stored()).map(({ page, uuid }) => [page, uuid])).toEqual([
      ['/cinema/:uuid', ''],
      ['/shops/:uuid', ''],
    ]);
  });

  it('does not count bots or requests without a user agent', async () => {
    reads.count({ page: '/' }, { ...HERE, agent: ROBOT });
    reads.count({ page: '/' }, { ...HERE, agent: '' });
    await reads.flush();
    expect(await stored()).toEqual([]);
  });

  it("counts by the day of the chain's time zone", async () => {
    app.clock.set('2026-11-21T02:30:00Z');
    reads.count({ page: '/' }, HERE);
    await reads.flush();
    expect((await stored())[0]?.day).toBe(TODAY);
  });
});

describe('counting endpoint', () => {
  it('answers 204 without a body or a cookie', async () => {
    const answer = await send({ page: '/cinema/:uuid', uuid: movie, missed: 'pão' });
    expect([answer.statusCode, answer.payload, answer.headers['set-cookie']]).toEqual([204, '', undefined]);
  });

  it.each([
    {},
    { page: '/admin/dashboard' },
    { page: '/offline' },
    { page: '/', uuid: randomUUID() },
    { page: '/cinema/:uuid' },
    { page: '/cinema/:uuid', uuid: 'x' },
    { page: '/', missed: 'a'.repeat(201) },
    { page: 'toString' },
  ])('answers 422 to %j', async (json) => expect((await send(json)).statusCode).toBe(422));

  it('answers 429 for a minute to an address that sends too many page views', async () => {
    app.clock.advance(10 * 60_000);
    const answers = await Promise.all(Array.from({ length: 125 }, () => send({ page: '/' })));
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(5);
    const last = await send({ page: '/' });
    expect([last.statusCode, last.headers['retry-after']]).toEqual([429, '60']);
    app.clock.advance(60_000);
    expect((await send({ page: '/' })).statusCode).toBe(204);
  });
});

describe('failed searches', () => {
  let calls = 0;
  const miss = async (search: string, times: number) => {
    for (let at = 0; at < times; at += 1) {
      calls += 1;
      const ip = `198.51.100.${calls % 200}`;
      reads.count({ page: '/tips-and-recipes', missed: search }, { ...HERE, ip });
    }
    await reads.flush();
  };

  it('reports a failed search after three occurrences, ignoring accents', async () => {
    await miss('Pão de queijo', 2);
    expect((await news()).missed).toEqual([]);
    await miss('PAO DE QUEIJO', 1);
    expect((await news()).missed).toEqual([{ words: 'pao de queijo', count: 3 }]);
  });

  it('does not store a search with fewer than three occurrences', async () => {
    for (let at = 0; at < 60; at += 1) await miss(`raro ${at}`, at % 2 ? 1 : 2);
    expect(await app.deps.db.selectFrom('missed_searches').selectAll().execute()).toEqual([]);
  });

  it('does not store a search of a single address, however often it was made', async () => {
    for (let at = 0; at < 5; at += 1) reads.count({ page: '/search', missed: 'sozinho' }, HERE);
    await reads.flush();
    expect(await app.deps.db.selectFrom('missed_searches').selectAll().execute()).toEqual([]);
    reads.count({ page: '/search', missed: 'sozinho' }, { ...HERE, ip: '203.0.113.8' });
    await reads.flush();
    const rows = await app.deps.db.selectFrom('missed_searches').select(['words', 'count']).execute();
    expect(rows).toEqual([{ words: 'sozinho', count: 6 }]);
  });

  it('two addresses together cannot use up the daily limit of searches', async () => {
    for (let at = 0; at < MAX_FAILED_SEARCHES_PER_DAY; at += 1) {
      if (at % 30 === 0) app.clock.advance(60_000);
      for (const last of [7, 8, 7])
        reads.count({ page: '/search', missed: `enchente ${at}` }, { ...HERE, ip: `203.0.113.${last}` });
    }
    await reads.flush();
    const rows = await app.deps.db.selectFrom('missed_searches').select('words').execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.length).toBeLessThanOrEqual(MAX_FAILED_SEARCHES_PER_DAY / 4);
    await miss('pao de queijo', 3);
    const after = await app.deps.db.selectFrom('missed_searches').select('words').execute();
    expect(after.map(({ words }) => words)).toContain('pao de queijo');
  });

  it('limits the distinct searches that several instances store per day', async () => {
    const others = [createPageViewCounter(app.deps), createPageViewCounter(app.deps)];
    for (const [of, instance] of others.entries())
      for (let at = 0; at < MAX_FAILED_SEARCHES_PER_DAY - 50; at += 1) {
        if (at % 30 === 0) app.clock.advance(60_000);
        for (let time = 0; time < 3; time += 1)
          instance.count(
            { page: '/search', missed: `${'ab'[of]} ${at}` },
            { ...HERE, ip: `203.0.${of}.${(at * 3 + time) % 200}` },
          );
      }
    await Promise.all(others.map((instance) => instance.flush()));
    const total = async () =>
      (await app.deps.db.selectFrom('missed_searches').select('words').execute()).length;
    expect(await total()).toBe(MAX_FAILED_SEARCHES_PER_DAY);
    const [known] = await app.deps.db.selectFrom('missed_searches').selectAll().execute();
    if (!known) throw new Error('nothing stored');
    await miss(known.words, 3);
    expect(await total()).toBe(MAX_FAILED_SEARCHES_PER_DAY);
    const { count } = await app.deps.db
      .selectFrom('missed_searches')
      .select('count')
      .where('words', '=', known.words)
      .executeTakeFirstOrThrow();
    expect(count).toBe(known.count + 3);
  });

  it('the migration keeps the 200 most frequent searches of each day and no rare one', async () => {
    const { db } = app.deps;
    const row = (day: string, at: number) => ({ day, words: `busca ${at}`, count: at });
    const rows = ['2026-11-18', '2026-11-19'].flatMap((day, of) =>
      Array.from({ length: of ? 5 : 260 }, (_, at) => row(day, at + 1)),
    );
    await db.insertInto('missed_searches').values(rows).execute();
    await boundMissedSearches(db as never);
    const kept = await db.selectFrom('missed_searches').selectAll().execute();
    const countsOf = (day: string) =>
      kept
        .filter((one) => one.day === day)
        .map(({ count }) => Number(count))
        .toSorted((a, b) => a - b);
    expect(countsOf('2026-11-18')).toEqual(
      Array.from({ length: MAX_FAILED_SEARCHES_PER_DAY }, (_, at) => at + 61),
    );
    expect(countsOf('2026-11-19')).toEqual([3, 4, 5]);
  });

  it('does not store a search that may be personal data', async () => {
    for (const search of ['ana@exemplo.example', '85 99999-0000', '123.456.789-09']) await miss(search, 3);
    expect(await app.deps.db.selectFrom('missed_searches').selectAll().execute()).toEqual([]);
  });
});

it('returns 30 days of page views and the most viewed records of the week', async () => {
  await app.deps.db
    .insertInto('page_reads')
    .values([
      { day: '2026-11-18', page: '/booklets-day', uuid: '', count: 7 },
      { day: '2026-11-01', page: '/booklets-day', uuid: '', count: 9 },
      { day: '2026-10-01', page: '/', uuid: '', count: 100 },
    ])
    .execute();
  const { days, pages, records } = await news();
  expect(days).toHaveLength(30);
  expect(days.at(-1)).toEqual({ day: TODAY, count: 0 });
  expect(days.filter(({ count }) => count > 0)).toEqual([
    { day: '2026-11-01', count: 9 },
    { day: '2026-11-18', count: 7 },
  ]);
  expect(pages).toEqual([{ page: '/booklets-day', count: 7 }]);
  expect(records).toEqual([]);
});

it('keeps page views for the configured months and searches for 90 days', async () => {
  const { db } = app.deps;
  const read = (day: string) => ({ day, page: '/', uuid: '', count: 1 });
  await db.insertInto('page_reads').values(['2025-10-19', '2025-10-20'].map(read)).execute();
  const missed = (day: string) => ({ day, words: 'pao', count: 3 });
  await db.insertInto('missed_searches').values(['2026-08-21', '2026-08-22'].map(missed)).execute();
  await purgePageViews(app.deps);
  expect((await stored()).map(({ day }) => day)).toEqual(['2025-10-20']);
  const kept = await db.selectFrom('missed_searches').select('day').execute();
  expect(kept.map(({ day }) => day)).toEqual(['2026-08-22']);
});
