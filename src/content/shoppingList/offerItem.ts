import { sizeText } from '../pricing/offer.format.ts';
import type { Department, Unit } from '../pricing/offer.types.ts';
import { parseCents } from '../pricing/price.ts';
import { MAX_ITEM_NAME_LENGTH } from './shoppingLine.ts';
import type { NewShoppingItem } from './shoppingList.ts';

/** Fields of a `publicOffer` that the list needs. */
interface OfferFields {
  uuid: string;
  product: string;
  brand: string | null;
  size: string;
  unit: Unit;
  price: string;
  department: Department;
  valid_until: string;
}

/** Converts an offer to a list item: one pack, with its price while the offer is valid. */
export function offerItem(offer: OfferFields): NewShoppingItem {
  const size = sizeText(offer);
  return {
    name: [offer.product, offer.brand].filter(Boolean).join(' ').slice(0, MAX_ITEM_NAME_LENGTH),
    amounts: [{ value: 1, unit: 'un' }],
    aisle: offer.department,
    price: {
      uuid: offer.uuid,
      cents: parseCents(offer.price),
      until: offer.valid_until,
      ...(size && { size }),
    },
  };
}
