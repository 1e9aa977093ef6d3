import { dayAt } from '../../shared/dates.ts';
import { hasEnded } from './fortnightlyBooklet.state.ts';

export interface DatedBooklet {
  /** Order of the uploads; `Infinity` for one that is not uploaded yet. */
  id: number;
  shown_from: string;
  valid_until: string | null;
  withdrawn_at: string | null;
}

export interface BookletOverlap<B> {
  other: B;
  /** First and last day that both booklets name, from today on. */
  from: string;
  until: string;
  /** Whether shoppers see the other booklet on these days. */
  isOtherShown: boolean;
}

/**
 * Returns the days that `booklet` shares with each of `others`, as `splitBooklets` decides who is shown: the one
 * that begins later. A booklet without a last day ends when the next begins, so it overlaps none that follow.
 */
export function overlapsOf<B extends DatedBooklet>(
  booklet: DatedBooklet,
  others: readonly B[],
  today: string,
): BookletOverlap<B>[] {
  return others.flatMap((other) => {
    if (other.id === booklet.id || other.withdrawn_at !== null) return [];
    const isOtherShown = compareBegin(other, booklet) > 0;
    const [earlier, later] = isOtherShown ? [booklet, other] : [other, booklet];
    const begin = dayAt(Date.parse(later.shown_from));
    const from = begin > today ? begin : today;
    if (!earlier.valid_until || hasEnded(earlier, from)) return [];
    const until =
      later.valid_until && later.valid_until < earlier.valid_until ? later.valid_until : earlier.valid_until;
    return until < from ? [] : [{ other, from, until, isOtherShown }];
  });
}

const compareBegin = (one: DatedBooklet, other: DatedBooklet): number =>
  Date.parse(one.shown_from) - Date.parse(other.shown_from) || one.id - other.id;
