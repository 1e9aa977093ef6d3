import { createHash } from 'node:crypto';
import { isoAt, startOfDay } from '../../platform/clock.ts';
import type { DbOrTransaction } from '../../platform/database/database.ts';
import type { Actor, Work } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { isNotDeleted, isPublished } from '../../records/server/publication/visibility.ts';
import { lockOrder } from '../../records/server/store/order.ts';
import {
  deleteRecord,
  insertRecord,
  locksRows,
  noteLockedByOrder,
  type Row,
  updateRecord,
} from '../../records/server/store/records.ts';
import { addDays, DAY_MS, dayAt } from '../../shared/dates.ts';
import { Failure } from '../../shared/failure.ts';
import { cleanName } from '../../shared/fields.ts';
import { fold } from '../../shared/text/fold.ts';
import { formatDayMonth, formatPeriod } from '../../shared/text/format.ts';
import {
  hasInvisible,
  hasVisibleText,
  INVISIBLE_REFUSED,
  INVISIBLE_TEXT,
} from '../../shared/text/invisible.ts';
import { plural } from '../../shared/text/plural.ts';
import { toInstant } from '../../shared/text/zonedTime.ts';
import { ENDED } from '../movies/movie.types.ts';
import { cinemaDays, outsideHoursText } from './cinemaDays.ts';
import {
  type StoredWeek,
  type StoredWeekRow,
  screeningRecord,
  WEEK_DAYS,
  type WeekInput,
  type WeekOfScreenings,
} from './screening.contract.ts';
import { toOffsetTime } from './screening.localTime.ts';
import { parseTimes } from './screening.rules.ts';
import { existingPrices, occupanciesBetween, occupancyOf, screeningService } from './screening.service.ts';
import {
  dayPriceField,
  findTicketLink,
  isEmptyRow,
  priceField,
  roomFieldName,
  weekProblems,
} from './week.ts';
import { type ChangeCounts, changesText } from './weekCount.ts';
import { weekStart } from './weekRows.ts';

type Stored = Row<'screenings'>;
type ScreeningColumns = ReturnType<typeof screeningService.columns>;

const CHANGED = 'Esta semana mudou enquanto você montava. Confira e salve de novo.';
/** Longer than any film, so that overlaps across the week's borders are found. */
const MAX_OVERLAP_MS = DAY_MS;
/** Most films to choose from, the newest first; a programme has about a dozen. */
const MOST_FILMS = 200;

const byName = new Intl.Collator('pt-BR');
const byNumber = new Intl.Collator('pt-BR', { numeric: true });

export async function readWeek({ db, clock }: Pick<Deps, 'db' | 'clock'>, from: string): Promise<StoredWeek> {
  const today = dayAt(clock.now());
  const all = await sessionsIn(db, addDays(from, -WEEK_DAYS), 2 * WEEK_DAYS);
  const begin = isoAt(startOfDay(from));
  const rows = all.filter(({ starts_at }) => starts_at >= begin);
  const before = all.filter(({ starts_at }) => starts_at < begin);
  const films = await filmsOf(
    db,
    all.map(({ movie_id }) => movie_id),
  );
  const prices = await db
    .selectFrom('ticket_office_items')
    .select(['id', 'item'])
    .where(isNotDeleted('ticket_office_items'))
    .orderBy('position')
    .orderBy('id')
    .execute();
  const special = await cinemaDays({ db, clock });
  const names = new Map(films.map(({ id, name }) => [id, name]));
  const inRows = (sessions: Shown[], first: string): WeekOfScreenings => {
    const { rows, day_prices } = rowsOf(sessions, first);
    const inOrder = rows.toSorted(
      (one, other) =>
        byName.compare(names.get(one.movie_id) ?? '', names.get(other.movie_id) ?? '') ||
        byNumber.compare(one.room, other.room),
    );
    return { rows: inOrder, day_prices };
  };
  return {
    from,
    today,
    ...inRows(rows, from),
    special_days: Array.from({ length: WEEK_DAYS }, (_, day) => day).flatMap((day) => {
      const found = special.get(addDays(from, day));
      return found ? [{ day, reason: found.reason, hours: [...found.spans] }] : [];
    }),
    before: inRows(before, addDays(from, -WEEK_DAYS)),
    next_empty: await nextEmptyWeek(db, weekStart(today)),
    films,
    prices,
    rooms: [...new Map(all.map(({ room, room_key }) => [room_key, room])).values()].toSorted(
      byNumber.compare,
    ),
    drafts: rows.filter(({ standing }) => standing !== null).length,
    version: versionOf(rows),
  };
}

