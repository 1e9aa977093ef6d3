import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { ABOUT_TYPES } from '../../content/aboutPages/aboutPage.types.ts';
import type { listFortnightlyBooklets } from '../../content/booklets/booklet.contract.ts';
import { hasEnded } from '../../content/booklets/fortnightlyBooklet.state.ts';
import { movieStatus } from '../../content/movies/movie.state.ts';
import { ENDED } from '../../content/movies/movie.types.ts';
import { countOfferTasks } from '../../content/offers/offerTasks.service.ts';
import { holidayProposals } from '../../content/specialDays/holidayProposals.service.ts';
import { isoAt } from '../../platform/clock.ts';
import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { resourceOf } from '../../records/define/resources.ts';
import { loadImages } from '../../records/server/files/file.service.ts';
import { titleOf } from '../../records/server/history/history.words.ts';
import { isNotDeleted, isPublished } from '../../records/server/publication/visibility.ts';
import type { RecordTable } from '../../records/server/store/records.ts';
import { addDays, DAY_MS } from '../../shared/dates.ts';
import type { ResponseBody } from '../../shared/endpoint.ts';
import type { Area } from '../../shared/permissions.ts';
import { parseStored } from '../../shared/storedJson.ts';
import { fold } from '../../shared/text/fold.ts';
import {
  type DashboardData,
  DESCRIBED_TABLES,
  type DescribedTable,
  type FailedChange,
  MAX_COUNTED,
  type OldDraft,
  UNIQUE_NAME_TABLES,
  type UndescribedPicture,
} from './dashboard.contract.ts';

type Reading = Pick<Deps, 'db' | 'clock' | 'mediaUrl'>;
type PendingWork = DashboardData['waiting'];

/** Access of the caller, and data that was already read for the caller. */
export interface DashboardAccess {
  actor: Actor;
  mayRead: (area: Area) => boolean;
  canSee: (table: string, uuid?: string) => boolean;
  canSeeRecord: (table: string, uuid: string | null) => Promise<boolean>;
  /** Returns the condition for rows that the caller may read. */
  isReadableRow: (table: string) => RawBuilder<SqlBool>;
  /** Condition for the rows of a table whose picture they may describe at once. */
  isDescribableRow: (table: string) => RawBuilder<SqlBool>;
  booklets: ResponseBody<typeof listFortnightlyBooklets>['data'];
}

const WEEK_MS = 7 * DAY_MS;
/** Most entries of each kind, so that none hides the others. */
const MAX_SHOWN = 4;
/** Age after which a draft counts as forgotten. */
const OLD_DRAFT_MS = 3 * DAY_MS;
/** Age up to which failed scheduled changes are listed. */
const FAILURES_MS = 30 * DAY_MS;
/** Days after which a movie counts as long-running. */
const LONG_RUN_DAYS = 42;
const BOOKLET_ENDS_DAYS = 3;
/** Most names per table that are compared. */
const MAX_NAMES = 2000;
/** Lead time of holidays: staff must be found and shoppers informed. */
const HOLIDAY_DAYS = 21;

/** Returns missing records, records that end soon and forgotten drafts. */
export async function readPendingWork(
  deps: Reading,
  { actor, booklets, mayRead, canSee, canSeeRecord, isReadableRow, isDescribableRow }: DashboardAccess,
  now: number,
  today: string,
): Promise<PendingWork> {
  const { db } = deps;
  const [
    applications,
    without_alt,
    photoless,
    movies,
    drafts,
    refused,
    holidays,
    tomorrow,
    textless,
    company,
    abouts,
    same_names,
    offers,
  ] = await Promise.all([
    canSee('job_applications') ? readApplications(deps, now) : { count: 0, newest: null },
    readUndescribed(deps, isDescribableRow, now, today),
    db
      .selectFrom('branches')
      .select(['uuid', 'name as title'])
      .where(isPublished('branches'))
      .where('file_id', 'is', null)
      .where(isReadableRow('branches'))
      .orderBy('id')
      .limit(MAX_SHOWN)
      .execute(),
    readLongRunning(deps, today),
    readDrafts(deps, canSeeRecord, now),
    readRefused(deps, canSeeRecord, now),
    // Staff of some branches do not decide for all of them.
    canSee('exceptions', 'all') ? holidayProposals(deps, HOLIDAY_DAYS) : [],
    db
      .selectFrom('daily_booklets')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where(isPublished('daily_booklets'))
      .where((eb) => eb.or([eb('start_date', '=', addDays(today, 1)), eb('demo', '=', 1)]))
      .executeTakeFirstOrThrow(),
    canSee('daily_booklets') ? readTextless(deps, today) : [],
    db
      .selectFrom('company_information')
      .select('id')
      .where(isPublished('company_information'))
      .executeTakeFirst(),
    db.selectFrom('abouts').select('id').where(isPublished('abouts')).execute(),
    readSameNames(deps, mayRead),
    countOfferTasks(deps, canSee('offers') ? actor : null),
  ]);
  const existing = new Set(abouts.map(({ id }) => id));
  return {
    applications,
    without_alt,
    branches_without_photo: photoless,
    long_running_movies: canSee('movies') ? movies : [],
    drafts,
    refused,
    holidays: holidays.slice(0, MAX_SHOWN),
    same_names,
    offers,
    leaflets_of_tomorrow: Number(tomorrow.count),
    leaflets_without_text: textless.length,
    booklet: canSee('fortnightly_booklets') ? bookletState(booklets, today) : 'current',
    company: company !== undefined || !canSee('company_information'),
    abouts: canSee('abouts') ? Object.values(ABOUT_TYPES).filter((type) => !existing.has(type)) : [],
  };
}

