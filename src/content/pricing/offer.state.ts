import { addDays } from '../../shared/dates.ts';
import type { OfferState } from './offer.types.ts';

interface Days {
  valid_from: string;
  valid_until: string;
}

/** Returns the state of an offer on `today`; the first and last day both count as valid. */
export function offerState({ valid_from, valid_until }: Days, today: string): OfferState {
  if (valid_until < today) return 'ended';
  return valid_from > today ? 'coming' : 'current';
}

/**
 * Returns the day to which the state of an offer refers: `today`, or the day before or after it when the
 * branches of the offer are in another time zone, around midnight.
 */
export function dayOfState(offer: Days & { state: OfferState }, today: string): string {
  const days = [today, addDays(today, -1), addDays(today, 1)];
  return days.find((day) => offerState(offer, day) === offer.state) ?? today;
}