/** Weeks after the current one in which an empty week is searched. */
const WEEKS_AHEAD = 8;

async function nextEmptyWeek(db: DbOrTransaction, current: string): Promise<string | null> {
  for (let ahead = 1; ahead <= WEEKS_AHEAD; ahead++) {
    const from = addDays(current, ahead * WEEK_DAYS);
    const session = await within(db, from, WEEK_DAYS).select('screenings.id').limit(1).executeTakeFirst();
    if (!session) return from;
  }
  return null;
}

/** Sessions of days, with a film that is not deleted. */
const within = (db: DbOrTransaction, from: string, days: number) =>
  db
    .selectFrom('screenings')
    .innerJoin('movies', 'movies.id', 'screenings.movie_id')
    .where(isNotDeleted('screenings'))
    .where(isNotDeleted('movies'))
    .where('screenings.starts_at', '>=', isoAt(startOfDay(from)))
    .where('screenings.starts_at', '<', isoAt(startOfDay(addDays(from, days))))
    .orderBy('screenings.starts_at')
    .orderBy('screenings.id');

/**
 * Reads only the columns of the grid, because in PostgreSQL reading wide rows takes longer than finding them.
 */
const sessionsIn = (db: DbOrTransaction, from: string, days: number) =>
  within(db, from, days)
    .select([
      'screenings.uuid',
      'screenings.version',
      'screenings.movie_id',
      'screenings.room',
      'screenings.room_key',
      'screenings.starts_at',
      'screenings.audio',
      'screenings.format',
      'screenings.price_id',
      'screenings.ticket_link',
      'screenings.standing',
    ])
    .execute();
type Shown = Awaited<ReturnType<typeof sessionsIn>>[number];

async function screeningsOf(db: DbOrTransaction, from: string): Promise<Stored[]> {
  const rows = await within(db, from, WEEK_DAYS)
    .selectAll('screenings')
    .$if(locksRows(db), (query) => query.forUpdate('screenings'))
    .execute();
  return noteLockedByOrder(db, 'screenings', rows);
}

/** Returns films that can be chosen, and those in `used` that have ended since. */
async function filmsOf(db: DbOrTransaction, used: readonly number[]) {
  const base = db
    .selectFrom('movies')
    .select(['id', 'name', 'duration', 'type'])
    .where(isNotDeleted('movies'));
  const current = await base.where('type', '<>', ENDED).orderBy('id', 'desc').limit(MOST_FILMS).execute();
  const missing = [...new Set(used)].filter((id) => !current.some((film) => film.id === id));
  const others = missing.length > 0 ? await base.where('id', 'in', missing).execute() : [];
  return [...current, ...others]
    .map(({ type, ...film }) => ({ ...film, current: type !== ENDED }))
    .toSorted((one, other) => byName.compare(one.name, other.name));
}

/** Groups sessions that differ only by their start time into rows. */
function rowsOf(rows: Shown[], from: string): WeekOfScreenings {
  const days = Array.from({ length: WEEK_DAYS }, (_, at) => addDays(from, at));
  const placed = rows.map((session) => {
    const [day = '', time = ''] = toOffsetTime(session.starts_at).split('T');
    return { ...session, at: days.indexOf(day), time: time.slice(0, 'HH:MM'.length) };
  });
  const of = Map.groupBy(placed, ({ at }) => at);
  const day_prices = days.map((_, at) => mostFrequent((of.get(at) ?? []).map(({ price_id }) => price_id)));
  const found = new Map<string, StoredWeekRow>();
  for (const { movie_id, room, room_key, audio, format, price_id, ticket_link, at, time } of placed) {
    const own = price_id === day_prices[at] ? {} : { price_id };
    const key = JSON.stringify([movie_id, room_key, audio, format, own]);
    const row = found.get(key) ?? {
      ...{ movie_id, room, audio, format, ...own },
      times: days.map(() => ''),
      ticket_links: [],
    };
    found.set(key, row);
    row.times[at] = [row.times[at], time].filter(Boolean).join(' ');
    if (ticket_link) row.ticket_links.push({ day: at, time, link: ticket_link });
  }
  return { rows: [...found.values()], day_prices };
}

