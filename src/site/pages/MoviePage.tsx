import type { ReactNode } from 'react';
import { type PublicMovie, siteMovie, siteMovies } from '../../content/movies/movie.contract.ts';
import { bandOf, MOVIE_STATUSES } from '../../content/movies/movie.types.ts';
import { Duration, MovieCard } from '../../content/movies/site/MovieCard.tsx';
import { MovieHero } from '../../content/movies/site/MovieHero.tsx';
import { sitePhones } from '../../content/phones/phone.contract.ts';
import { moviePage } from '../../content/recordPages.ts';
import { comingDays, nextTimes } from '../../content/screenings/programme.ts';
import { siteScreenings } from '../../content/screenings/screening.contract.ts';
import { FilmProgramme, NextSessions, NoProgramme } from '../../content/screenings/site/Programme.tsx';
import { formatDate } from '../../shared/text/format.ts';
import type { PageMeta } from '../meta.ts';
import { PageHead } from '../PageHead.tsx';
import { type HeadArgs, type LoaderInput, PageNotFound, type PageProps, withStatus } from '../page.ts';
import { phoneOfPlace } from '../structuredData/structuredPlaces.ts';
import { movie as film, screeningEvents } from '../structuredData/structuredScreenings.ts';
import { useSite } from '../useSite.ts';
import sheet from './MoviePage.css?inline';

export { sheet };

const OTHERS = 4;

export async function load({ reader, params: { uuid } }: LoaderInput) {
  const { read, errors, status } = reader;
  const movie = (await read(siteMovie, { params: { uuid } }))?.data;
  if (!movie) {
    if (status() < 500) throw new PageNotFound();
    return withStatus(
      { movie: null, others: [], days: [], next: null, today: null, phone: null, failed: true, errors },
      status(),
    );
  }
  const [movies, screenings, phones] = await Promise.all([
    read(siteMovies),
    read(siteScreenings),
    read(sitePhones),
  ]);
  const all = movies?.data ?? [];
  const programme = screenings?.data;
  const others = all.filter((candidate) => candidate.status === 'showing' && candidate.uuid !== movie.uuid);
  return {
    movie,
    others: others.slice(0, OTHERS),
    days: programme ? comingDays(programme, uuid) : [],
    next: programme ? nextTimes(programme, uuid) : null,
    today: programme?.today ?? null,
    phone: phoneOfPlace('Cinema', phones?.data),
    failed: !programme,
    errors,
  };
}

export function head({ data }: HeadArgs<typeof load>): PageMeta {
  const { movie } = data;
  if (!movie) return { title: 'Cinema' };
  return {
    title: movie.name,
    description: movie.description ?? describedBy(movie),
    path: moviePage(movie.uuid),
    image: movie.file,
    transitionTarget: 'foto',
    structured: (site) => [film(site, movie), ...screeningEvents(site, data.days, [movie])],
  };
}

function describedBy({ name, status }: PublicMovie): string {
  const place = status === 'soon' ? 'em breve no cinema' : 'no cinema';
  return `${name} ${place}: classificação, duração e ingresso.`;
}

export default function MoviePage({ data }: PageProps<typeof load>) {
  const { movie, others, days, next, today, phone, failed } = data;
  const { settings } = useSite();
  if (!movie) {
    return (
      <>
        <PageHead title="Cinema" />
        <div className="wrap sec nothing">
          <h2 className="d2">A fita enroscou</h2>
          <p className="lead">Não conseguimos mostrar este filme agora.</p>
          <a className="btn btn-red" href="/cinema">
            Ver a programação
          </a>
        </div>
      </>
    );
  }
  return (
    <>
      <MovieHero
        movie={movie}
        today={settings?.today ?? null}
        heading="h1"
        grows
        next={next && today && <NextSessions next={next} today={today} />}
      >
        {days.length > 0 && (
          <a className="btn btn-sun" href="#sessoes">
            Ver sessões
          </a>
        )}
        <a className={`btn ${days.length > 0 ? 'btn-line' : 'btn-sun'}`} href="/cinema#bilheteria">
          Ver preços do ingresso
        </a>
      </MovieHero>
      {(days.length > 0 || movie.status === 'showing') && (
        <section className="wrap sec programme" aria-labelledby="sessoes">
          <h2 className="d2" id="sessoes">
            Sessões
          </h2>
          {today && days.length > 0 ? (
            <FilmProgramme days={days} today={today} name={movie.name} />
          ) : (
            <NoProgramme phone={phone} failed={failed} />
          )}
        </section>
      )}
      <section className="wrap sec movie-facts" aria-labelledby="ficha">
        <h2 className="sr-only" id="ficha">
          Ficha do filme
        </h2>
        <Sheet movie={movie} />
        <a className="link" href="/cinema">
          Toda a programação
        </a>
      </section>
      {others.length > 0 && (
        <section className="wrap sec next-door" aria-labelledby="tambem">
          <h2 className="d2" id="tambem">
            {movie.status === 'showing' ? 'Também em cartaz' : 'Em cartaz agora'}
          </h2>
          <div className={`films films-${others.length}`}>
            {others.map((other) => (
              <MovieCard key={other.uuid} movie={other} />
            ))}
          </div>
        </section>
      )}
    </>
  );
}

function Sheet({ movie: { status, classification, release_date, duration } }: { movie: PublicMovie }) {
  return (
    <dl>
      <Row name="Situação">{MOVIE_STATUSES[status]}</Row>
      <Row name="Classificação">{bandOf(classification)?.label ?? classification}</Row>
      <Row name="Duração">{duration ? <Duration duration={duration} /> : '-'}</Row>
      <Row name="Estreia">{release_date ? formatDate(release_date) : '-'}</Row>
    </dl>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="d4">{children}</dd>
    </div>
  );
}
