import type { Movie } from '../movie.contract.ts';
import { MOVIE_STATUSES } from '../movie.types.ts';

/** Renders the status of a film on the site. */
export function MovieStatusTag({ status }: Pick<Movie, 'status'>) {
  return (
    <span className="status" data-look={status === 'showing' ? 'on' : 'off'}>
      {MOVIE_STATUSES[status]}
    </span>
  );
}

/** Renders the type of a film and, until its release, its status on the site. */
export function TypeAndStatus({ movie: { type, status } }: { movie: Pick<Movie, 'type' | 'status'> }) {
  if (status !== 'soon') return type.text;
  return (
    <span className="two-facts">
      <span>{type.text}</span>
      <span>
        No site: <MovieStatusTag status={status} />
      </span>
    </span>
  );
}
