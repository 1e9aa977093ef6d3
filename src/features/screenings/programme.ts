import type { Programme, PublicScreening } from './screening.contract.ts';
import { kindOf } from './screening.words.ts';

// What public pages make of the programme; without the contract's schemas.

export interface Phone {
  /** As it is dialled, and as it is read. */
  /** The number that a link dials; null where the text is no single number. */
  tel: string | null;
  shown: string;
}

export interface NextTimes {
  day: string;
  times: string[];
}

const MOST_TIMES = 3;

/** The first hours of a film that are still to come, of one day. */
export function nextTimes({ days }: Programme, uuid: string): NextTimes | null {
  for (const { day, movies } of days) {
    const coming = movies
      .filter((movie) => movie.uuid === uuid)
      .flatMap(({ screenings }) => screenings)
      .filter(({ begun }) => !begun);
    const times = [...new Set(coming.map(({ starts_at }) => starts_at.slice(11, 16)))];
    if (times.length > 0) return { day, times: times.slice(0, MOST_TIMES) };
  }
  return null;
}

/** The day that was asked for, or the first on which something is still to come. */
export function chosenDay({ days }: Programme, asked: string | null): Programme['days'][number] | null {
  const comes = ({ movies }: Programme['days'][number]) =>
    movies.some(({ screenings }) => screenings.some(({ begun }) => !begun));
  return days.find(({ day }) => day === asked) ?? days.find(comes) ?? days[0] ?? null;
}

/** The days of one film. */
export function daysOf({ days }: Programme, uuid: string): Programme['days'] {
  return days
    .map(({ day, movies }) => ({ day, movies: movies.filter((movie) => movie.uuid === uuid) }))
    .filter(({ movies }) => movies.length > 0);
}

export interface Group {
  room: string;
  kind: string;
  price: string | null;
  all: PublicScreening[];
}

/** What differs by its hour alone. */
export function groupsOf(screenings: readonly PublicScreening[]): Group[] {
  const groups = new Map<string, Group>();
  for (const screening of screenings) {
    const { room, price } = screening;
    const kind = kindOf(screening);
    const key = JSON.stringify([room, kind, price]);
    const group = groups.get(key) ?? { room, kind, price, all: [] };
    groups.set(key, group);
    group.all.push(screening);
  }
  return [...groups.values()];
}
