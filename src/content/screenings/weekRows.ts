import { addDays, weekdayOf } from '../../shared/dates.ts';
import { fold } from '../../shared/text/fold.ts';
import {
  MAX_WEEK_ROWS,
  PRICE_OF_DAY,
  type StoredWeek,
  type StoredWeekRow,
  WEEK_DAYS,
} from './screening.contract.ts';
import { parseTimes } from './screening.rules.ts';
import { cellPriceField, findTicketLink, isEmptyRow, type TicketLink } from './week.ts';

/** Price of a cell that has the price of its row. */
export const PRICE_OF_ROW = 'row';

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
  /** Price of each day in this row alone: `PRICE_OF_ROW`, a price id, or empty. */
  cell_prices: string[];
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
  cell_prices: rowPrices(),
  ticket_links: [...row.ticket_links],
});

export const emptyTimes = () => Array.from({ length: WEEK_DAYS }, () => '');

const rowPrices = () => Array.from({ length: WEEK_DAYS }, () => PRICE_OF_ROW);

/** Returns the price that a cell has of its own. Drafts of an earlier release have no `cell_prices`. */
export const cellPrice = ({ cell_prices }: Partial<GridRow>, day: number): string =>
  cell_prices?.[day] ?? PRICE_OF_ROW;

export const withCellPrice = (row: GridRow, day: number, price: string): GridRow => ({
  ...row,
  cell_prices: rowPrices().map((_, at) => (at === day ? price : cellPrice(row, at))),
});

const isFilled = (cell: string | undefined) => cell !== undefined && cell.trim() !== '';
const filledCells = ({ times }: GridRow) => times.filter(isFilled).length;

/** The prices of the days come first, then the price of most cells. */
const mainPriceFirst = (one: GridRow, other: GridRow) =>
  Number(other.price_id === PRICE_OF_DAY) - Number(one.price_id === PRICE_OF_DAY) ||
  filledCells(other) - filledCells(one);

/**
 * Joins rows that differ by their price alone into one row with prices of single cells, unless they have
 * times on the same day.
 */
function joinByPrice(rows: readonly GridRow[]): GridRow[] {
  const groups = Map.groupBy(rows, ({ movie_id, room, audio, format }) =>
    JSON.stringify([movie_id, fold(room), audio, format]),
  );
  return [...groups.values()].flatMap((group) => {
    const joined: GridRow[] = [];
    for (const row of group.toSorted(mainPriceFirst)) {
      const at = joined.findIndex(({ times }) =>
        times.every((cell, day) => !isFilled(cell) || !isFilled(row.times[day])),
      );
      const under = joined[at];
      if (!under) {
        joined.push(row);
        continue;
      }
      joined[at] = {
        ...under,
        times: under.times.map((cell, day) => cell || (row.times[day] ?? '')),
        cell_prices: row.times.map((cell, day) => (isFilled(cell) ? row.price_id : cellPrice(under, day))),
        ticket_links: [...under.ticket_links, ...row.ticket_links],
      };
    }
    return joined;
  });
}

const gridRows = (rows: readonly StoredWeekRow[], keyOf: (at: number) => string): GridRow[] =>
  joinByPrice(rows.map((row, at) => gridRow(row, keyOf(at))));

export const weekValues = ({ rows, day_prices }: Pick<StoredWeek, 'rows' | 'day_prices'>): WeekValues => ({
  day_prices: day_prices.map(idText),
  rows: gridRows(rows, (at) => `row-${at}`),
});

/** A row as it is sent: cells of one price. */
interface SentRow {
  /** Index of its row in the grid. */
  at: number;
  days: readonly number[];
  /** Whether its price is that of cells and not of the row. */
  isCells: boolean;
  row: GridRow;
}

/** Splits the rows of the grid by price, because a row of the endpoint has one. */
function splitByPrice(rows: readonly GridRow[]): SentRow[] {
  return rows.flatMap((row, at) => {
    const days = row.times.map((_, day) => day);
    const byPrice = Map.groupBy(days, (day) =>
      isFilled(row.times[day]) ? cellPrice(row, day) : PRICE_OF_ROW,
    );
    const prices = [...byPrice].filter(([, of]) => of.some((day) => isFilled(row.times[day])));
    if (prices.length === 0) return [{ at, days, isCells: false, row }];
    return prices.map(([price, of]) => ({
      at,
      days: of,
      isCells: price !== PRICE_OF_ROW,
      row: {
        ...row,
        price_id: price === PRICE_OF_ROW ? row.price_id : price,
        times: row.times.map((cell, day) => (of.includes(day) ? cell : '')),
        ticket_links: (row.ticket_links ?? []).filter(({ day }) => of.includes(day)),
      },
    }));
  });
}

/** Returns the rows as the endpoint takes them. */
export const sentRows = (rows: readonly GridRow[]): GridRow[] => splitByPrice(rows).map(({ row }) => row);

