import { type SqlBool, sql } from 'kysely';
import { bannerState } from '../../content/banners/banner.state.ts';
import { listFortnightlyBooklets } from '../../content/booklets/booklet.contract.ts';
import { siteDailyBooklets } from '../../content/dailyOffers/dailyBooklet.contract.ts';
import { movieStatus } from '../../content/movies/movie.state.ts';
import { readPageViews } from '../../content/pageViews/pageView.service.ts';
import { nationalHolidayOn } from '../../content/specialDays/holidays.ts';
import { isoAt, startOfDay } from '../../platform/clock.ts';
import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { areRecordsInBranches, isPermitted, isRecordInBranches } from '../../platform/security/access.ts';
import { resourceOf } from '../../records/define/resources.ts';
import { missingForSitePreview } from '../../records/define/sitePreview.ts';
import { titleOf } from '../../records/server/history/history.words.ts';
import { isNotDeleted, isPublished } from '../../records/server/publication/visibility.ts';
import { hasTablePermission, permittedRows } from '../../records/server/recordAccess.ts';
import {
  ensureCurrent,
  findRecord,
  type RecordTable,
  updateRecord,
} from '../../records/server/store/records.ts';
import { compositionOf } from '../../records/server/versions/history.ts';
import type { CallApi } from '../../shared/caller.ts';
import { addDays, dayAt } from '../../shared/dates.ts';
import { planEventOf } from '../../shared/planEvents.ts';
import { parseStored } from '../../shared/storedJson.ts';
import {
  type DashboardData,
  type DescribedTable,
  FORTNIGHT_DAYS,
  type FortnightDay,
  type RecentChange,
  type ScheduledEvent,
} from './dashboard.contract.ts';
import { readOwnBranches } from './ownBranches.service.ts';
import { type DashboardAccess, readPendingWork } from './pendingWork.service.ts';

type ReadDeps = Pick<Deps, 'db' | 'clock' | 'mediaUrl'>;

const MAX_CHANGES = 6;
/** Most scheduled changes in the fortnight; it could not show more. */
const MAX_EVENTS = 200;

/**
 * Returns the dashboard as `actor` may see it. `call` reads what other endpoints provide; the rest is queried
 * here.
 */
export async function readDashboard(deps: ReadDeps, actor: Actor, call: CallApi): Promise<DashboardData> {
  const now = deps.clock.now();
  const today = dayAt(now);
  const canSee: DashboardAccess['canSee'] = (table, uuid) =>
    hasTablePermission(actor, 'read', table) && (!uuid || isRecordInBranches(actor, table, uuid));
  const canSeeRecord: DashboardAccess['canSeeRecord'] = async (table, uuid) =>
    canSee(table) && (uuid === null || (await areRecordsInBranches(deps.db, actor, table, [uuid])));
  const booklets = canSee('fortnightly_booklets') ? (await call(listFortnightlyBooklets)).data : [];
  const isReadableRow: DashboardAccess['isReadableRow'] = (table) => permittedRows(actor, 'read', table);
  const isDescribableRow: DashboardAccess['isDescribableRow'] = (table) =>
    permittedRows(actor, 'publish', table);
  const mayRead: DashboardAccess['mayRead'] = (area) => isPermitted(actor, `${area}.read`);
  const eyes: DashboardAccess = {
    actor,
    mayRead,
    canSee,
    canSeeRecord,
    isReadableRow,
    isDescribableRow,
    booklets,
  };
  const [shown, { data: leaflets }, waiting, days, changed, reads, own_branches] = await Promise.all([
    readLive(deps, eyes, now, today),
    call(siteDailyBooklets),
    readPendingWork(deps, eyes, now, today),
    readDays(deps, eyes, now, today),
    readChanges(deps, eyes),
    readPageViews(deps.db, today),
    readOwnBranches(deps, eyes),
  ]);
  return {
    today,
    live: { ...shown, leaflets: leaflets.length },
    waiting,
    own_branches,
    previews: missingForSitePreview((permission) => isPermitted(actor, permission)) === null,
    leaflets: canSee('daily_booklets') ? leaflets.map(({ uuid, photos }) => ({ uuid, photos })) : [],
    days,
    changed,
    reads,
  };
}

