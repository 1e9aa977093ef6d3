import type { Movie, MovieTheater, Offer, ScreeningEvent } from 'schema-dts';
import type { PublicMovie } from '../../content/movies/movie.contract.ts';
import { bandOf, MOVIE_STATUSES } from '../../content/movies/movie.types.ts';
import { minutesOf } from '../../content/openingHours/weekdays.ts';
import { isoDuration } from '../../content/recipes/recipe.effort.ts';
import type { Programme, PublicScreening } from '../../content/screenings/screening.contract.ts';
import { IN_3D, SUBTITLED } from '../../content/screenings/screening.types.ts';
import { parseTicket, type Ticket } from '../../content/ticketOffice/ticketPrices.ts';
import { digitsOf } from '../../shared/text/format.ts';
import type { SiteData } from '../siteData.ts';
import { compact, company, imagesOf, type Node, nameOf, postalAddress } from './structured.ts';

export function movie(site: SiteData, film: PublicMovie): Movie {
  const address = `${site.origin}/cinema/${film.uuid}`;
  return compact<Movie>({
    '@type': 'Movie',
    '@id': address,
    url: address,
    name: film.name,
    image: imagesOf(site, [film.file.url_s3]),
    description: film.description,
    datePublished: film.release_date,
    creativeWorkStatus: MOVIE_STATUSES[film.status],
    duration: film.duration && isoDuration(minutesOf(film.duration)),
    contentRating: bandOf(film.classification)?.label ?? film.classification,
    inLanguage: 'pt-BR',
  });
}

/** Limit of events, so that the page does not consist mostly of them. */
const MAX_EVENTS = 60;

/** Returns the end of a screening, with the offset of its start; null without the running time. */
function endOf(startsAt: string, duration: string | null): string | null {
  if (!duration) return null;
  const [local, offset] = [startsAt.slice(0, 19), startsAt.slice(19)];
  return (
    Temporal.PlainDateTime.from(local)
      .add({ minutes: minutesOf(duration) })
      .toString() + offset
  );
}

/**
 * Returns the coming screenings, with picture and running time of those of their `films` that the page shows.
 * Empty without the company's address. `isBrief` leaves out what the page of each film states of them,
 * because the programme of all films has no room for it.
 */
export function screeningEvents(
  site: SiteData,
  days: Programme['days'],
  films: readonly PublicMovie[],
  { isBrief = false } = {},
): ScreeningEvent[] {
  const { information, origin } = site;
  if (!information) return [];
  const location: MovieTheater = {
    '@type': 'MovieTheater',
    '@id': `${origin}/cinema`,
    name: `Cinema ${nameOf(site)}`.trim(),
    address: postalAddress(information),
  };
  const coming = days
    .flatMap(({ movies }) =>
      movies.flatMap(({ uuid, name, screenings }) =>
        screenings
          .filter(({ begun }) => !begun)
          .map((screening) => ({
            screening,
            film: { '@id': `${origin}/cinema/${uuid}`, name },
            shown: films.find((film) => film.uuid === uuid),
          })),
      ),
    )
    .slice(0, MAX_EVENTS);
  // Most screenings have one of a few prices.
  const tickets = new Map<string, Ticket | null>();
  for (const { screening } of coming)
    if (screening.price && !tickets.has(screening.price))
      tickets.set(screening.price, parseTicket(screening.price));
  return coming.map(({ screening, film, shown }) =>
    compact<Node<ScreeningEvent>>({
      '@type': 'ScreeningEvent',
      name: film.name,
      image: imagesOf(site, [shown?.file.url_s3]),
      startDate: screening.starts_at,
      endDate: endOf(screening.starts_at, shown?.duration ?? null),
      eventStatus: 'https://schema.org/EventScheduled',
      location,
      workPresented: { '@type': 'Movie', ...film },
      // The spoken language of a subtitled movie is unknown.
      inLanguage: screening.audio.number === SUBTITLED ? null : 'pt-BR',
      subtitleLanguage: screening.audio.number === SUBTITLED ? 'pt-BR' : null,
      videoFormat: screening.format.number === IN_3D ? '3D' : '2D',
      ...(isBrief
        ? {}
        : {
            url: film['@id'],
            description: shown?.description,
            eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
            organizer: company(site),
          }),
      offers: offersOf(screening, tickets.get(screening.price ?? '') ?? null),
    }),
  );
}

/** Returns the ticket prices of a screening, or its link only. */
function offersOf({ ticket_link }: PublicScreening, ticket: Ticket | null): Offer[] | null {
  if (!ticket) return ticket_link ? [{ '@type': 'Offer', url: ticket_link }] : null;
  return ticket.prices.map(({ label, whole, cents }) =>
    compact<Node<Offer>>({
      '@type': 'Offer',
      name: [ticket.title, label].filter(Boolean).join(': '),
      price: `${digitsOf(whole)}.${cents}`,
      priceCurrency: 'BRL',
      url: ticket_link,
    }),
  );
}
