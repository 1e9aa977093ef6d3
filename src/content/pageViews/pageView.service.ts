import { createHmac, randomBytes } from 'node:crypto';
import { isbot } from 'isbot';
import { PostgresAdapter, type SqlBool, sql } from 'kysely';
import { driftSafeNow } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { callerKey } from '../../platform/security/rateLimits.ts';
import { isPublished } from '../../records/server/publication/visibility.ts';
import { addDays, dayAt, MINUTE_MS } from '../../shared/dates.ts';
import { Failure } from '../../shared/failure.ts';
import { type CountedPage, isSitePage, tableOfPage } from '../../shared/sitePages.ts';
import { countableSearch } from './failedSearch.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    page_reads: { day: string; page: string; uuid: string; count: number };
    missed_searches: { day: string; words: string; count: number };
  }
}

const FLUSH_MS = 3000;
/** Most counters in memory until the next flush; further pages and searches are not counted. */
const MAX_PAGE_COUNTERS = 5000;
const MAX_SEARCH_COUNTERS = 500;
/** Rare searches of a day that are kept in memory; the oldest one makes room for a new one. */
const MAX_RARE_SEARCHES = 5000;
/**
 * Fewest occurrences of a stored search. A rarer one may be one visitor's words, so it never reaches the
 * database.
 */
const MIN_OCCURRENCES = 3;
/** Most rare searches of one address per day that count, so that no address fills the day alone. */
const MAX_RARE_SEARCHES_PER_ADDRESS = 60;
/** Most distinct searches that all instances together store per day. */
export const MAX_FAILED_SEARCHES_PER_DAY = 200;
/** Most page views of one address per minute; a household behind one address needs fewer. */
const MAX_VIEWS_PER_MINUTE = 120;
const MAX_ADDRESSES = 20_000;

export interface PageView {
  page: CountedPage;
  uuid?: string | undefined;
  missed?: string | undefined;
}

export interface PageViewCounter {
  /** Counts a page view in memory. Throws `too_many` for an address that sends too many. */
  count(read: PageView, from: { ip: string; agent: string }): void;
  /** Writes the counts to the database. */
  flush(): Promise<void>;
}

/**
 * Creates counters in memory, which are added to the database every few seconds. No visitor waits for a
 * write, and instances add up. Addresses never leave memory: they limit the calls of a minute, and their
 * digests limit the rare searches of a day.
 */
export function createPageViewCounter({
  db,
  clock,
  log,
}: Pick<Deps, 'db' | 'clock' | 'log'>): PageViewCounter {
  let pages = new Map<string, number>();
  let missed = new Map<string, number>();
  const rare = createRareSearches();
  let timer: NodeJS.Timeout | undefined;
  const calls = new Map<string, number>();
  let minute = 0;

  const limitCalls = (ip: string) => {
    const now = Math.floor(clock.now() / MINUTE_MS);
    if (now !== minute) calls.clear();
    minute = now;
    const key = callerKey(ip);
    const count = (calls.get(key) ?? 0) + 1;
    if (count > MAX_VIEWS_PER_MINUTE || (count === 1 && calls.size >= MAX_ADDRESSES))
      throw new Failure('too_many', 'Foram muitas páginas. Espere 1 minuto e tente de novo.', {
        retryAfter: 60,
      });
    calls.set(key, count);
  };

  const flush = async () => {
    clearTimeout(timer);
    timer = undefined;
    const [read, searches] = [pages, missed];
    [pages, missed] = [new Map(), new Map()];
    await writePages(db, read);
    await writeMissed(db, searches);
  };

  return {
    count({ page, uuid = '', missed: search = '' }, { ip, agent }) {
      limitCalls(ip);
      if (!agent || isbot(agent)) return;
      const day = dayAt(clock.now());
      addCount(pages, [day, page, ''], MAX_PAGE_COUNTERS);
      if (uuid) addCount(pages, [day, page, uuid.toLowerCase()], MAX_PAGE_COUNTERS);
      const words = countableSearch(search);
      if (words) addCount(missed, [day, words], MAX_SEARCH_COUNTERS, rare.count(day, words, callerKey(ip)));
      timer ??= setTimeout(() => {
        flush().catch((error: unknown) => log.warn({ err: error }, 'page views not saved'));
      }, FLUSH_MS).unref();
    },
    flush,
  };
}

function addCount(counts: Map<string, number>, key: string[], most: number, times = 1): void {
  const name = JSON.stringify(key);
  const count = counts.get(name);
  if (times === 0 || (count === undefined && counts.size >= most)) return;
  counts.set(name, (count ?? 0) + times);
}

/**
 * Creates a counter of the day's rare searches. They stay in memory until they are frequent enough to be
 * stored.
 */
