import { optionalLink } from '../../shared/fields.ts';
import { fold } from '../../shared/text/fold.ts';
import { DAY_MINUTES, minutesOf } from '../openingHours/weekdays.ts';
import { MAX_TIMES_PER_CELL, MAX_WEEK_SCREENINGS, screeningRecord, WEEK_DAYS } from './screening.contract.ts';
import {
  findClashes,
  parseTimes,
  type RoomOccupancy,
  roomTakenText,
  runningMinutes,
} from './screening.rules.ts';

/** A row with the fields that the grid and the request share. */
export interface WeekRowInput {
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
export interface FilmSummary {
  name: string;
  duration: string | null;
}

interface Placed extends RoomOccupancy {
  /** Cell of the session; null if it belongs to another week. */
  cell: string | null;
}

export const cellField = (row: number, day: number) => `rows.${row}.times.${day}`;
export const filmField = (row: number) => `rows.${row}.movie_id`;
export const priceField = (row: number) => `rows.${row}.price_id`;
export const cellPriceField = (row: number, day: number) => `rows.${row}.cell_prices.${day}`;
export const linkField = (row: number, day: number, time: string) =>
  `rows.${row}.ticket_links.${day}.${time}`;
export const dayPriceField = (day: number) => `day_prices.${day}`;
export const roomFieldName = (row: number) => `rows.${row}.room`;

export const isEmptyRow = ({ times }: WeekRowInput) => times.every((cell) => cell.trim() === '');

/** Returns the link typed for a session; undefined if none was typed. */
export const findTicketLink = ({ ticket_links = [] }: WeekRowInput, day: number, time: string) =>
  ticket_links.find((known) => known.day === day && known.time === time)?.link;

const link = optionalLink();

/**
 * Returns the errors of a week by field name. `beside` are sessions of the days before and after; their
 * minutes count from the week's first midnight.
 */
export function weekProblems(
  rows: readonly WeekRowInput[],
  filmOf: (id: number) => FilmSummary | undefined,
  beside: readonly RoomOccupancy[] = [],
): Map<string, string> {
  const problems = new Map<string, string>();
  const placed: Placed[] = beside.map((held) => ({ ...held, cell: null }));
  for (const [at, row] of rows.entries()) {
    if (isEmptyRow(row)) continue;
    const film = filmOf(Number(row.movie_id));
    if (!film)
      problems.set(
        filmField(at),
        row.movie_id ? 'Este filme não existe mais. Escolha outro.' : 'Escolha o filme.',
      );
    const checked = screeningRecord.fields.room.input.safeParse(row.room);
    if (!checked.success) problems.set(roomFieldName(at), checked.error.issues[0]?.message ?? '');
    for (let day = 0; day < WEEK_DAYS; day += 1) {
      const { times, wrong } = parseTimes(row.times[day] ?? '');
      const twice = times.find((time, index) => times.indexOf(time) !== index);
      const problem =
        wrong.length > 0
          ? `“${wrong[0]}” não é uma hora. Escreva como 14:30.`
          : twice
            ? `${twice} está duas vezes.`
            : times.length > MAX_TIMES_PER_CELL
              ? `Cabem ${MAX_TIMES_PER_CELL} horários por dia.`
              : undefined;
      for (const time of times) {
        const typed = findTicketLink(row, day, time);
        if (!typed) continue;
        const address = link.safeParse(typed);
        if (!address.success) problems.set(linkField(at, day, time), address.error.issues[0]?.message ?? '');
      }
      if (problem) problems.set(cellField(at, day), problem);
      else
        for (const time of times)
          placed.push({
            cell: cellField(at, day),
            room: fold(row.room),
            at: day * DAY_MINUTES + minutesOf(time),
            lasts: runningMinutes(film?.duration ?? null),
            film: film?.name ?? '',
          });
    }
  }
  for (const [one, before] of findClashes(placed)) {
    const [cell, other] = one.cell === null ? [before.cell, one] : [one.cell, before];
    if (cell !== null && !problems.has(cell)) problems.set(cell, roomTakenText(other));
  }
  const many = placed.filter(({ cell }) => cell !== null).length;
  if (many > MAX_WEEK_SCREENINGS)
    problems.set('rows', `Cabem ${MAX_WEEK_SCREENINGS} sessões por semana; aqui há ${many}.`);
  return problems;
}
