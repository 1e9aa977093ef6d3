import { addDays, weekdayOf } from '../../shared/dates.ts';
import { fold } from '../../shared/text/fold.ts';
import { PRICE_OF_DAY, type StoredWeek, type StoredWeekRow, WEEK_DAYS } from './screening.contract.ts';
import { parseTimes } from './screening.rules.ts';
import { findTicketLink, isEmptyRow, type TicketLink } from './week.ts';

/** Returns the special days of the cinema, which copying skips. */
const specialIn = ({ special_days }: Pick<StoredWeek, 'special_days'>): ReadonlySet<number> =>
  new Set(special_days.map(({ day }) => day));

/** A row of the form; choices are strings, as their fields need them. */
export interface GridRow {
  /** Unique key among the rows of the form. */
  key: string;
  movie_id: string;
  room: string;
  audio: string;
  format: string;
  /** `PRICE_OF_DAY`, a price id, or empty. */
  price_id: string;
  times: string[];
  ticket_links: TicketLink[];
}

export interface WeekValues {
  rows: GridRow[];
  /** Price of each day; empty if it has none. */
  day_prices: string[];
}

const idText = (id: number | null) => (id === null ? '' : String(id));

const gridRow = (row: StoredWeekRow, key: string): GridRow => ({
  key,
  movie_id: String(row.movie_id),
  room: row.room,
  audio: String(row.audio),
  format: String(row.format),
  price_id: row.price_id === undefined ? PRICE_OF_DAY : idText(row.price_id),
  times: [...row.times],
  ticket_links: [...row.ticket_links],
});

export const weekValues = ({ rows, day_prices }: StoredWeek): WeekValues => ({
  day_prices: day_prices.map(idText),
  rows: rows.map((row, at) => gridRow(row, `row-${at}`)),
});

export const emptyTimes = () => Array.from({ length: WEEK_DAYS }, () => '');

/** Returns a new row with room, version and price of the last row, which change least. */
export function newRow(rows: readonly GridRow[], key: string): GridRow {
  const last = rows.at(-1);
  return {
    key,
    movie_id: '',
    room: last?.room ?? '',
    audio: last?.audio ?? '1',
    format: last?.format ?? '1',
    price_id: last?.price_id ?? PRICE_OF_DAY,
    times: emptyTimes(),
    ticket_links: [],
  };
}

const rowIdentity = ({ movie_id, room, audio, format, price_id }: GridRow) =>
  JSON.stringify([movie_id, fold(room), audio, format, price_id]);

/**
 * Fills empty cells with the times of the previous week, without films that have ended. `copied` counts the
 * cells; `leftOut` are special days that were skipped.
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
    // A ticket link belongs to one session and is not copied.
    const found = { ...gridRow(stored, newKey()), ticket_links: [] };
    const at = all.findIndex((row) => rowIdentity(row) === rowIdentity(found));
    const target = all[at];
    const times = found.times.map((time, day) => {
      const own = target?.times[day]?.trim() ?? '';
      if (special.has(day)) {
        if (own === '' && time !== '') leftOut.add(day);
        return own;
      }
      if (own === '' && time !== '') copied += 1;
      return own || time;
    });
    if (target) all[at] = { ...target, times };
    else if (times.some((time) => time !== '')) all.push({ ...found, times });
  }
  const prices = day_prices.map((price, day) => price || idText(before.day_prices[day] ?? null));
  return { rows: all, day_prices: prices, copied, leftOut: [...leftOut].sort() };
}

/** Copies the times of the first filled day to each empty day with usual hours. */
export function withFilledDays(row: GridRow, week: Pick<StoredWeek, 'special_days'>): GridRow {
  const special = specialIn(week);
  const first = row.times.find((cell) => cell.trim() !== '') ?? '';
  return {
    ...row,
    times: row.times.map((cell, day) => (cell.trim() === '' && !special.has(day) ? first : cell)),
  };
}

/** Returns the sessions of a row in order, each with its link. */
export const ticketLinks = (row: GridRow): TicketLink[] =>
  row.times.flatMap((cell, day) =>
    parseTimes(cell).times.map((time) => ({ day, time, link: findTicketLink(row, day, time) ?? '' })),
  );

export function withTicketLink(row: GridRow, { day, time, link }: TicketLink): GridRow {
  // Drafts of an earlier release have no `ticket_links`.
  const others = (row.ticket_links ?? []).filter((known) => known.day !== day || known.time !== time);
  return { ...row, ticket_links: [...others, { day, time, link }] };
}

/** Sets the first link for all sessions without one. */
export function withFirstTicketLink(row: GridRow): GridRow {
  const all = ticketLinks(row);
  const link = all.find((one) => one.link.trim())?.link ?? '';
  return all.filter((one) => !one.link.trim()).reduce((to, one) => withTicketLink(to, { ...one, link }), row);
}

/** Returns the Thursday on or before `day`, because the programme changes on Thursdays. */
export function weekStart(day: string): string {
  const THURSDAY = 4;
  return addDays(day, -((weekdayOf(day) - THURSDAY + 7) % 7));
}