async function readLive({ db }: ReadDeps, { booklets }: DashboardAccess, now: number, today: string) {
  const [banners, movies, recipes] = await Promise.all([
    db.selectFrom('banners').select(['starts_at', 'ends_at']).where(isPublished('banners')).execute(),
    db.selectFrom('movies').select(['type', 'release_date']).where(isPublished('movies')).execute(),
    db
      .selectFrom('recipes')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where(isPublished('recipes'))
      .executeTakeFirstOrThrow(),
  ]);
  const onAir = banners.filter((banner) => bannerState(banner, now) === 'on the air');
  const [next] = onAir.flatMap(({ ends_at }) => ends_at ?? []).toSorted();
  return {
    banners: onAir.length,
    banners_until: next ?? null,
    movies: movies.filter((movie) => movieStatus(movie, today) === 'showing').length,
    recipes: Number(recipes.count),
    booklet_until: booklets.find(({ state }) => state === 'current')?.valid_until ?? null,
  };
}

async function readDays(
  deps: ReadDeps,
  eyes: DashboardAccess,
  now: number,
  today: string,
): Promise<FortnightDay[]> {
  const days = Array.from({ length: FORTNIGHT_DAYS }, (_, at) => addDays(today, at));
  const last = days.at(-1) ?? today;
  const [turns, leaflets, followingToday] = await Promise.all([
    readTurns(deps, eyes, now, today, last),
    deps.db
      .selectFrom('daily_booklets')
      .select(['start_date', (eb) => eb.fn.countAll<number>().as('count')])
      .where(isPublished('daily_booklets'))
      .where('demo', '=', 0)
      .where('start_date', '>=', today)
      .where('start_date', '<=', last)
      .groupBy('start_date')
      .execute(),
    deps.db
      .selectFrom('daily_booklets')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where(isPublished('daily_booklets'))
      .where('demo', '=', 1)
      .executeTakeFirstOrThrow(),
  ]);
  const counts = new Map(leaflets.map(({ start_date, count }) => [start_date, Number(count)]));
  return days.map((day) => ({
    day,
    holiday: nationalHolidayOn(day),
    leaflets: (counts.get(day) ?? 0) + Number(followingToday.count),
    turns: turns
      .filter(({ at }) => dayOf(at) === day)
      .toSorted((one, other) => one.at.localeCompare(other.at)),
  }));
}

/** Returns the day of an instant, or the day itself. */
const dayOf = (at: string) => (at.length > 10 ? dayAt(Date.parse(at)) : at);

async function readTurns(
  deps: ReadDeps,
  { booklets, canSeeRecord }: DashboardAccess,
  now: number,
  today: string,
  last: string,
): Promise<ScheduledEvent[]> {
  const { db } = deps;
  const from = isoAt(now);
  const until = isoAt(startOfDay(addDays(last, 1)));
  const within = (column: 'starts_at' | 'ends_at') =>
    sql<SqlBool>`${sql.ref(column)} > ${from} and ${sql.ref(column)} < ${until}`;
  const [banners, vacancies, movies, scheduled] = await Promise.all([
    db
      .selectFrom('banners')
      .select(['uuid', 'title', 'starts_at', 'ends_at'])
      .where(isPublished('banners'))
      .where((eb) => eb.or([within('starts_at'), within('ends_at')]))
      .limit(MAX_EVENTS)
      .execute(),
    db
      .selectFrom('vacancies')
      .select(['uuid', 'name', 'open_until'])
      .where(isPublished('vacancies'))
      .where('open_until', '>=', today)
      .where('open_until', '<=', last)
      .limit(MAX_EVENTS)
      .execute(),
    db
      .selectFrom('movies')
      .select(['uuid', 'name', 'type', 'release_date'])
      .where(isPublished('movies'))
      .where('release_date', '>', today)
      .where('release_date', '<=', last)
      .limit(MAX_EVENTS)
      .execute(),
    readScheduled(deps, until),
  ]);
  const turns: ScheduledEvent[] = [...scheduled];
  for (const { uuid, title, starts_at, ends_at } of banners) {
    const about = { table: 'banners', uuid, title };
    if (starts_at && starts_at > from && starts_at < until)
      turns.push({ kind: 'banner_starts', at: starts_at, ...about });
    if (ends_at && ends_at > from && ends_at < until)
      turns.push({ kind: 'banner_ends', at: ends_at, ...about });
  }
  for (const { state, valid_until, shown_from, uuid } of booklets) {
    const about = { table: 'fortnightly_booklets', uuid, title: null };
    if (state === 'waiting')
      turns.push({ kind: 'booklet_starts', at: dayAt(Date.parse(shown_from)), ...about });
    if (state === 'current' && valid_until) turns.push({ kind: 'booklet_ends', at: valid_until, ...about });
  }
  for (const { uuid, name, open_until } of vacancies)
    turns.push({ kind: 'vacancy_ends', at: open_until ?? '', table: 'vacancies', uuid, title: name });
  for (const { uuid, name, release_date } of movies.filter((movie) => movieStatus(movie, today) === 'soon'))
    turns.push({ kind: 'movie_starts', at: release_date ?? '', table: 'movies', uuid, title: name });
  const seen = await Promise.all(turns.map(({ table, uuid }) => canSeeRecord(table, uuid)));
  return turns.filter((_turn, at) => seen[at]);
}

