import { fold } from '../../contract/fold.ts';
import { addDays } from '../../ui/addDays.ts';
import { OF_DAY, type StoredRow, type StoredWeek, WEEK } from './screening.contract.ts';
import { timesIn } from './screening.rules.ts';
import { isEmptyRow, linkOf, type TicketLink } from './week.ts';

/** Days on which the cinema is closed or has other hours: what is copied leaves them out. */
const specialIn = ({ special_days }: Pick<StoredWeek, 'special_days'>): ReadonlySet<number> =>
  new Set(special_days.map(({ day }) => day));

/** A row as the form holds it: choices are the text of their fields. */
export interface GridRow {
  /** Tells it from all others here. */
  key: string;
  movie_id: string;
  room: string;
  audio: string;
  format: string;
  /** `OF_DAY`, a price, or none. */
  price_id: string;
  times: string[];
  ticket_links: TicketLink[];
}

export interface WeekValues {
  rows: GridRow[];
  /** Empty where a day has none. */
  day_prices: string[];
}

const text = (id: number | null) => (id === null ? '' : String(id));

const gridRow = (row: StoredRow, key: string): GridRow => ({
  key,
  movie_id: String(row.movie_id),
  room: row.room,
  audio: String(row.audio),
  format: String(row.format),
  price_id: row.price_id === undefined ? OF_DAY : text(row.price_id),
  times: [...row.times],
  ticket_links: [...row.ticket_links],
});

export const valuesOf = ({ rows, day_prices }: StoredWeek): WeekValues => ({
  day_prices: day_prices.map(text),
  rows: rows.map((row, at) => gridRow(row, `row-${at}`)),
});

export const emptyTimes = () => Array.from({ length: WEEK }, () => '');

/** Below the others: in the room and the version of the last, which is what changes least. */
export function newRow(rows: readonly GridRow[], key: string): GridRow {
  const last = rows.at(-1);
  return {
    key,
    movie_id: '',
    room: last?.room ?? '',
    audio: last?.audio ?? '1',
    format: last?.format ?? '1',
    price_id: last?.price_id ?? OF_DAY,
    times: emptyTimes(),
    ticket_links: [],
  };
}

const likeness = ({ movie_id, room, audio, format, price_id }: GridRow) =>
  JSON.stringify([movie_id, fold(room), audio, format, price_id]);

/**
 * The week before, laid under what is there: its times go where nothing stands yet. Films that have ended stay where
 * they were. `copied` counts the cells, `leftOut` are special days that would have got times.
 */
export function withWeekBefore(
  week: StoredWeek,
  { rows, day_prices }: WeekValues,
  newKey: () => string,
): WeekValues & { copied: number; leftOut: number[] } {
  const { before, films } = week;
  const special = specialIn(week);
  const leftOut = new Set<number>();
  const current = new Set(films.filter((film) => film.current).map(({ id }) => id));
  const all = rows.filter((row) => !isEmptyRow(row) || row.movie_id !== '');
  let copied = 0;
  for (const stored of before.rows.filter(({ movie_id }) => current.has(movie_id))) {
    // Where one session's ticket is sold, no other's is.
    const found = { ...gridRow(stored, newKey()), ticket_links: [] };
    const at = all.findIndex((row) => likeness(row) === likeness(found));
    const under = all[at];
    const times = found.times.map((time, day) => {
      const own = under?.times[day]?.trim() ?? '';
      if (special.has(day)) {
        if (own === '' && time !== '') leftOut.add(day);
        return own;
      }
      if (own === '' && time !== '') copied += 1;
      return own || time;
    });
    if (under) all[at] = { ...under, times };
    else if (times.some((time) => time !== '')) all.push({ ...found, times });
  }
  const prices = day_prices.map((price, day) => price || text(before.day_prices[day] ?? null));
  return { rows: all, day_prices: prices, copied, leftOut: [...leftOut].sort() };
}

/** Copies the times of the first day that has some to each usual day that has none. */
export function onEmptyDays(row: GridRow, week: Pick<StoredWeek, 'special_days'>): GridRow {
  const special = specialIn(week);
  const first = row.times.find((cell) => cell.trim() !== '') ?? '';
  return {
    ...row,
    times: row.times.map((cell, day) => (cell.trim() === '' && !special.has(day) ? first : cell)),
  };
}

/** Its sessions, day by day, each with its link. */
export const linksIn = (row: GridRow): TicketLink[] =>
  row.times.flatMap((cell, day) =>
    timesIn(cell).times.map((time) => ({ day, time, link: linkOf(row, day, time) ?? '' })),
  );

export function withLink(row: GridRow, { day, time, link }: TicketLink): GridRow {
  // Of a draft that an earlier release kept there are none.
  const others = (row.ticket_links ?? []).filter((known) => known.day !== day || known.time !== time);
  return { ...row, ticket_links: [...others, { day, time, link }] };
}

/** The first of them for all sessions that have none. */
export function withFirstLink(row: GridRow): GridRow {
  const all = linksIn(row);
  const link = all.find((one) => one.link.trim())?.link ?? '';
  return all.filter((one) => !one.link.trim()).reduce((to, one) => withLink(to, { ...one, link }), row);
}

/** Films change on Thursdays: the one on or before `day`. */
export function weekStart(day: string): string {
  const THURSDAY = 4;
  const weekday = new Date(day).getUTCDay();
  return addDays(day, -((weekday - THURSDAY + 7) % 7));
}
