import type { ReactNode } from 'react';
import { data, Link } from 'react-router';
import { Duration, MovieCard } from '../features/movies/MovieCard.tsx';
import { MovieHero } from '../features/movies/MovieHero.tsx';
import { type PublicMovie, siteMovie, siteMovies } from '../features/movies/movie.contract.ts';
import { bandOf, MOVIE_STATUSES } from '../features/movies/movie.types.ts';
import { moviePage } from '../features/recordPages.ts';
import { formatDate } from '../ui/format.ts';
import type { Route } from './+types/MoviePage.ts';
import { pageMeta } from './meta.ts';
import { PageError, titleOf } from './PageError.tsx';
import { PageHead } from './PageHead.tsx';
import { readerOf } from './read.ts';
import { movie as film } from './structured.ts';
import { useSite } from './useSite.ts';
import './MoviePage.css';

export { PageError as ErrorBoundary };

const OTHERS = 4;

export async function loader({ context, params: { uuid } }: Route.LoaderArgs) {
  const { read, errors, status } = readerOf(context);
  const movie = (await read(siteMovie, { params: { uuid } }))?.data;
  if (!movie) {
    if (status() < 500) throw new Response(null, { status: 404 });
    return data({ movie: null, others: [], errors }, { status: status() });
  }
  const all = (await read(siteMovies))?.data ?? [];
  const others = all.filter((other) => other.status === 'showing' && other.uuid !== movie.uuid);
  return { movie, others: others.slice(0, OTHERS), errors };
}

export function meta({ matches, loaderData, error }: Route.MetaArgs) {
  if (!loaderData) return pageMeta(matches, { title: titleOf(error) });
  const { movie } = loaderData;
  if (!movie) return pageMeta(matches, { title: 'Cinema' });
  return pageMeta(matches, {
    title: movie.name,
    description: movie.description ?? describedBy(movie),
    path: moviePage(movie.uuid),
    image: movie.file,
    structured: (site) => [film(site, movie)],
  });
}

function describedBy({ name, status }: PublicMovie): string {
  const place = status === 'soon' ? 'em breve no cinema' : 'no cinema';
  return `${name} ${place}: classificação, duração e ingresso.`;
}

export default function MoviePage({ loaderData: { movie, others } }: Route.ComponentProps) {
  const { settings } = useSite();
  if (!movie) {
    return (
      <>
        <PageHead title="Cinema" />
        <div className="wrap sec nothing">
          <h2 className="d2">A fita enroscou</h2>
          <p className="lead">Não conseguimos mostrar este filme agora. Tente de novo em instantes.</p>
          <Link className="btn btn-red" to="/cinema">
            Ver a programação
          </Link>
        </div>
      </>
    );
  }
  return (
    <>
      <MovieHero movie={movie} today={settings?.today ?? null} heading="h1" grows>
        <Link className="btn btn-sun" to="/cinema#bilheteria">
          Ver preços do ingresso
        </Link>
      </MovieHero>
      <section className="wrap sec movie-facts" aria-labelledby="ficha">
        <h2 className="sr-only" id="ficha">
          Ficha do filme
        </h2>
        <Sheet movie={movie} />
        <Link className="link" to="/cinema">
          Toda a programação
        </Link>
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