/** Renames the server's errors, which name fields of `sentRows`, after the fields of the grid. */
export function errorsInGrid(
  rows: readonly GridRow[],
  errors: Readonly<Record<string, unknown>>,
): Map<string, string> {
  const sent = splitByPrice(rows);
  return new Map(
    Object.entries(errors).map(([name, text]) => {
      const [, index, field] = /^rows\.(\d+)\.(.+)$/.exec(name) ?? [];
      const found = sent[Number(index)];
      if (!found || !field) return [name, String(text)];
      const { at, days, isCells } = found;
      const isCellPrice = isCells && field === 'price_id';
      return [isCellPrice ? cellPriceField(at, days[0] ?? 0) : `rows.${at}.${field}`, String(text)];
    }),
  );
}

/** Splits the text of copied spreadsheet cells. A cell with line breaks or quotes is quoted. */
function tableOf(text: string): string[][] {
  const table: string[][] = [[]];
  const cells = /(?:"((?:[^"]|"")*)"|([^\t\n]*))(\t|\n|$)/g;
  for (const [, quoted, plain = '', end] of text.replace(/\r\n?/g, '\n').matchAll(cells)) {
    table.at(-1)?.push((quoted?.replaceAll('""', '"') ?? plain).trim());
    if (end === '\n') table.push([]);
    if (end === '') break;
  }
  while (table.at(-1)?.every((cell) => cell === '')) table.pop();
  return table;
}

/**
 * Pastes copied spreadsheet cells into the grid, with new rows where it ends. Text without tabs is the text
 * of one cell: null.
 */
export function pasteTimes(
  rows: readonly GridRow[],
  { at, day }: { at: number; day: number },
  text: string,
  newKey: () => string,
): { rows: GridRow[]; cells: number; replaced: number } | 'too many' | 'too wide' | null {
  if (!text.includes('\t')) return null;
  const table = tableOf(text);
  if (table.length === 0) return null;
  if (at + table.length > MAX_WEEK_ROWS) return 'too many';
  if (table.some((cells) => cells.some((cell, index) => cell !== '' && day + index >= WEEK_DAYS)))
    return 'too wide';
  const next = [...rows];
  let [filled, replaced] = [0, 0];
  for (const [index, cells] of table.entries()) {
    const under = next[at + index] ?? newRow(next, newKey());
    const times = under.times.map((cell, of) => cells[of - day] ?? cell);
    filled += cells.filter(isFilled).length;
    replaced += times.filter((cell, of) => isFilled(under.times[of]) && cell !== under.times[of]).length;
    next[at + index] = { ...under, times };
  }
  return { rows: next, cells: filled, replaced };
}

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
    cell_prices: rowPrices(),
    ticket_links: [],
  };
}

const rowIdentity = ({ movie_id, room, audio, format, price_id }: GridRow) =>
  JSON.stringify([movie_id, fold(room), audio, format, price_id]);

/**
 * Fills empty cells with the times of the previous week, without films that have ended. `copied` counts the
 * sessions and `days` their days; `leftOut` are special days that were skipped.
 */
export function withWeekBefore(
  week: StoredWeek,
  { rows, day_prices }: WeekValues,
  newKey: () => string,
): WeekValues & { copied: number; days: number; leftOut: number[] } {
  const { before, films } = week;
  const special = specialIn(week);
  const leftOut = new Set<number>();
  const current = new Set(films.filter((film) => film.current).map(({ id }) => id));
  const all = rows.filter((row) => !isEmptyRow(row) || row.movie_id !== '');
  let copied = 0;
  const copiedDays = new Set<number>();
  const stillShown = before.rows.filter(({ movie_id }) => current.has(movie_id));
  for (const row of gridRows(stillShown, newKey)) {
    // A ticket link belongs to one session and is not copied.
    const found = { ...row, ticket_links: [] };
    const at = all.findIndex((row) => rowIdentity(row) === rowIdentity(found));
    const target = all[at];
    const times = found.times.map((time, day) => {
      const own = target?.times[day]?.trim() ?? '';
      if (special.has(day)) {
        if (own === '' && time !== '') leftOut.add(day);
        return own;
      }
      if (own === '' && time !== '') {
        copied += parseTimes(time).times.length;
        copiedDays.add(day);
      }
      return own || time;
    });
    const cell_prices = times.map((_, day) =>
      cellPrice(isFilled(target?.times[day]) ? (target ?? found) : found, day),
    );
    if (target) all[at] = { ...target, times, cell_prices };
    else if (times.some((time) => time !== '')) all.push({ ...found, times });
  }
  const prices = day_prices.map((price, day) => price || idText(before.day_prices[day] ?? null));
  return { rows: all, day_prices: prices, copied, days: copiedDays.size, leftOut: [...leftOut].sort() };
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
