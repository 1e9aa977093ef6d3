import { optionalLink } from '../../contract/fields.ts';
import { fold } from '../../contract/fold.ts';
import { DAY_MINUTES, minutesOf } from '../branches/weekdays.ts';
import { MOST_SCREENINGS, MOST_TIMES, room, WEEK } from './screening.contract.ts';
import { clashesIn, type Held, lastsOf, taken, timesIn } from './screening.rules.ts';

/** A row with the fields that the grid and the request share. */
export interface TypedRow {
  movie_id?: unknown;
  room: string;
  times: readonly string[];
  ticket_links?: readonly TicketLink[] | undefined;
}

export interface TicketLink {
  day: number;
  /** `HH:MM` */
  time: string;
  link: string;
}

/** Fields of a film that the grid needs. */
export interface KnownFilm {
  name: string;
  duration: string | null;
}

interface Placed extends Held {
  /** Cell of the session; null if it belongs to another week. */
  cell: string | null;
}

export const cellAt = (row: number, day: number) => `rows.${row}.times.${day}`;
export const filmAt = (row: number) => `rows.${row}.movie_id`;
export const priceAt = (row: number) => `rows.${row}.price_id`;
export const linkAt = (row: number, day: number, time: string) => `rows.${row}.ticket_links.${day}.${time}`;
export const dayPriceAt = (day: number) => `day_prices.${day}`;
export const roomAt = (row: number) => `rows.${row}.room`;

export const isEmptyRow = ({ times }: TypedRow) => times.every((cell) => cell.trim() === '');

/** Returns the link typed for a session; undefined if none was typed. */
export const linkOf = ({ ticket_links = [] }: TypedRow, day: number, time: string) =>
  ticket_links.find((known) => known.day === day && known.time === time)?.link;

const link = optionalLink();

/**
 * Returns the errors of a week by field name. `beside` are sessions of the days before and after; their
 * minutes count from the week's first midnight.
 */
export function weekProblems(
  rows: readonly TypedRow[],
  filmOf: (id: number) => KnownFilm | undefined,
  beside: readonly Held[] = [],
): Map<string, string> {
  const problems = new Map<string, string>();
  const placed: Placed[] = beside.map((held) => ({ ...held, cell: null }));
  for (const [at, row] of rows.entries()) {
    if (isEmptyRow(row)) continue;
    const film = filmOf(Number(row.movie_id));
    if (!film)
      problems.set(
        filmAt(at),
        row.movie_id ? 'Este filme não existe mais. Escolha outro.' : 'Escolha o filme.',
      );
    const checked = room.safeParse(row.room);
    if (!checked.success) problems.set(roomAt(at), checked.error.issues[0]?.message ?? '');
    for (let day = 0; day < WEEK; day += 1) {
      const { times, wrong } = timesIn(row.times[day] ?? '');
      const twice = times.find((time, index) => times.indexOf(time) !== index);
      const problem =
        wrong.length > 0
          ? `“${wrong[0]}” não é uma hora. Escreva como 14:30.`
          : twice
            ? `${twice} está duas vezes.`
            : times.length > MOST_TIMES
              ? `Cabem ${MOST_TIMES} horários por dia.`
              : undefined;
      for (const time of times) {
        const address = link.safeParse(linkOf(row, day, time));
        if (!address.success) problems.set(linkAt(at, day, time), address.error.issues[0]?.message ?? '');
      }
      if (problem) problems.set(cellAt(at, day), problem);
      else
        for (const time of times)
          placed.push({
            cell: cellAt(at, day),
            room: fold(row.room),
            at: day * DAY_MINUTES + minutesOf(time),
            lasts: lastsOf(film?.duration ?? null),
            film: film?.name ?? '',
          });
    }
  }
  for (const [one, before] of clashesIn(placed)) {
    const [cell, other] = one.cell === null ? [before.cell, one] : [one.cell, before];
    if (cell !== null && !problems.has(cell)) problems.set(cell, taken(other));
  }
  const many = placed.filter(({ cell }) => cell !== null).length;
  if (many > MOST_SCREENINGS)
    problems.set('rows', `Cabem ${MOST_SCREENINGS} sessões por semana; aqui há ${many}.`);
  return problems;
}