/** Permission areas by table: roles and tokens are no resources. */
const AREAS = { recipe_categories: 'recipes', roles: 'users', tokens: 'tokens' } as const;

/** Finds names that are equal today. They were compared differently before, so duplicates exist. */
async function readSameNames(
  { db }: Reading,
  mayRead: DashboardAccess['mayRead'],
): Promise<PendingWork['same_names']> {
  const found = await Promise.all(
    UNIQUE_NAME_TABLES.filter((table) => mayRead(AREAS[table])).map(async (table) => {
      const rows = await db
        .selectFrom(table as 'recipe_categories')
        .select(['uuid', 'name'])
        .where(isNotDeleted(table))
        .orderBy('id')
        .limit(MAX_NAMES)
        .execute();
      const same = [...Map.groupBy(rows, ({ name }) => fold(name)).values()];
      return same.flatMap((group) => {
        const last = group.at(-1);
        return last && group.length > 1
          ? [{ table, uuid: last.uuid, names: group.map(({ name }) => name).slice(-MAX_SHOWN) }]
          : [];
      });
    }),
  );
  return found.flat().slice(0, MAX_SHOWN);
}

/** A successor that follows in time needs no action. */
function bookletState(
  booklets: readonly { state: string; valid_until: string | null; valid_from: string | null }[],
  today: string,
): PendingWork['booklet'] {
  const current = booklets.find(({ state }) => state === 'current');
  if (!current) return 'missing';
  if (hasEnded(current, today)) return 'over';
  const { valid_until } = current;
  if (!valid_until || valid_until > addDays(today, BOOKLET_ENDS_DAYS)) return 'current';
  const follows = booklets.some(
    ({ state, valid_from }) => state === 'waiting' && (valid_from ?? '') <= addDays(valid_until, 1),
  );
  return follows ? 'current' : 'ends_soon';
}

async function readApplications({ db }: Reading, now: number): Promise<PendingWork['applications']> {
  const recent = db.selectFrom('job_applications').where('created_at', '>=', isoAt(now - WEEK_MS));
  const [received, newest] = await Promise.all([
    recent.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    recent
      .select(['uuid', 'name', 'vacancy', 'created_at'])
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ]);
  return { count: Number(received.count), newest: newest ?? null };
}

/**
 * Finds pictures without alternative text that the user may describe. Banners and offers count only if shoppers see or will see them.
 */
async function readUndescribed(
  deps: Reading,
  isDescribableRow: DashboardAccess['isDescribableRow'],
  now: number,
  today: string,
): Promise<PendingWork['without_alt']> {
  const still: Partial<Record<DescribedTable, ReturnType<typeof sql<SqlBool>>>> = {
    banners: sql`(ends_at is null or ends_at > ${isoAt(now)})`,
    daily_booklets: sql`(start_date >= ${today} or demo = 1)`,
    movies: sql`type <> ${ENDED}`,
  };
  const found = await Promise.all(
    DESCRIBED_TABLES.map(async (table) => {
      const title = resourceOf(table)?.title;
      const name = title && title !== 'start_date' ? sql.ref(title) : sql`null`;
      const { rows } = await sql<Omit<UndescribedPicture, 'file' | 'table'> & { file_id: number | null }>`
        select uuid, ${name} as title, version, file_id from ${sql.table(table)}
        where alt is null and ${isPublished(table)} and file_id is not null and ${isDescribableRow(table)}
        and ${still[table] ?? sql`true`}
        order by id limit ${MAX_COUNTED}
      `.execute(deps.db);
      return rows.map((row) => ({ ...row, table }));
    }),
  );
  const count = found.reduce((sum, rows) => sum + rows.length, 0);
  // Takes the first of each table before the second of any.
  const first = found
    .flatMap((rows) => rows.slice(0, MAX_SHOWN).map((row, at) => ({ row, at })))
    .toSorted((one, other) => one.at - other.at)
    .slice(0, MAX_SHOWN)
    .map(({ row }) => row);
  const image = await loadImages(
    deps,
    first.map(({ file_id }) => file_id),
  );
  return {
    count: Math.min(count, MAX_COUNTED),
    first: first.flatMap(({ file_id, ...row }) => {
      const file = image(file_id, null);
      return file ? [{ ...row, file }] : [];
    }),
  };
}

