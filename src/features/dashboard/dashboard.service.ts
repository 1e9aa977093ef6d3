import { type SqlBool, sql } from 'kysely';
import type { CallApi } from '../../contract/caller.ts';
import { dayAt, isoAt } from '../../platform/clock.ts';
import { inOffice, live } from '../../platform/database/live.ts';
import type { RecordTable } from '../../platform/database/records.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { Deps } from '../../platform/deps.ts';
import { ABOUT_TYPES } from '../abouts/about.contract.ts';
import { bannerState } from '../banners/banner.state.ts';
import {
  getFortnightlyBooklet,
  listFortnightlyBooklets,
  siteDailyBooklets,
} from '../booklets/booklet.contract.ts';
import { isOver } from '../booklets/fortnightlyBooklet.state.ts';
import { imageReader } from '../files/file.service.ts';
import { movieStatus } from '../movies/movie.state.ts';
import { resourceOf } from '../resources.ts';
import type { Change, Dashboard, Turn } from './dashboard.contract.ts';

type Reading = Pick<Deps, 'db' | 'clock' | 'mediaUrl'>;

const SOON_DAYS = 7;
/** A fortnight's booklet takes longer to make. */
const BOOKLET_SOON_DAYS = 10;
const NEWEST = 6;
const WITHOUT_ALT = 4;
const WEEK_MS = 7 * 86_400_000;

/** `call` reads what other features tell by an endpoint; what none of them tells is counted here. */
export async function readDashboard(deps: Reading, call: CallApi): Promise<Dashboard> {
  const now = deps.clock.now();
  const today = dayAt(now);
  const [live, { data: leaflets }, waiting, soon, changed] = await Promise.all([
    readLive(deps, now, today),
    call(siteDailyBooklets),
    readWaiting(deps, call, now, today),
    readSoon(deps, call, now, today),
    readChanges(deps),
  ]);
  return {
    today,
    live: { ...live, leaflets: leaflets.length },
    waiting,
    leaflets: leaflets.map(({ uuid, photos }) => ({ uuid, photos })),
    soon:
      leaflets.length > 0
        ? [{ kind: 'leaflet_ends', uuid: null, title: null, at: today, in_days: 0 }, ...soon]
        : soon,
    changed,
  };
}

async function readLive({ db }: Reading, now: number, today: string) {
  const [banners, movies, recipes] = await Promise.all([
    db.selectFrom('banners').select(['starts_at', 'ends_at']).where(live('banners')).execute(),
    db.selectFrom('movies').select(['type', 'release_date']).where(live('movies')).execute(),
    db
      .selectFrom('recipes')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where(live('recipes'))
      .executeTakeFirstOrThrow(),
  ]);
  return {
    banners: banners.filter((banner) => bannerState(banner, now) === 'on the air').length,
    movies: movies.filter((movie) => movieStatus(movie, today) === 'showing').length,
    recipes: Number(recipes.count),
  };
}

async function readWaiting(
  deps: Reading,
  call: CallApi,
  now: number,
  today: string,
): Promise<Dashboard['waiting']> {
  const { db } = deps;
  const since = isoAt(now - WEEK_MS);
  const [received, newest, bare, tomorrow, booklet, company, abouts] = await Promise.all([
    db
      .selectFrom('job_applications')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('created_at', '>=', since)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('job_applications')
      .select(['uuid', 'name', 'vacancy', 'created_at'])
      .where('created_at', '>=', since)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .executeTakeFirst(),
    db
      .selectFrom('banners')
      .select(['uuid', 'title', 'file_id'])
      .where(live('banners'))
      .where('alt', 'is', null)
      .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', isoAt(now))]))
      .orderBy('position')
      .limit(WITHOUT_ALT)
      .execute(),
    db
      .selectFrom('daily_booklets')
      .select('id')
      .where(live('daily_booklets'))
      .where((eb) => eb.or([eb('start_date', '=', addDays(today, 1)), eb('demo', '=', 1)]))
      .execute(),
    call(getFortnightlyBooklet),
    db.selectFrom('company_information').select('id').where(live('company_information')).executeTakeFirst(),
    db.selectFrom('abouts').select('id').where(live('abouts')).execute(),
  ]);
  const image = await imageReader(
    deps,
    bare.map((row) => row.file_id),
  );
  const written = new Set(abouts.map(({ id }) => id));
  return {
    applications: { count: Number(received.count), newest: newest ?? null },
    banners_without_alt: bare.flatMap(({ uuid, title, file_id }) => {
      const file = image(file_id, null);
      return file ? [{ uuid, title, file }] : [];
    }),
    leaflets_of_tomorrow: tomorrow.length,
    booklet: !booklet ? 'missing' : isOver(booklet.data, today) ? 'over' : 'current',
    company: company !== undefined,
    abouts: Object.values(ABOUT_TYPES).filter((type) => !written.has(type)),
  };
}

