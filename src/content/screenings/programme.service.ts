import { isoAt, startOfDay } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { isPublished } from '../../records/server/publication/visibility.ts';
import { addDays, dayAt } from '../../shared/dates.ts';
import { enumValueOf } from '../../shared/fields.ts';
import { ENDED } from '../movies/movie.types.ts';
import { cinemaDays, isInHours } from './cinemaDays.ts';
import type { Programme, PublicScreening } from './screening.contract.ts';
import { toOffsetTime } from './screening.localTime.ts';
import { AUDIOS, PROGRAMME_DAYS, SCREENING_FORMATS } from './screening.types.ts';

/**
 * Returns each day's films, sorted by first session, without films that have ended. Sessions outside the
 * hours of a special day are omitted, because the page states above them that the cinema is closed.
 */
export async function readProgramme({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<Programme> {
  const now = isoAt(clock.now());
  const today = dayAt(clock.now());
  const rows = await db
    .selectFrom('screenings')
    .innerJoin('movies', (join) =>
      join.onRef('movies.id', '=', 'screenings.movie_id').on(isPublished('movies')),
    )
    .leftJoin('ticket_office_items', (join) =>
      join.onRef('ticket_office_items.id', '=', 'screenings.price_id').on(isPublished('ticket_office_items')),
    )
    .select([
      'screenings.uuid',
      'screenings.starts_at',
      'screenings.room',
      'screenings.audio',
      'screenings.format',
      'screenings.ticket_link',
      'movies.uuid as movie_uuid',
      'movies.name as movie_name',
      'ticket_office_items.item as price',
    ])
    .where(isPublished('screenings'))
    .where('movies.type', '<>', ENDED)
    .where('screenings.starts_at', '>=', isoAt(startOfDay(today)))
    .where('screenings.starts_at', '<', isoAt(startOfDay(addDays(today, PROGRAMME_DAYS))))
    .orderBy('screenings.starts_at')
    .orderBy('screenings.id')
    .execute();

  const special = await cinemaDays({ db, clock });
  const days = new Map<string, Map<string, Programme['days'][number]['movies'][number]>>();
  for (const { uuid, starts_at, room, audio, format, ticket_link, price, ...movieFields } of rows) {
    const local = toOffsetTime(starts_at);
    if (!isInHours(special, local)) continue;
    const day = local.slice(0, 10);
    const movies = days.get(day) ?? new Map();
    days.set(day, movies);
    const movie = movies.get(movieFields.movie_uuid) ?? {
      uuid: movieFields.movie_uuid,
      name: movieFields.movie_name,
      screenings: [],
    };
    movies.set(movieFields.movie_uuid, movie);
    const shown: PublicScreening = {
      uuid,
      starts_at: local,
      begun: starts_at <= now,
      room,
      audio: enumValueOf(AUDIOS, audio),
      format: enumValueOf(SCREENING_FORMATS, format),
      price,
      ticket_link,
    };
    movie.screenings.push(shown);
  }
  return { today, days: [...days].map(([day, movies]) => ({ day, movies: [...movies.values()] })) };
}
