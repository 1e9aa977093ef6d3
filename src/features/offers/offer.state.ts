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
