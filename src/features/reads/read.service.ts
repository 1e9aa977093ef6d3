import { createHmac, randomBytes } from 'node:crypto';
import { isbot } from 'isbot';
import { PostgresAdapter, type SqlBool, sql } from 'kysely';
import { Failure } from '../../contract/failure.ts';
import { dayAt, surely } from '../../platform/clock.ts';
import { live } from '../../platform/database/live.ts';
import type { Deps } from '../../platform/deps.ts';
import { callerKey } from '../../platform/limits.ts';
import { COUNTED, type CountedPage } from './pages.ts';
import { countedWords } from './words.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    page_reads: { day: string; page: string; uuid: string; count: number };
    missed_searches: { day: string; words: string; count: number };
  }
}

const FLUSH_MS = 3000;
/** Kept in memory until then; what is beyond is not counted. */
const MOST_PAGES = 5000;
const MOST_MISSED = 500;
/** Searches of one day that are still too rare to be stored; the oldest is dropped for a new one. */
const MOST_RARE = 5000;
/** A rarer search may be one person's words, so it never reaches the database. */
const FEWEST_MISSED = 3;
/** Rare searches of one address that count towards storing them in a day, so that no address fills the day alone. */
const MOST_RARE_OF_ADDRESS = 60;
/** Different searches that are stored for one day, by all instances together. */
export const MOST_MISSED_A_DAY = 200;
/** Of one address; a family behind one reads less. */
const MINUTE_MS = 60_000;
const MOST_A_MINUTE = 120;
const MOST_ADDRESSES = 20_000;

export interface Read {
  page: CountedPage;
  uuid?: string | undefined;
  missed?: string | undefined;
}

export interface Reads {
  /** Counts one, soon. Throws `too_many` for an address that sends more than people read. */
  count(read: Read, from: { ip: string; agent: string }): void;
  /** Writes what was counted since. */
  flush(): Promise<void>;
}

/**
 * Counters of this process, added to those in the database every few seconds, so that no reader waits for a disk and
 * several instances count together. Addresses stay in memory: for a minute for the bound of calls, and as a digest
 * until the day ends for the bound of searches.
 */