async function readSoon(deps: Reading, call: CallApi, now: number, today: string): Promise<Turn[]> {
  const { db } = deps;
  const limit = addDays(today, SOON_DAYS);
  const [banners, booklets, vacancies, movies] = await Promise.all([
    db
      .selectFrom('banners')
      .select(['uuid', 'title', 'starts_at', 'ends_at'])
      .where(live('banners'))
      .where((eb) => eb.or([eb('starts_at', '>', isoAt(now)), eb('ends_at', '>', isoAt(now))]))
      .execute(),
    call(listFortnightlyBooklets),
    db
      .selectFrom('vacancies')
      .select(['uuid', 'name', 'open_until'])
      .where(live('vacancies'))
      .where('open_until', '>=', today)
      .where('open_until', '<=', limit)
      .execute(),
    db
      .selectFrom('movies')
      .select(['uuid', 'name', 'type', 'release_date'])
      .where(live('movies'))
      .where('release_date', '>', today)
      .where('release_date', '<=', limit)
      .execute(),
  ]);
  const turns: Turn[] = [];
  const add = (
    kind: Turn['kind'],
    at: string | null,
    day: string,
    record: { uuid: string; title: string } | null,
  ) => {
    const in_days = daysBetween(today, day);
    const within = kind.startsWith('booklet_') ? BOOKLET_SOON_DAYS : SOON_DAYS;
    if (at === null || in_days < 0 || in_days > within) return;
    turns.push({ kind, uuid: record?.uuid ?? null, title: record?.title ?? null, at, in_days });
  };
  for (const { uuid, title, starts_at, ends_at } of banners) {
    for (const [kind, at] of [
      ['banner_starts', starts_at],
      ['banner_ends', ends_at],
    ] as const) {
      if (at && Date.parse(at) > now) add(kind, at, dayAt(Date.parse(at)), { uuid, title });
    }
  }
  for (const { state, valid_until, shown_from } of booklets.data) {
    const day = dayAt(Date.parse(shown_from));
    if (state === 'waiting') add('booklet_starts', day, day, null);
    if (state === 'current' && valid_until) add('booklet_ends', valid_until, valid_until, null);
  }
  for (const { uuid, name, open_until } of vacancies)
    add('vacancy_ends', open_until, open_until ?? '', { uuid, title: name });
  for (const { uuid, name, release_date } of movies.filter((movie) => movieStatus(movie, today) === 'soon'))
    add('movie_starts', release_date, release_date ?? '', { uuid, title: name });
  return turns.sort((a, b) => a.in_days - b.in_days || a.at.localeCompare(b.at));
}

async function readChanges({ db }: Reading): Promise<Change[]> {
  const entries = await db
    .selectFrom('audit_log')
    .select(['at', 'user_name', 'action', 'entity', 'entity_uuid', 'before', 'after'])
    .where('user_id', 'is not', null)
    // Word for word as the index has it, without which SQLite would not take it.
    .where(sql<SqlBool>`action in ('create', 'update', 'delete', 'order') and entity <> 'user'`)
    .orderBy('id', 'desc')
    .limit(NEWEST)
    .execute();
  return Promise.all(
    entries.map(async ({ entity, entity_uuid, before, after, ...entry }) => ({
      ...entry,
      entity,
      uuid: entity_uuid,
      name: nameIn(entity, after) ?? nameIn(entity, before),
      exists: entity_uuid !== null && (await isThere(db, entity as keyof Tables, entity_uuid)),
    })),
  );
}

/** What a record was called in a state that the audit log kept. */
function nameIn(entity: string, state: string | null): string | null {
  const column = resourceOf(entity)?.title;
  const found: unknown = column && state && JSON.parse(state);
  if (!column || typeof found !== 'object' || found === null || !(column in found)) return null;
  return String((found as Record<string, unknown>)[column]);
}

async function isThere(db: Deps['db'], table: keyof Tables, uuid: string): Promise<boolean> {
  const row = await db
    .selectFrom(table as RecordTable as 'banners')
    .select('id')
    .where('uuid', '=', uuid)
    .where(inOffice(table as RecordTable))
    .executeTakeFirst();
  return row !== undefined;
}

const addDays = (day: string, days: number) => Temporal.PlainDate.from(day).add({ days }).toString();

const daysBetween = (from: string, to: string) =>
  Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to), { largestUnit: 'days' }).days;
