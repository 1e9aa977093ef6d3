import { type SqlBool, sql } from 'kysely';
import { effectTexts } from '../../contract/effects.ts';
import { Failure, invalidField } from '../../contract/failure.ts';
import { enumValueOf } from '../../contract/fields.ts';
import { FILTER_COUNT_LIMIT, MAX_FILTER_VALUES } from '../../contract/filters.ts';
import type { ListQuery } from '../../contract/list.ts';
import { dayAt, isoAt, minuteOf, startOfDay } from '../../platform/clock.ts';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import { currentRecord, type RecordDraft, saveRecord } from '../../platform/database/drafts.ts';
import { declareComposition } from '../../platform/database/history.ts';
import { searchText, selectList } from '../../platform/database/list.ts';
import { filterRules, valuesOf } from '../../platform/database/listFilters.ts';
import type { ListRules } from '../../platform/database/listRequirements.ts';
import { lockOrder } from '../../platform/database/order.ts';
import { deleteRecord, findRecord, type Row, valueOrStored } from '../../platform/database/records.ts';
import { pendingContents } from '../../platform/database/references.ts';
import type { RecordColumns } from '../../platform/database/tables.ts';
import { isNotDeleted } from '../../platform/database/visibility.ts';
import type { Actor, Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { formatInstant } from '../../ui/format.ts';
import { plural } from '../../ui/plural.ts';
import { cinemaDays, outsideHoursText } from './cinemaDays.ts';
import { type Screening, type ScreeningInput, screeningFilters } from './screening.contract.ts';
import { createLocalTimeFormatter } from './screening.localTime.ts';
import { earlierOfClash, type RoomOccupancy, roomTakenText, runningMinutes } from './screening.rules.ts';
import { parseFilmId, screeningParts } from './screening.searchParts.ts';
import { AUDIOS, PROGRAMME_DAYS, SCREENING_FORMATS } from './screening.types.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    screenings: ScreeningTable;
  }
}

export interface ScreeningTable extends RecordColumns {
  movie_id: number;
  room: string;
  /** Start, to the minute, in UTC. */
  starts_at: string;
  audio: number;
  format: number;
  /** Item of the ticket office. */
  price_id: number | null;
  ticket_link: string | null;
  search: string;
  room_key: string;
}

/** Error for a deleted price. */
export const PRICE_GONE = 'Este item da bilheteria não existe mais. Escolha outro.';

declareComposition('screenings', {
  derive: derived,
  ensureConsistent: ({ trx }, content, id) => ensureFits(trx, content, id),
  references: [
    { column: 'movie_id', to: 'movies', kind: 'required' },
    {
      column: 'price_id',
      to: 'ticket_office_items',
      kind: 'optional',
      gone: PRICE_GONE,
      dropped: () => 'O preço desta sessão foi excluído da bilheteria e saiu dela.',
    },
  ],
});

declareComposition('movies', { mayBeDeleted: ensureNoSessions });

const EFFECTS = effectTexts('na página do cinema');
const GONE = 'Esta sessão não existe mais.';
const MINUTE = 60_000;

type Reading = Pick<Deps, 'db' | 'clock'>;

const LIST: ListRules = {
  table: 'screenings',
  search: 'screenings.search',
  sortable: { id: 'screenings.id', starts_at: 'screenings.starts_at', room: 'screenings.room_key' },
  order: '-screenings.starts_at',
  id: 'screenings.id',
};

export async function listScreenings(deps: Reading, query: ListQuery & { room?: string }) {
  const base = named(deps.db).where(isNotDeleted('screenings'));
  const rules: ListRules = {
    ...LIST,
    // Within one room the order is that of the ids, which has an index.
    sortable: { ...LIST.sortable, ...(query.room && { room: 'screenings.id' }) },
    filters: filtersIn(deps),
    asOf: minuteOf(deps.clock.now()),
    parts: screeningParts(deps.db),
  };
  return selectList(deps.db, base, query, rules, (rows) => rows.map(present));
}

function filtersIn({ db, clock }: Reading) {
  const now = clock.now();
  const today = dayAt(now);
  const begin = isoAt(startOfDay(today));
  const end = isoAt(startOfDay(dayAfter(today)));
  return filterRules('screenings', screeningFilters, {
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
  });
}

export const dayAfter = (day: string, days = 1) => Temporal.PlainDate.from(day).add({ days }).toString();

/** Selects sessions with the names of film and price, also of records in the trash; null for erased ones. */
function named(db: DbOrTransaction) {
  return db
    .selectFrom('screenings')
    .leftJoin('movies', 'movies.id', 'screenings.movie_id')
    .leftJoin('ticket_office_items', 'ticket_office_items.id', 'screenings.price_id')
    .selectAll('screenings')
    .select([
      'movies.uuid as movie_uuid',
      'movies.name as movie_name',
      'ticket_office_items.item as price_item',
    ]);
}

