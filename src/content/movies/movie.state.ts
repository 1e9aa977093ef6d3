import { ENDED, type MovieStatus } from './movie.types.ts';

/** Returns the status on `today`; a release date in the future makes a film of type 1 `soon`. */
export function movieStatus(
  { type, release_date }: { type: number; release_date: string | null },
  today: string,
): MovieStatus {
  if (type === ENDED) return 'ended';
  return release_date !== null && release_date > today ? 'soon' : 'showing';
}
