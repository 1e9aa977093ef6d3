import type { Movie } from './movie.contract.ts';
import { MOVIE_STATUSES } from './movie.types.ts';
import './MovieStanding.css';

/** What shoppers read of a film today. */
export function OnSite({ status }: Pick<Movie, 'status'>) {
  return (
    <span className="status" data-look={status === 'showing' ? 'on' : 'off'}>
      {MOVIE_STATUSES[status]}
    </span>
  );
}

/** A film's type and, until its day has come, what shoppers read instead: two facts. */
export function TypeAndStanding({ movie: { type, status } }: { movie: Pick<Movie, 'type' | 'status'> }) {
  if (status !== 'soon') return type.text;
  return (
    <span className="two-facts">
      <span>{type.text}</span>
      <span>
        No site: <OnSite status={status} />
      </span>
    </span>
  );
}
