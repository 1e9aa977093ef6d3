import type { ReactNode } from 'react';
import { formatWeekday } from '../../../shared/text/format.ts';
import { Picture } from '../../../ui/site/Picture.tsx';
import { moviePage } from '../../recordPages.ts';
import type { PublicMovie } from '../movie.contract.ts';
import { durationInWords, durationSpoken, formatPremiere } from './movie.format.browser.ts';
import { RatingBand } from './RatingBand.tsx';

/** Fields of a film that its card needs. */
export type MovieCardData = Pick<
  PublicMovie,
  'uuid' | 'name' | 'classification' | 'duration' | 'release_date' | 'file'
>;

/**
 * Renders the running time, abbreviated for the eye and in words for screen readers, which spell out `1h52`.
 */
export function Duration({ duration }: { duration: string }) {
  return (
    <span>
      <span aria-hidden="true">{durationInWords(duration)}</span>
      <span className="sr-only">{durationSpoken(duration)}</span>
    </span>
  );
}

function Poster({ movie, sizes }: { movie: MovieCardData; sizes: string }) {
  return (
    <div className="po vt-card">
      <Picture file={movie.file} sizes={sizes} alt={movie.file.alt ?? `Cartaz de ${movie.name}`} />
    </div>
  );
}

export function MovieCard({ movie, next }: { movie: MovieCardData; next?: ReactNode }) {
  return (
    <article className="film tap">
      <Poster movie={movie} sizes="(width < 33.75em) 46vw, (width < 60em) 31vw, 300px" />
      <h3 className="d4">
        <a href={moviePage(movie.uuid)}>{movie.name}</a>
      </h3>
      <p>
        <RatingBand classification={movie.classification} />
        {movie.duration && <Duration duration={movie.duration} />}
      </p>
      {next && <p>{next}</p>}
    </article>
  );
}

/** Renders the card of a coming film, with its release date. */
export function ComingMovie({ movie, today }: { movie: MovieCardData; today: string | null }) {
  const { uuid, name, classification, duration, release_date } = movie;
  return (
    <article className="coming tap">
      <Poster movie={movie} sizes="(width < 33.75em) 34vw, 190px" />
      <div>
        {release_date && (
          <p className="coming-day">
            <span className="sr-only">Estreia em </span>
            <b>{formatPremiere(release_date, today)}</b> {formatWeekday(release_date)}
          </p>
        )}
        <h3 className="d4">
          <a href={moviePage(uuid)}>{name}</a>
        </h3>
        <p className="coming-facts">
          <RatingBand classification={classification} />
          {duration && <Duration duration={duration} />}
        </p>
      </div>
    </article>
  );
}