/** Returns the most frequent value; the first of equally frequent ones. */
function mostFrequent<T>(all: readonly T[]): T | null {
  const counts = Map.groupBy(all, (one) => one);
  const [most] = [...counts].toSorted(([, one], [, other]) => other.length - one.length);
  return most?.[0] ?? null;
}

const versionOf = (rows: Pick<Stored, 'uuid' | 'version'>[]) =>
  createHash('sha256')
    .update(JSON.stringify(rows.map(({ uuid, version }) => [uuid, version])))
    .digest('base64url');

/** Replaces the sessions of the seven days from `from` on by `input`, all or nothing. */
export async function saveWeek(
  deps: Pick<Deps, 'write' | 'db' | 'clock'>,
  actor: Actor,
  from: string,
  input: WeekInput,
): Promise<{ message: string }> {
  const counts = await deps.write(actor, async (work) => {
    // Serializes writers, so that the version check below cannot miss a concurrent save.
    await lockOrder(work.trx, 'screenings');
    const rows = await screeningsOf(work.trx, from);
    if (input.version !== undefined && input.version !== versionOf(rows))
      throw new Failure('conflict', CHANGED, { extra: { saved: await lastSaved(work, from) } });
    await ensureValid(work.trx, from, input, rows);
    return applyWeek(work, from, input, rows);
  });
  const outside = outsideHoursText(await cinemaDays(deps), beginsIn(from, input));
  return { message: [summaryOf(from, counts), outside].filter(Boolean).join(' ') };
}

/** Returns the local start times of a week, as `2026-12-25T14:30`. */
const beginsIn = (from: string, { rows }: WeekInput): string[] =>
  rows
    .filter(({ movie_id }) => movie_id)
    .flatMap(({ times }) =>
      times.flatMap((cell, at) => parseTimes(cell).times.map((time) => `${addDays(from, at)}T${time}`)),
    );

async function ensureValid(
  db: DbOrTransaction,
  from: string,
  { rows, day_prices = [] }: WeekInput,
  stored: Stored[],
) {
  const [start, end] = [startOfDay(from), startOfDay(addDays(from, WEEK_DAYS))];
  const films = await filmsOf(
    db,
    rows.map(({ movie_id }) => movie_id ?? 0),
  );
  const byId = new Map(films.map((film) => [film.id, film]));
  const around = [
    ...(await occupanciesBetween(db, start - MAX_OVERLAP_MS, start)),
    ...(await occupanciesBetween(db, end, end + MAX_OVERLAP_MS)),
  ];
  const problems = weekProblems(
    rows,
    (id) => byId.get(id),
    around.map((row) => occupancyOf(start, row)),
  );
  const requestedPrices = [
    ...rows.map(({ price_id }, at) => [priceField(at), price_id] as const),
    ...day_prices.map((price_id, day) => [dayPriceField(day), price_id] as const),
  ];
  const prices = await existingPrices(db, [
    ...new Set(requestedPrices.flatMap(([, price_id]) => price_id ?? [])),
  ]);
  const had = new Set(stored.map(({ price_id }) => price_id));
  for (const [name, price_id] of requestedPrices)
    if (price_id && !prices.has(price_id) && !had.has(price_id))
      problems.set(name, screeningRecord.fields.price_id.reference.deleted.gone);
  const unseen = [...rows.entries()].filter(
    ([, row]) => !isEmptyRow(row) && (hasInvisible(row.room) || !hasVisibleText(row.room)),
  );
  const rooms = await storedRooms(
    db,
    unseen.map(([, row]) => row.room),
  );
  for (const [at, row] of unseen)
    if (!rooms.has(row.room) && !problems.has(roomFieldName(at)))
      problems.set(roomFieldName(at), hasVisibleText(row.room) ? INVISIBLE_REFUSED : INVISIBLE_TEXT);
  if (problems.size === 0) return;
  throw new Failure('invalid', problems.get('rows') ?? problemsText(problems.size), {
    fields: Object.fromEntries([...problems].map(([name, text]) => [name, [text]])),
  });
}