const readTextless = ({ db }: Reading, today: string) =>
  db
    .selectFrom('daily_booklets')
    .select('id')
    .where(isPublished('daily_booklets'))
    .where('text', 'is', null)
    .where((eb) => eb.or([eb('start_date', '>=', today), eb('demo', '=', 1)]))
    .limit(MAX_COUNTED)
    .execute();

async function readLongRunning({ db }: Reading, today: string): Promise<PendingWork['long_running_movies']> {
  const movies = await db
    .selectFrom('movies')
    .select(['uuid', 'name as title', 'version', 'type', 'release_date'])
    .where(isPublished('movies'))
    .where('type', '<>', ENDED)
    .where('release_date', '<', addDays(today, -LONG_RUN_DAYS))
    .orderBy('release_date')
    .limit(MAX_SHOWN)
    .execute();
  return movies
    .filter((movie) => movieStatus(movie, today) === 'showing')
    .map(({ uuid, title, version, release_date }) => ({ uuid, title, version, since: release_date ?? '' }));
}

/** Returns old drafts and records that were never published, oldest first. */
async function readDrafts(
  { db }: Reading,
  seesRecord: DashboardAccess['canSeeRecord'],
  now: number,
): Promise<OldDraft[]> {
  const before = isoAt(now - OLD_DRAFT_MS);
  const old = (state: 'draft' | 'withheld') =>
    db
      .selectFrom('record_versions')
      .select(['id', 'entity', 'uuid', 'at', 'user_name', 'data'])
      .where('state', '=', sql.lit(state))
      .where('at', '<=', before)
      .orderBy('at')
      .orderBy('id')
      // Some of these are skipped below: records that staff unpublished are no drafts.
      .limit(MAX_SHOWN * 10)
      .execute();
  const [changes, records] = await Promise.all([old('draft'), old('withheld')]);
  const found = [
    ...changes.map((version) => ({ ...version, change: version.id })),
    ...records.map((version) => ({ ...version, change: null })),
  ].toSorted((one, other) => one.at.localeCompare(other.at));
  const drafts: OldDraft[] = [];
  for (const { entity, uuid, at, user_name, data, change } of found) {
    if (drafts.length >= MAX_SHOWN) break;
    if (!(await seesRecord(entity, uuid))) continue;
    const head = await headOf(db, entity, uuid);
    if (!head || (change === null && head.standing !== 'draft')) continue;
    const title = titleOf(resourceOf(entity), parseStored<object | null>(data, null));
    drafts.push({ table: entity, uuid, title, change, version: head.version, at, by: user_name });
  }
  return drafts;
}

/** Returns scheduled changes that could not be published and are still pending. */
async function readRefused(
  { db }: Reading,
  seesRecord: DashboardAccess['canSeeRecord'],
  now: number,
): Promise<FailedChange[]> {
  const entries = await db
    .selectFrom('audit_log')
    .select(['at', 'entity', 'entity_uuid', 'after'])
    .where('action', '=', sql.lit('refuse'))
    .where('at', '>=', isoAt(now - FAILURES_MS))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_SHOWN * 3)
    .execute();
  const found = new Map<string, FailedChange>();
  for (const { at, entity, entity_uuid: uuid, after } of entries) {
    if (found.size >= MAX_SHOWN) break;
    if (!(await seesRecord(entity, uuid))) continue;
    const head = uuid === null ? undefined : await headOf(db, entity, uuid);
    if (!uuid || !head || found.has(`${entity} ${uuid}`)) continue;
    const draft = await db
      .selectFrom('record_versions')
      .select(['id', 'data'])
      .where('entity', '=', entity)
      .where('uuid', '=', uuid)
      .where('state', '=', sql.lit('draft'))
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (!draft) continue;
    const { reason } = parseStored<{ reason?: string }>(after, {});
    const title = titleOf(resourceOf(entity), parseStored<object | null>(draft.data, null));
    const { version } = head;
    found.set(`${entity} ${uuid}`, {
      table: entity,
      uuid,
      title,
      change: draft.id,
      version,
      at,
      reason: reason ?? null,
    });
  }
  return [...found.values()];
}

async function headOf(db: Deps['db'], table: string, uuid: string) {
  if (!resourceOf(table)) return;
  return db
    .selectFrom(table as RecordTable as 'banners')
    .select(['version', 'standing'])
    .where('uuid', '=', uuid)
    .where(isNotDeleted(table as RecordTable))
    .executeTakeFirst();
}