function createRareSearches() {
  const searches = new Map<
    string,
    { count: number; first: string; severalCallers: boolean; frequent: boolean }
  >();
  const countsByCaller = new Map<string, number>();
  const salt = randomBytes(16);
  let today = '';

  const isWithinBound = (caller: string) => {
    const count = (countsByCaller.get(caller) ?? 0) + 1;
    if (count > MAX_RARE_SEARCHES_PER_ADDRESS || (count === 1 && countsByCaller.size >= MAX_ADDRESSES))
      return false;
    countsByCaller.set(caller, count);
    return true;
  };

  return {
    /** Returns how many occurrences to store: 0 while rare, all at the threshold, then 1 each. */
    count(day: string, words: string, address: string): number {
      if (day !== today) {
        searches.clear();
        countsByCaller.clear();
      }
      today = day;
      const caller = createHmac('sha256', salt).update(address).digest('base64url');
      const known = searches.get(words);
      if (!known?.frequent && !isWithinBound(caller)) return 0;
      const count = (known?.count ?? 0) + 1;
      const first = known?.first ?? caller;
      const severalCallers = known?.severalCallers || first !== caller;
      const frequent = severalCallers && count >= MIN_OCCURRENCES;
      searches.delete(words);
      const [oldest] = searches.keys();
      if (searches.size >= MAX_RARE_SEARCHES && oldest !== undefined) searches.delete(oldest);
      searches.set(words, { count, first, severalCallers, frequent });
      if (!frequent) return 0;
      return known?.frequent ? 1 : count;
    },
  };
}

async function writePages(db: Deps['db'], counts: Map<string, number>): Promise<void> {
  const rows = [...counts].map(([name, count]) => {
    const [day = '', page = '', uuid = ''] = JSON.parse(name) as string[];
    return { day, page, uuid, count };
  });
  const known = await existingRecords(db, rows);
  const kept = rows.filter(({ page, uuid }) => uuid === '' || known.has(`${page} ${uuid}`));
  for (let at = 0; at < kept.length; at += ROWS_PER_STATEMENT)
    await db
      .insertInto('page_reads')
      // A fixed order of rows prevents deadlocks between instances.
      .values(
        kept
          .slice(at, at + ROWS_PER_STATEMENT)
          .toSorted((one, other) => (one.page + one.uuid < other.page + other.uuid ? -1 : 1)),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['day', 'page', 'uuid'])
          .doUpdateSet((eb) => ({ count: eb('page_reads.count', '+', eb.ref('excluded.count')) })),
      )
      .execute();
}

const ROWS_PER_STATEMENT = 200;

/** Returns which of the records exist: clients may send any uuid. */
async function existingRecords(db: Deps['db'], rows: { page: string; uuid: string }[]): Promise<Set<string>> {
  const known = new Set<string>();
  for (const [page, of] of Map.groupBy(rows, ({ page }) => page)) {
    const table = isSitePage(page) ? tableOfPage(page) : undefined;
    const uuids = of.map(({ uuid }) => uuid).filter(Boolean);
    if (!table || uuids.length === 0) continue;
    for (let at = 0; at < uuids.length; at += ROWS_PER_STATEMENT) {
      const found = await db
        .selectFrom(table as 'movies')
        .select('uuid')
        .where('uuid', 'in', uuids.slice(at, at + ROWS_PER_STATEMENT))
        .where(isPublished(table))
        .execute();
      for (const { uuid } of found) known.add(`${page} ${uuid}`);
    }
  }
  return known;
}

async function writeMissed(db: Deps['db'], counts: Map<string, number>): Promise<void> {
  if (counts.size === 0) return;
  const rows = [...counts].map(([name, count]) => {
    const [day = '', words = ''] = JSON.parse(name) as string[];
    return { day, words, count };
  });
  await db.transaction().execute(async (trx) => {
    // Instances take turns, so that they respect the daily limit together. SQLite has one writer anyway.
    if (trx.getExecutor().adapter instanceof PostgresAdapter)
      await sql`select pg_advisory_xact_lock(hashtext('missed searches'))`.execute(trx);
    for (const [day, ofDay] of Map.groupBy(rows, (row) => row.day)) {
      const kept = await withinDailyLimit(trx, day, ofDay);
      if (kept.length === 0) continue;
      await trx
        .insertInto('missed_searches')
        .values(kept)
        .onConflict((conflict) =>
          conflict
            .columns(['day', 'words'])
            .doUpdateSet((eb) => ({ count: eb('missed_searches.count', '+', eb.ref('excluded.count')) })),
        )
        .execute();
    }
  });
}

