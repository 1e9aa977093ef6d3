import type { PublicOffer } from './offer.contract.ts';
import { offerService, type ReadDeps } from './offer.service.ts';

/** Returns offers in the order of `ids`. */
export async function publicOffersByIds(deps: ReadDeps, ids: number[]): Promise<PublicOffer[]> {
  if (ids.length === 0) return [];
  const rows = await deps.db.selectFrom('offers').selectAll().where('id', 'in', ids).execute();
  const found = new Map((await offerService.presentAllPublic(deps, rows)).map((offer) => [offer.id, offer]));
  return ids.flatMap((id) => found.get(id) ?? []);
}