/** Returns the `rooms` that stored sessions have: they may be older than the check of names. */
async function storedRooms(db: DbOrTransaction, rooms: readonly string[]): Promise<Set<string>> {
  if (rooms.length === 0) return new Set();
  const rows = await db
    .selectFrom('screenings')
    .select('room')
    .distinct()
    .where('room', 'in', [...new Set(rooms)])
    .execute();
  return new Set(rows.map(({ room }) => room));
}

const problemsText = (count: number) =>
  `Confira ${plural(count, 'campo', 'campos')} da semana. Nada foi salvo ainda.`;

interface SavedCounts extends ChangeCounts {
  all: number;
}

/** Applies the week. A session with the same film, room and start keeps its record, link and history. */
async function applyWeek(work: Work, from: string, input: WeekInput, stored: Stored[]): Promise<SavedCounts> {
  const remaining = new Map(stored.map((row) => [`${row.movie_id} ${row.room_key} ${row.starts_at}`, row]));
  const added: ScreeningColumns[] = [];
  const changes: [Stored, ScreeningColumns][] = [];
  for (const row of input.rows) {
    if (isEmptyRow(row) || !row.movie_id) continue;
    const { audio, format, movie_id } = row;
    const room = cleanName(row.room) as string;
    for (const [at, cell] of row.times.entries()) {
      const price_id = (row.price_id === undefined ? input.day_prices?.[at] : row.price_id) ?? null;
      for (const time of parseTimes(cell).times) {
        const starts_at = isoAt(Date.parse(toInstant(`${addDays(from, at)}T${time}`)));
        const key = `${movie_id} ${fold(room)} ${starts_at}`;
        const before = remaining.get(key);
        remaining.delete(key);
        const link = findTicketLink(row, at, time)?.trim();
        const ticket_link = link === '' ? null : link;
        const columns = screeningService.columns(
          { movie_id, room, starts_at, audio, format, price_id, ticket_link },
          before,
        );
        if (!before) added.push(columns);
        else if (
          before.audio !== audio ||
          before.format !== format ||
          before.price_id !== columns.price_id ||
          before.ticket_link !== columns.ticket_link ||
          before.room !== room
        )
          changes.push([before, columns]);
      }
    }
  }
  // `ensureRight` has checked the rooms.
  const quiet = { logged: false, hasStoredNames: true };
  for (const row of remaining.values()) await deleteRecord(work, 'screenings', row, quiet);
  for (const [before, columns] of changes) await updateRecord(work, 'screenings', before, columns, quiet);
  for (const columns of added) await insertRecord(work, 'screenings', columns, quiet);
  const counts = {
    added: added.length,
    changed: changes.length,
    removed: remaining.size,
    all: stored.length - remaining.size + added.length,
  };
  if (counts.added + counts.changed + counts.removed > 0)
    await work.audit({
      action: 'update',
      entity: 'screenings',
      uuid: null,
      after: { starts_at: from, ...counts },
    });
  return counts;
}

/** Returns time and author of the last change, from the version history, which includes deletions. */
async function lastSaved({ trx, now }: Work, from: string) {
  const last = await trx
    .selectFrom('screenings')
    .innerJoin('record_versions', (join) =>
      join
        .onRef('record_versions.uuid', '=', 'screenings.uuid')
        .on('record_versions.entity', '=', 'screenings'),
    )
    .select(['record_versions.at', 'record_versions.user_name as by'])
    .where(isPublished('screenings'))
    .where('screenings.starts_at', '>=', isoAt(startOfDay(from)))
    .where('screenings.starts_at', '<', isoAt(startOfDay(addDays(from, WEEK_DAYS))))
    .orderBy('record_versions.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last ?? { at: now, by: null };
}

function summaryOf(from: string, counts: SavedCounts): string {
  const { all } = counts;
  const until = addDays(from, WEEK_DAYS - 1);
  const week = formatPeriod(from, until) ?? formatDayMonth(from);
  if (all === 0) return `Nenhuma sessão ${week}.`;
  const sum = `${plural(all, 'sessão', 'sessões')} ${week}`;
  return `${sum}: ${changesText(counts) ?? 'nada mudou'}.`;
}
