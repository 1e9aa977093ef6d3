import { digitsOf, formatSubscriber } from '../../ui/format.ts';
import type { PublicPhone } from './phone.contract.ts';
import { WHATSAPP } from './phone.types.ts';

type Numbered = Pick<PublicPhone, 'ddi' | 'ddd' | 'number' | 'type'>;

/** «(85) 0000-0005» */
export const phoneLabel = ({ ddd, number }: Numbered): string => `(${ddd}) ${formatSubscriber(number)}`;

/** Returns the digits of a phone, country and area codes first. */
export const internationalNumber = ({ ddi, ddd, number }: Numbered): string => digitsOf(ddi + ddd + number);

/** Returns the link that calls a phone, or opens its conversation. */
export function phoneHref(phone: Numbered): string {
  const international = internationalNumber(phone);
  return phone.type.number === WHATSAPP ? `https://wa.me/${international}` : `tel:+${international}`;
}
