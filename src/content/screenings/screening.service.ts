import { type SqlBool, sql } from 'kysely';
import { isoAt, minuteOf, startOfDay } from '../../platform/clock.ts';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import type { Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import type { StoredValues } from '../../records/define/fields.ts';
import { searchText } from '../../records/server/lists/list.ts';
import { valuesOf } from '../../records/server/lists/listFilters.ts';
import { isNotDeleted } from '../../records/server/publication/visibility.ts';
import {
  type FilterConditions,
  listRulesOf,
  recordService,
  type TableOf,
} from '../../records/server/recordService.ts';
import { lockOrder } from '../../records/server/store/order.ts';
import type { Row } from '../../records/server/store/records.ts';
import { pendingContents } from '../../records/server/store/references.ts';
import { declareComposition } from '../../records/server/versions/history.ts';
import { addDays, dayAt } from '../../shared/dates.ts';
import { effectTexts } from '../../shared/effects.ts';
import { Failure, invalidField } from '../../shared/failure.ts';
import { FILTER_COUNT_LIMIT, MAX_FILTER_VALUES } from '../../shared/filters.ts';
import { formatInstant } from '../../shared/text/format.ts';
import { plural } from '../../shared/text/plural.ts';
import { cinemaDays, outsideHoursText } from './cinemaDays.ts';
import { screeningRecord } from './screening.contract.ts';
import { toOffsetTime } from './screening.localTime.ts';
import { earlierOfClash, type RoomOccupancy, roomTakenText, runningMinutes } from './screening.rules.ts';
import { parseFilmId, screeningParts } from './screening.searchParts.ts';
import { PROGRAMME_DAYS } from './screening.types.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    screenings: ScreeningTable;
  }
}

export interface ScreeningTable extends TableOf<typeof screeningRecord> {}

type ScreeningValues = StoredValues<(typeof screeningRecord)['fields']>;

const MINUTE = 60_000;

export const screeningService = recordService(screeningRecord, {
  gone: 'Esta sessão não existe mais.',
  effects: effectTexts('na página do cinema'),
  adjust: ({ starts_at, ...values }) => ({
    ...values,
    starts_at: isoAt(Math.floor(Date.parse(starts_at) / MINUTE) * MINUTE),
  }),
  ensureConsistent: ensureFits,
  async message(values, { db, clock }, effect) {
    const outside = outsideHoursText(await cinemaDays({ db: db as Deps['db'], clock }), [
      toOffsetTime(values.starts_at),
    ]);
    return outside || effectOf(values, clock.now(), effect);
  },
  filterConditions,
  listRules: ({ db, clock }, { room }) => ({
    order: '-screenings.starts_at',
    // Within one room the order is that of the ids, which has an index.
    ...(room && { sortable: { ...listRulesOf(screeningRecord).sortable, room: 'screenings.id' } }),
    asOf: minuteOf(clock.now()),
    parts: screeningParts(db),
  }),
});

declareComposition('movies', { mayBeDeleted: ensureNoSessions });

function filterConditions({
  db,
  clock,
}: Pick<Deps, 'db' | 'clock'>): FilterConditions<typeof screeningRecord> {
  const now = clock.now();
  const today = dayAt(now);
  const begin = isoAt(startOfDay(today));
  const end = isoAt(startOfDay(addDays(today, 1)));
  return {
    when: (value) => {
      if (value === 'today') return sql`screenings.starts_at >= ${begin} and screenings.starts_at < ${end}`;
      const coming = sql<SqlBool>`screenings.starts_at > ${isoAt(now)}`;
      // SQLite would expect few rows for "<=" and sort them, though nearly all sessions are past.
      return value === 'past' ? sql`not (${coming})` : coming;
    },
    movie: {
      where: (id) => sql`screenings.movie_id = ${parseFilmId(id)}`,
      // Counts dozens of films in one query; PostgreSQL would plan single queries longer than it counts.
      values: async () => {
        const { rows } = await sql<{ id: number; name: string; count: number }>`
          select id, name, (
            select count(*) from (
              select 1 from screenings where ${isNotDeleted('screenings')} and movie_id = movies.id
              limit ${FILTER_COUNT_LIMIT}
            ) as found
          ) as count
          from movies where ${isNotDeleted('movies')} order by id desc limit ${MAX_FILTER_VALUES}
        `.execute(db);
        return rows.map(({ id, name, count }) => ({ value: String(id), text: name, count: Number(count) }));
      },
    },
    room: {
      where: (value) => sql`screenings.room_key = ${value}`,
      values: valuesOf(db, 'screenings', 'room_key', 'room'),
    },
  };
}

