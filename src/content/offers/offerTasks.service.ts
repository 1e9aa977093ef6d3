import type { Actor } from '../../platform/database/write.ts';
import type { Deps } from '../../platform/deps.ts';
import { countOffersOf } from './offer.service.ts';
import { OFFER_TASKS, type OfferTask } from './offerTasks.ts';

/** Counts the offers of each task among those that `actor` sees in the list; without an actor there are none. */
export async function countOfferTasks(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor | null,
): Promise<Record<OfferTask, number>> {
  const names = Object.keys(OFFER_TASKS) as OfferTask[];
  const counts = actor ? await countOffersOf(deps, actor, Object.values(OFFER_TASKS)) : [];
  return Object.fromEntries(names.map((name, at) => [name, counts[at] ?? 0])) as Record<OfferTask, number>;
}
