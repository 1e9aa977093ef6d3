/** Lists of offers that the dashboard reminds of, each as filters of the list's address. */
export const OFFER_TASKS = {
  ending_today: { ends: 'today', standing: 'shown' },
  without_photo: { photo: 'missing', state: 'lasting', standing: 'shown' },
  without_unit_price: { unit_price: 'missing', state: 'lasting', standing: 'shown' },
} as const;

export type OfferTask = keyof typeof OFFER_TASKS;

/** Returns the lists of a branch's offers on the dashboard, each as filters of the list's address. */
export const branchOfferQueries = (branch: string) => ({
  current: { state: 'current', branch, standing: 'shown' },
  ending_today: { ends: 'today', branch, standing: 'shown' },
});