export function createReads({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>): Reads {
  let pages = new Map<string, number>();
  let missed = new Map<string, number>();
  const rare = createRareSearches();
  let timer: NodeJS.Timeout | undefined;
  const calls = new Map<string, number>();
  let minute = 0;

  const bound = (ip: string) => {
    const now = Math.floor(clock.now() / MINUTE_MS);
    if (now !== minute) calls.clear();
    minute = now;
    const key = callerKey(ip);
    const count = (calls.get(key) ?? 0) + 1;
    if (count > MOST_A_MINUTE || (count === 1 && calls.size >= MOST_ADDRESSES))
      throw new Failure('too_many', 'Foram muitas páginas. Espere 1 minuto e tente de novo.', {
        retryAfter: 60,
      });
    calls.set(key, count);
  };

  const flush = async () => {
    clearTimeout(timer);
    timer = undefined;
    const [read, sought] = [pages, missed];
    [pages, missed] = [new Map(), new Map()];
    await writePages(db, read);
    await writeMissed(db, sought);
  };

  return {
    count({ page, uuid = '', missed: search = '' }, { ip, agent }) {
      bound(ip);
      if (!agent || isbot(agent)) return;
      const day = dayAt(clock.now());
      add(pages, [day, page, ''], MOST_PAGES);
      if (uuid) add(pages, [day, page, uuid.toLowerCase()], MOST_PAGES);
      const words = countedWords(search);
      if (words) add(missed, [day, words], MOST_MISSED, rare.count(day, words, callerKey(ip)));
      timer ??= setTimeout(() => {
        flush().catch((error: unknown) => log.warn({ err: error }, 'readings not counted'));
      }, FLUSH_MS).unref();
    },
    flush,
  };
}

function add(counts: Map<string, number>, key: string[], most: number, times = 1): void {
  const name = JSON.stringify(key);
  const count = counts.get(name);
  if (times === 0 || (count === undefined && counts.size >= most)) return;
  counts.set(name, (count ?? 0) + times);
}

/** Counts the searches of the current day in memory, until they are frequent enough to be stored. */
function createRareSearches() {
  const searches = new Map<
    string,
    { count: number; first: string; severalCallers: boolean; frequent: boolean }
  >();
  const ofCaller = new Map<string, number>();
  const salt = randomBytes(16);
  let today = '';

  const isWithinBound = (caller: string) => {
    const count = (ofCaller.get(caller) ?? 0) + 1;
    if (count > MOST_RARE_OF_ADDRESS || (count === 1 && ofCaller.size >= MOST_ADDRESSES)) return false;
    ofCaller.set(caller, count);
    return true;
  };

  return {
    /** Returns how many searches to store: none while rare, all so far when no longer rare, then one at a time. */
    count(day: string, words: string, address: string): number {
      if (day !== today) {
        searches.clear();
        ofCaller.clear();
      }
      today = day;
      const caller = createHmac('sha256', salt).update(address).digest('base64url');
      const known = searches.get(words);
      if (!known?.frequent && !isWithinBound(caller)) return 0;
      const count = (known?.count ?? 0) + 1;
      const first = known?.first ?? caller;
      const severalCallers = known?.severalCallers || first !== caller;
      const frequent = severalCallers && count >= FEWEST_MISSED;
      searches.delete(words);
      const [oldest] = searches.keys();
      if (searches.size >= MOST_RARE && oldest !== undefined) searches.delete(oldest);
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
  const known = await existing(db, rows);
  const kept = rows.filter(({ page, uuid }) => uuid === '' || known.has(`${page} ${uuid}`));
  for (let at = 0; at < kept.length; at += AT_ONCE)
    await db
      .insertInto('page_reads')
      // In one order, so that two instances do not wait for each other.
      .values(
        kept
          .slice(at, at + AT_ONCE)
          .toSorted((one, other) => (one.page + one.uuid < other.page + other.uuid ? -1 : 1)),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['day', 'page', 'uuid'])
          .doUpdateSet((eb) => ({ count: eb('page_reads.count', '+', eb.ref('excluded.count')) })),
      )
      .execute();
}

const AT_ONCE = 200;

/** Which of the records that were read there are: anybody may send a number. */
async function existing(db: Deps['db'], rows: { page: string; uuid: string }[]): Promise<Set<string>> {
  const known = new Set<string>();
  for (const [page, of] of Map.groupBy(rows, ({ page }) => page)) {
    const table = COUNTED[page as CountedPage];
    const uuids = of.map(({ uuid }) => uuid).filter(Boolean);
    if (!table || uuids.length === 0) continue;
    for (let at = 0; at < uuids.length; at += AT_ONCE) {
      const found = await db
        .selectFrom(table as 'movies')
        .select('uuid')
        .where('uuid', 'in', uuids.slice(at, at + AT_ONCE))
        .where(live(table))
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
    // Instances wait for one another, so that they keep the bound together. SQLite has one writer anyway.
    if (trx.getExecutor().adapter instanceof PostgresAdapter)
      await sql`select pg_advisory_xact_lock(hashtext('missed searches'))`.execute(trx);
    for (const [day, ofDay] of Map.groupBy(rows, (row) => row.day)) {
      const kept = await withinDay(trx, day, ofDay);
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

/** Returns the rows whose words are stored for the day already, and new ones while the day has room. */
async function withinDay<R extends { words: string }>(db: Deps['db'], day: string, rows: R[]): Promise<R[]> {
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
  const room = Math.max(0, MOST_MISSED_A_DAY - Number(total));
  const fresh = rows.filter(({ words }) => !known.has(words)).slice(0, room);
  return [...rows.filter(({ words }) => known.has(words)), ...fresh];
}

export const MISSED_DAYS = 90;

/** Takes away what is older than it may be. */
export async function purgeReads({
  db,
  clock,
  config,
}: Pick<Deps, 'db' | 'clock' | 'config'>): Promise<void> {
  const today = Temporal.PlainDate.from(dayAt(surely(clock)));
  const before = today.subtract({ months: config.READS_MONTHS }).toString();
  await db.deleteFrom('page_reads').where('day', '<', before).execute();
  const missedBefore = today.subtract({ days: MISSED_DAYS }).toString();
  await db.deleteFrom('missed_searches').where('day', '<', missedBefore).execute();
}

export interface ReadNews {
  days: { day: string; count: number }[];
  records: { table: string; uuid: string; title: string; count: number }[];
  pages: { page: string; count: number }[];
  missed: { words: string; count: number }[];
}

const CHART_DAYS = 30;
const TOP_DAYS = 7;
const TOP = 5;

/** What was read of late: by day over a month, and the most read of the last week. */
export async function readReads(db: Deps['db'], today: string): Promise<ReadNews> {
  const plain = Temporal.PlainDate.from(today);
  const days = Array.from({ length: CHART_DAYS }, (_, at) =>
    plain.subtract({ days: CHART_DAYS - 1 - at }).toString(),
  );
  const week = plain.subtract({ days: TOP_DAYS - 1 }).toString();
  // Word for word as the index has it, without which SQLite would not take it.
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
      .where('page', 'in', ['/booklets-day', '/booklet'])
      .groupBy('page')
      .execute(),
    mostRead(db, '/tips-and-recipes/details/:uuid', week),
    mostRead(db, '/branches/:uuid', week),
    db
      .selectFrom('missed_searches')
      .select(['words', (eb) => eb.fn.sum<number>('count').as('count')])
      .where('day', '>=', days[0] ?? today)
      .groupBy('words')
      .having((eb) => eb(eb.fn.sum<number>('count'), '>=', FEWEST_MISSED))
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

async function mostRead(db: Deps['db'], page: CountedPage, since: string): Promise<ReadNews['records']> {
  const table = COUNTED[page];
  if (!table) return [];
  const { rows } = await sql<{ uuid: string; title: string; count: number }>`
    select top.uuid, ${sql.ref(`${table}.name`)} as title, top.count from (
      select uuid, sum(count) as count from page_reads
      where page = ${page} and day >= ${since} and uuid <> ''
      group by uuid order by count desc, uuid limit ${TOP}
    ) as top
    join ${sql.table(table)} on ${sql.ref(`${table}.uuid`)} = top.uuid
    where ${live(table)}
    order by top.count desc, title
  `.execute(db);
  return rows.map(({ uuid, title, count }) => ({ table, uuid, title, count: Number(count) }));
}