/** Throws a 409 where sessions to come need the film, in drafts and scheduled changes too. Past ones are history. */
async function ensureNoSessions({ trx, now }: Pick<Work, 'trx' | 'now'>, movie_id: number): Promise<void> {
  await lockOrder(trx, 'screenings');
  const stored = await trx
    .selectFrom('screenings')
    .select(['uuid', 'starts_at', 'room'])
    .where('movie_id', '=', movie_id)
    .where('starts_at', '>', now)
    .where(isNotDeleted('screenings'))
    .execute();
  const waiting = await pendingContents(trx, 'screenings', 'movie_id', movie_id);
  const coming = new Map(stored.map(({ uuid, ...session }) => [uuid, session]));
  for (const { uuid, content } of waiting) {
    const session = { starts_at: String(content.starts_at), room: String(content.room) };
    if (session.starts_at > now && !coming.has(uuid)) coming.set(uuid, session);
  }
  const [first] = [...coming.values()].toSorted((one, other) => (one.starts_at < other.starts_at ? -1 : 1));
  if (!first) return;
  const { name } = await trx
    .selectFrom('movies')
    .select('name')
    .where('id', '=', movie_id)
    .executeTakeFirstOrThrow();
  const which = coming.size === 1 ? 'em' : 'a primeira em';
  throw new Failure(
    'conflict',
    `“${name}” tem ${plural(coming.size, 'sessão', 'sessões')} por vir, ${which} ${formatInstant(first.starts_at)}, na ${first.room}. Tire as sessões da semana ou encerre o filme antes de excluir.`,
  );
}

/** Returns the effect on the site as text: `shown` if the session is on a day that the site shows. */
function effectOf({ starts_at }: ScreeningValues, now: number, shown: string): string {
  const day = dayAt(Date.parse(starts_at));
  const today = dayAt(now);
  if (day < today) return `Foi em ${formatInstant(starts_at)}: não aparece no site.`;
  if (day < addDays(today, PROGRAMME_DAYS)) return shown;
  return `Aparece na página do cinema ${PROGRAMME_DAYS - 1} dias antes.`;
}

/** Longest running time considered; sessions farther apart cannot overlap. */
const LONGEST = 24 * 60 * MINUTE;

export type OccupancyRow = Pick<Row<'screenings'>, 'id' | 'room_key' | 'starts_at'> & {
  duration: string | null;
  name: string;
};

/** Returns sessions between two instants, with their films, if neither is deleted. */
export function occupanciesBetween(
  db: DbOrTransaction,
  from: number,
  until: number,
): Promise<OccupancyRow[]> {
  return db
    .selectFrom('screenings')
    .innerJoin('movies', 'movies.id', 'screenings.movie_id')
    .select([
      'screenings.id',
      'screenings.room_key',
      'screenings.starts_at',
      'movies.duration',
      'movies.name',
    ])
    .where(isNotDeleted('screenings'))
    .where(isNotDeleted('movies'))
    .where('screenings.starts_at', '>=', isoAt(from))
    .where('screenings.starts_at', '<', isoAt(until))
    .execute();
}

/** Converts a row to a room occupancy; minutes count from `start`. */
export const occupancyOf = (
  start: number,
  { room_key, starts_at, duration, name }: OccupancyRow,
): RoomOccupancy => ({
  room: room_key,
  at: (Date.parse(starts_at) - start) / MINUTE,
  lasts: runningMinutes(duration),
  film: name,
});

/** Throws 422 if the film is deleted, or if the room shows another film at that time. */
async function ensureFits(
  db: DbOrTransaction,
  { movie_id, room, starts_at }: ScreeningValues,
  own?: number,
): Promise<void> {
  const film = await db
    .selectFrom('movies')
    .select(['name', 'duration'])
    .where('id', '=', movie_id)
    .where(isNotDeleted('movies'))
    .executeTakeFirst();
  if (!film) throw invalidField('movie_id', 'Este filme não existe mais. Escolha outro.');
  const startsAt = Date.parse(starts_at);
  const day = startOfDay(dayAt(startsAt));
  const others = await occupanciesBetween(db, startsAt - LONGEST, startsAt + LONGEST);
  const candidate = occupancyOf(day, { id: 0, room_key: searchText(room), starts_at, ...film });
  for (const other of others) {
    const occupying = occupancyOf(day, other);
    if (other.id !== own && earlierOfClash(candidate, occupying))
      throw invalidField('starts_at', roomTakenText(occupying));
  }
}

/** Returns the prices among `ids` that are not deleted. */
export async function existingPrices(db: DbOrTransaction, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const found = await db
    .selectFrom('ticket_office_items')
    .select('id')
    .where('id', 'in', ids)
    .where(isNotDeleted('ticket_office_items'))
    .execute();
  return new Set(found.map(({ id }) => id));
}