export async function findScreening({ db }: Pick<Deps, 'db'>, uuid: string): Promise<Screening> {
  await findRecord(db, 'screenings', uuid, GONE);
  return present(await named(db).where('screenings.uuid', '=', uuid).executeTakeFirstOrThrow());
}

export async function draftScreening(
  { db, clock }: Pick<Deps, 'clock'> & { db: DbOrTransaction },
  { version: expectedVersion, ...input }: ScreeningInput,
  uuid?: string,
): Promise<RecordDraft<'screenings'>> {
  const before = await currentRecord(db, 'screenings', uuid, expectedVersion, GONE);
  const values = screeningColumns(input, before ?? undefined);
  await ensureFits(db, values, before?.id);
  const outside = outsideHoursText(await cinemaDays({ db: db as Deps['db'], clock }), [
    createLocalTimeFormatter()(values.starts_at),
  ]);
  const message = outside || effectOf(values, clock.now(), before ? EFFECTS.changed : EFFECTS.added);
  return { table: 'screenings', before, values, message };
}

const lockScreenings = (trx: Work['trx']) => lockOrder(trx, 'screenings');

export const storeScreening = (deps: Pick<Deps, 'write' | 'clock'>, actor: Actor, input: ScreeningInput) =>
  saveRecord(deps, actor, (db) => draftScreening({ ...deps, db }, input), lockScreenings);

export const updateScreening = (
  deps: Pick<Deps, 'write' | 'clock'>,
  actor: Actor,
  uuid: string,
  input: ScreeningInput,
) => saveRecord(deps, actor, (db) => draftScreening({ ...deps, db }, input, uuid), lockScreenings);

export async function destroyScreening(deps: Pick<Deps, 'write'>, actor: Actor, uuid: string) {
  await deps.write(actor, async (work) => {
    await lockOrder(work.trx, 'screenings');
    await deleteRecord(work, 'screenings', await findRecord(work.trx, 'screenings', uuid, GONE));
  });
  return { message: EFFECTS.removed };
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
function effectOf({ starts_at }: Pick<ScreeningTable, 'starts_at'>, now: number, shown: string): string {
  const day = dayAt(Date.parse(starts_at));
  const today = dayAt(now);
  if (day < today) return `Foi em ${formatInstant(starts_at)}: não aparece no site.`;
  if (day < dayAfter(today, PROGRAMME_DAYS)) return shown;
  return `Aparece na página do cinema ${PROGRAMME_DAYS - 1} dias antes.`;
}

/** Returns the columns of a session; an absent field keeps its stored value. */
export function screeningColumns(
  input: Omit<ScreeningInput, 'version'>,
  stored?: Pick<Row<'screenings'>, 'price_id' | 'ticket_link'>,
) {
  const { movie_id, room, audio, format } = input;
  return {
    movie_id,
    room,
    starts_at: isoAt(Math.floor(Date.parse(input.starts_at) / MINUTE) * MINUTE),
    audio,
    format,
    price_id: valueOrStored(input.price_id, stored?.price_id),
    ticket_link: valueOrStored(input.ticket_link, stored?.ticket_link),
    ...derived({ room, audio, format }),
  };
}

function derived({ room, audio, format }: Pick<ScreeningTable, 'room' | 'audio' | 'format'>) {
  return {
    search: searchText(room, enumValueOf(AUDIOS, audio).text, enumValueOf(SCREENING_FORMATS, format).text),
    room_key: searchText(room),
  };
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
  { movie_id, room_key, room, starts_at }: Omit<ScreeningTable, keyof RecordColumns>,
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
  const candidate = occupancyOf(day, { id: 0, room_key: room_key || searchText(room), starts_at, ...film });
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

type NamedRow = Row<'screenings'> & {
  movie_uuid: string | null;
  movie_name: string | null;
  price_item: string | null;
};

const present = (row: NamedRow): Screening => ({
  id: row.id,
  uuid: row.uuid,
  movie:
    row.movie_uuid === null ? null : { id: row.movie_id, uuid: row.movie_uuid, name: row.movie_name ?? '' },
  starts_at: row.starts_at,
  room: row.room,
  audio: enumValueOf(AUDIOS, row.audio),
  format: enumValueOf(SCREENING_FORMATS, row.format),
  price: row.price_id === null || row.price_item === null ? null : { id: row.price_id, item: row.price_item },
  ticket_link: row.ticket_link,
  version: row.version,
  updated_at: row.updated_at,
});
