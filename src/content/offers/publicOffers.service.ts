import { isPublished } from '../../records/server/publication/visibility.ts';
import { Failure } from '../../shared/failure.ts';
import type { Offer, PublicOffer } from './offer.contract.ts';
import { presentAll, type ReadDeps } from './offer.service.ts';

/** Returns an offer for shoppers, also an ended one, because its address was shared. */
export async function publicOffer(deps: ReadDeps, uuid: string): Promise<PublicOffer> {
  const row = await deps.db
    .selectFrom('offers')
    .selectAll()
    .where('uuid', '=', uuid)
    .where(isPublished('offers'))
    .executeTakeFirst();
  const [found] = row ? await presentAll(deps, [row]) : [];
  if (!found) throw new Failure('not_found', 'Não encontramos esta oferta. Ela pode ter saído do site.');
  return forPublic(found);
}

/** Returns offers in the order of `ids`. */
export async function publicOffersByIds(deps: ReadDeps, ids: number[]): Promise<PublicOffer[]> {
  if (ids.length === 0) return [];
  const rows = await deps.db.selectFrom('offers').selectAll().where('id', 'in', ids).execute();
  const found = new Map((await presentAll(deps, rows)).map((offer) => [offer.id, offer]));
  return ids.flatMap((id) => {
    const offer = found.get(id);
    return offer ? [forPublic(offer)] : [];
  });
}

const forPublic = ({ version: _, updated_at: __, place: ___, ...offer }: Offer): PublicOffer => offer;