/**
 * Returns the scheduled changes before `until`. A scheduled unpublication has no content, so its title is
 * that of the record.
 */
async function readScheduled({ db }: ReadDeps, until: string): Promise<ScheduledEvent[]> {
  const changes = await db
    .selectFrom('record_versions')
    .select(['entity', 'uuid', 'data', 'valid_from'])
    .where('state', '=', sql.lit('scheduled'))
    .where('valid_from', '<', until)
    .orderBy('valid_from')
    .limit(MAX_EVENTS)
    .execute();
  return Promise.all(
    changes.map(async ({ entity, uuid, data, valid_from }): Promise<ScheduledEvent> => {
      const goes = data === 'null';
      const content = goes ? await headIn(db, entity, uuid) : parseStored<object | null>(data, null);
      return {
        kind: goes ? 'record_leaves' : 'change_published',
        table: entity,
        uuid,
        title: titleOf(resourceOf(entity), content),
        at: valid_from ?? '',
      };
    }),
  );
}

async function readChanges({ db }: ReadDeps, { canSeeRecord }: DashboardAccess): Promise<RecentChange[]> {
  const entries = await db
    .selectFrom('audit_log')
    .select(['at', 'user_name', 'action', 'entity', 'entity_uuid', 'before', 'after'])
    .where('user_name', 'is not', null)
    // Literally the condition of the partial index; otherwise SQLite would not use the index.
    .where(
      sql<SqlBool>`entity <> 'user' and action in ('create', 'update', 'delete', 'order', 'publish', 'withdraw', 'restore', 'schedule', 'draft')`,
    )
    .orderBy('id', 'desc')
    .limit(MAX_CHANGES * 10)
    .execute();
  const visible = await Promise.all(
    entries.map(({ entity, entity_uuid }) => canSeeRecord(entity, entity_uuid)),
  );
  const seen = entries.filter((_entry, at) => visible[at]);
  return Promise.all(
    seen.slice(0, MAX_CHANGES).map(async ({ entity, entity_uuid, before, after, ...entry }) => {
      const head = entity_uuid === null ? undefined : await headIn(db, entity, entity_uuid);
      const known = resourceOf(entity);
      return {
        ...entry,
        entity,
        uuid: entity_uuid,
        name: titleIn(known, after) ?? titleIn(known, before) ?? titleOf(known, head),
        exists: head !== undefined,
        plan: planEventOf({ action: entry.action, before: stateIn(before), after: stateIn(after) }),
      };
    }),
  );
}

/** Returns a state in the audit log. */
function stateIn(text: string | null): Record<string, unknown> | null {
  const state = parseStored<unknown>(text, null);
  return typeof state === 'object' && state !== null ? (state as Record<string, unknown>) : null;
}

const titleIn = (known: ReturnType<typeof resourceOf>, state: string | null): string | null =>
  titleOf(known, stateIn(state));

async function headIn(db: Deps['db'], table: string, uuid: string): Promise<object | undefined> {
  if (!resourceOf(table)) return;
  return db
    .selectFrom(table as RecordTable as 'banners')
    .selectAll()
    .where('uuid', '=', uuid)
    .where(isNotDeleted(table as RecordTable))
    .executeTakeFirst();
}

const GONE = 'Este registro não existe mais.';

/**
 * Saves the alternative text of a record's picture and nothing else. An empty text marks it as decorative.
 */
export async function describePicture(
  { write }: Pick<Deps, 'write'>,
  actor: Actor,
  table: DescribedTable,
  uuid: string,
  { alt, version: seen }: { alt: string; version?: number | undefined },
) {
  // All these tables have the same columns here; the type needs one of them.
  const as = table as 'movies';
  const after = await write(actor, async (work) => {
    const before = await findRecord(work.trx, as, uuid, GONE);
    await ensureCurrent(work.trx, as, before, seen);
    const keys = compositionOf(table).derive?.({ ...before, alt }) ?? {};
    return updateRecord(work, as, before, { ...keys, alt });
  });
  const message = alt ? 'Quem não vê a imagem já ouve o texto.' : 'A imagem fica como enfeite.';
  return { message, uuid, version: after.version };
}
