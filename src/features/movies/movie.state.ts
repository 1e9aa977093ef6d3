import { ENDED, type MovieStatus } from './movie.types.ts';

/** Whether one can see a film on `today`; a release date makes one of type 1 wait for its day. */
export function movieStatus(
  { type, release_date }: { type: number; release_date: string | null },
  today: string,
): MovieStatus {
  if (type === ENDED) return 'ended';
  return release_date !== null && release_date > today ? 'soon' : 'showing';
}