/** Returns the rows whose search is stored already, and new ones up to the daily limit. */
async function withinDailyLimit<R extends { words: string }>(
  db: Deps['db'],
  day: string,
  rows: R[],
): Promise<R[]> {
  const stored = await db
    .selectFrom('missed_searches')
    .select('words')
    .where('day', '=', day)
    .where(
      'words',
      'in',
      rows.map(({ words }) => words),
    )
    .execute();
  const known = new Set(stored.map(({ words }) => words));
  const { total } = await db
    .selectFrom('missed_searches')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('day', '=', day)
    .executeTakeFirstOrThrow();
  const room = Math.max(0, MAX_FAILED_SEARCHES_PER_DAY - Number(total));
  const fresh = rows.filter(({ words }) => !known.has(words)).slice(0, room);
  return [...rows.filter(({ words }) => known.has(words)), ...fresh];
}

export const FAILED_SEARCH_DAYS = 90;

/** Deletes counts that exceed their retention. */
export async function purgePageViews({
  db,
  clock,
  config,
}: Pick<Deps, 'db' | 'clock' | 'config'>): Promise<void> {
  const today = dayAt(driftSafeNow(clock));
  const before = Temporal.PlainDate.from(today).subtract({ months: config.READS_MONTHS }).toString();
  await db.deleteFrom('page_reads').where('day', '<', before).execute();
  const missedBefore = addDays(today, -FAILED_SEARCH_DAYS);
  await db.deleteFrom('missed_searches').where('day', '<', missedBefore).execute();
}

export interface PageViewReport {
  days: { day: string; count: number }[];
  records: { table: string; uuid: string; title: string; count: number }[];
  pages: { page: string; count: number }[];
  missed: { words: string; count: number }[];
}

const CHART_DAYS = 30;
const TOP_DAYS = 7;
const TOP = 5;

/** Returns the page views of the last 30 days by day, and the most viewed records of the last week. */
export async function readPageViews(db: Deps['db'], today: string): Promise<PageViewReport> {
  const days = Array.from({ length: CHART_DAYS }, (_, at) => addDays(today, at + 1 - CHART_DAYS));
  const week = addDays(today, 1 - TOP_DAYS);
  // Literally the condition of the partial index; otherwise SQLite would not use the index.
  const ofPages = sql<SqlBool>`uuid = ''`;
  const [byDay, pages, recipes, branches, missed] = await Promise.all([
    db
      .selectFrom('page_reads')
      .select(['day', (eb) => eb.fn.sum<number>('count').as('count')])
      .where(ofPages)
      .where('day', '>=', days[0] ?? today)
      .groupBy('day')
      .execute(),
    db
      .selectFrom('page_reads')
      .select(['page', (eb) => eb.fn.sum<number>('count').as('count')])
      .where(ofPages)
      .where('day', '>=', week)
      .where('page', 'in', ['/booklets-day', '/booklet'] satisfies CountedPage[])
      .groupBy('page')
      .execute(),
    mostRead(db, '/tips-and-recipes/details/:uuid', week),
    mostRead(db, '/branches/:uuid', week),
    db
      .selectFrom('missed_searches')
      .select(['words', (eb) => eb.fn.sum<number>('count').as('count')])
      .where('day', '>=', days[0] ?? today)
      .groupBy('words')
      .having((eb) => eb(eb.fn.sum<number>('count'), '>=', MIN_OCCURRENCES))
      .orderBy((eb) => eb.fn.sum('count'), 'desc')
      .orderBy('words')
      .limit(TOP + 1)
      .execute(),
  ]);
  const counts = new Map(byDay.map(({ day, count }) => [day, Number(count)]));
  return {
    days: days.map((day) => ({ day, count: counts.get(day) ?? 0 })),
    records: [...recipes, ...branches],
    pages: pages.map(({ page, count }) => ({ page, count: Number(count) })),
    missed: missed.map(({ words, count }) => ({ words, count: Number(count) })),
  };
}

async function mostRead(
  db: Deps['db'],
  page: CountedPage,
  since: string,
): Promise<PageViewReport['records']> {
  const table = tableOfPage(page);
  if (!table) return [];
  const { rows } = await sql<{ uuid: string; title: string; count: number }>`
    select top.uuid, ${sql.ref(`${table}.name`)} as title, top.count from (
      select uuid, sum(count) as count from page_reads
      where page = ${page} and day >= ${since} and uuid <> ''
      group by uuid order by count desc, uuid limit ${TOP}
    ) as top
    join ${sql.table(table)} on ${sql.ref(`${table}.uuid`)} = top.uuid
    where ${isPublished(table)}
    order by top.count desc, title
  `.execute(db);
  return rows.map(({ uuid, title, count }) => ({ table, uuid, title, count: Number(count) }));
}
