import type { ReactNode } from 'react';
import { Duration, MovieCard } from '../features/movies/MovieCard.tsx';
import { MovieHero } from '../features/movies/MovieHero.tsx';
import { type PublicMovie, siteMovie, siteMovies } from '../features/movies/movie.contract.ts';
import { bandOf, MOVIE_STATUSES } from '../features/movies/movie.types.ts';
import { moviePage } from '../features/recordPages.ts';
import { formatDate } from '../ui/format.ts';
import sheet from './MoviePage.css?url';
import type { PageMeta } from './meta.ts';
import { PageHead } from './PageHead.tsx';
import { type Asked, type HeadArgs, loaded, NotHere, type PageProps } from './page.ts';
import { movie as film } from './structured.ts';
import { useSite } from './useSite.ts';

export { sheet };

const OTHERS = 4;

export async function load({ reader, params: { uuid } }: Asked) {
  const { read, errors, status } = reader;
  const movie = (await read(siteMovie, { params: { uuid } }))?.data;
  if (!movie) {
    if (status() < 500) throw new NotHere();
    return loaded({ movie: null, others: [], errors }, status());
  }
  const all = (await read(siteMovies))?.data ?? [];
  const others = all.filter((other) => other.status === 'showing' && other.uuid !== movie.uuid);
  return { movie, others: others.slice(0, OTHERS), errors };
}

export function head({ data }: HeadArgs<typeof load>): PageMeta {
  const { movie } = data;
  if (!movie) return { title: 'Cinema' };
  return {
    title: movie.name,
    description: movie.description ?? describedBy(movie),
    path: moviePage(movie.uuid),
    image: movie.file,
    grows: 'foto',
    structured: (site) => [film(site, movie)],
  };
}

function describedBy({ name, status }: PublicMovie): string {
  const place = status === 'soon' ? 'em breve no cinema' : 'no cinema';
  return `${name} ${place}: classificação, duração e ingresso.`;
}

export default function MoviePage({ data: { movie, others } }: PageProps<typeof load>) {
  const { settings } = useSite();
  if (!movie) {
    return (
      <>
        <PageHead title="Cinema" />
        <div className="wrap sec nothing">
          <h2 className="d2">A fita enroscou</h2>
          <p className="lead">Não conseguimos mostrar este filme agora. Tente de novo em instantes.</p>
          <a className="btn btn-red" href="/cinema">
            Ver a programação
          </a>
        </div>
      </>
    );
  }
  return (
    <>
      <MovieHero movie={movie} today={settings?.today ?? null} heading="h1" grows>
        <a className="btn btn-sun" href="/cinema#bilheteria">
          Ver preços do ingresso
        </a>
      </MovieHero>
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
