import type { Programme, PublicScreening } from './screening.contract.ts';
import { SCREENING_FORMATS } from './screening.types.ts';

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

/** Returns the next start times of a film: at most `MOST_TIMES`, all on the same day. */
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

/** Returns the days with a session to come: of one film, or of all. */
export function comingDays({ days }: Programme, uuid?: string): Programme['days'] {
  return days
    .map(({ day, movies }) => ({
      day,
      movies: movies.filter((movie) => uuid === undefined || movie.uuid === uuid),
    }))
    .filter(({ movies }) => movies.some(({ screenings }) => screenings.some(({ begun }) => !begun)));
}

export interface SessionGroup {
  /** Facts in which the group differs from the others: «Sala 2, Legendado»; empty for a single group. */
  label: string;
  screenings: PublicScreening[];
}

const factsOf = ({ room, audio, format, price }: PublicScreening): string[] =>
  [room, audio.text, format.text, price ?? ''].filter(Boolean);

interface GroupedSessions {
  /** Room, version and price that all sessions have in common, without 2D and what was told before. */
  shared: string[];
  groups: SessionGroup[];
}

/** Groups sessions that differ only by their start time. */
export function groupSessions(
  screenings: readonly PublicScreening[],
  told: readonly string[] = [],
): GroupedSessions {
  const facts = screenings.map(factsOf);
  const shared = (facts[0] ?? []).filter((fact) => facts.every((others) => others.includes(fact)));
  const groups = Map.groupBy(screenings, (screening) =>
    factsOf(screening)
      .filter((fact) => !shared.includes(fact))
      .join(', '),
  );
  return {
    shared: shared.filter((fact) => fact !== SCREENING_FORMATS[1] && !told.includes(fact)),
    groups: [...groups].map(([label, screenings]) => ({ label, screenings })),
  };
}
