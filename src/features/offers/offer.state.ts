import { addDays } from '../../ui/addDays.ts';
import type { OfferState } from './offer.types.ts';

interface Days {
  valid_from: string;
  valid_until: string;
}

/** Both days are days on which it holds. */
export function offerState({ valid_from, valid_until }: Days, today: string): OfferState {
  if (valid_until < today) return 'ended';
  return valid_from > today ? 'coming' : 'current';
}

/**
 * Returns the day that the state of an offer is of: `today`, or the day before or after it where its branches have
 * another day than the chain, around midnight.
 */
export function ownDay(offer: Days & { state: OfferState }, today: string): string {
  const days = [today, addDays(today, -1), addDays(today, 1)];
  return days.find((day) => offerState(offer, day) === offer.state) ?? today;
}
