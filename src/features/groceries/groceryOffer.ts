import type { Department, Unit } from '../offers/offer.types.ts';
import { sizeInWords } from '../offers/offer.words.ts';
import { centsOf } from '../offers/price.ts';
import type { NewGrocery } from './groceries.ts';
import { LONGEST_NAME } from './groceryLine.ts';

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
export function itemOfOffer(offer: OfferFields): NewGrocery {
  const size = sizeInWords(offer);
  return {
    name: [offer.product, offer.brand].filter(Boolean).join(' ').slice(0, LONGEST_NAME),
    amounts: [{ value: 1, unit: 'un' }],
    aisle: offer.department,
    price: {
      uuid: offer.uuid,
      cents: centsOf(offer.price),
      until: offer.valid_until,
      ...(size && { size }),
    },
  };
}
