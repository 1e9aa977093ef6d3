import type { Programme, PublicScreening } from './screening.contract.ts';
import { versionText } from './screening.format.ts';

// Derives what public pages show from the programme, without loading the contract's schemas.

export interface CinemaPhone {
  /** Number for a `tel:` link; null if the text is not a single number. */
  tel: string | null;
  shown: string;
}

export interface NextTimes {
  day: string;
  times: string[];
}

const MOST_TIMES = 3;

/** Returns the next start times of a film: at most `MAX_TIMES_PER_CELL`, all on the same day. */
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

/** Returns the requested day, otherwise the first with a session to come. */
export function chosenDay({ days }: Programme, requested: string | null): Programme['days'][number] | null {
  const hasUpcoming = ({ movies }: Programme['days'][number]) =>
    movies.some(({ screenings }) => screenings.some(({ begun }) => !begun));
  return days.find(({ day }) => day === requested) ?? days.find(hasUpcoming) ?? days[0] ?? null;
}

/** Returns the days on which a film is shown, with that film only. */
export function filmDays({ days }: Programme, uuid: string): Programme['days'] {
  return days
    .map(({ day, movies }) => ({ day, movies: movies.filter((movie) => movie.uuid === uuid) }))
    .filter(({ movies }) => movies.length > 0);
}

export interface SessionGroup {
  room: string;
  kind: string;
  price: string | null;
  screenings: PublicScreening[];
}

/** Groups sessions that differ only by their start time. */
export function groupSessions(screenings: readonly PublicScreening[]): SessionGroup[] {
  const groups = new Map<string, SessionGroup>();
  for (const screening of screenings) {
    const { room, price } = screening;
    const kind = versionText(screening);
    const key = JSON.stringify([room, kind, price]);
    const group = groups.get(key) ?? { room, kind, price, screenings: [] };
    groups.set(key, group);
    group.screenings.push(screening);
  }
  return [...groups.values()];
}
