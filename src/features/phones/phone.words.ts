import { digitsOf, formatSubscriber } from '../../ui/format.ts';
import type { PublicPhone } from './phone.contract.ts';
import { WHATSAPP } from './phone.types.ts';

type Numbered = Pick<PublicPhone, 'ddi' | 'ddd' | 'number' | 'type'>;

/** «(85) 0000-0005» */
export const phoneLabel = ({ ddd, number }: Numbered): string => `(${ddd}) ${formatSubscriber(number)}`;

/** Calls it, or opens the conversation. */
export function phoneHref({ ddi, ddd, number, type }: Numbered): string {
  const international = digitsOf(ddi + ddd + number);
  return type.number === WHATSAPP ? `https://wa.me/${international}` : `tel:+${international}`;
}
