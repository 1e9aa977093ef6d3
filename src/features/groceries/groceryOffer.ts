import type { Department, Unit } from '../offers/offer.types.ts';
import { sizeInWords } from '../offers/offer.words.ts';
import { centsOf } from '../offers/price.ts';
import type { NewGrocery } from './groceries.ts';
import { LONGEST_NAME } from './groceryLine.ts';

/** Of a `publicOffer`, what the list needs. */
interface Offered {
  uuid: string;
  product: string;
  brand: string | null;
  size: string;
  unit: Unit;
  price: string;
  department: Department;
  valid_until: string;
}

/** An offer as it goes on the list: one of itself, with its price for as long as that holds. */
export function itemOfOffer(offer: Offered): NewGrocery {
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
