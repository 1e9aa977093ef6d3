import { readPhoneParts } from '../../ui/phone.ts';
import type { PublicPhone } from './phone.contract.ts';
import { WHATSAPP } from './phone.types.ts';

type Numbered = Pick<PublicPhone, 'ddi' | 'ddd' | 'number' | 'type'>;

/** «(85) 0000-0005», «0800 123 4567» */
export const phoneLabel = (phone: Numbered): string => readPhoneParts(phone).shown;

/** Returns what a phone dials: `+558500000005`, `08001234567`; null where that is no number. */
export const dialledNumber = (phone: Numbered): string | null => readPhoneParts(phone).dial;

/** Returns the link that calls a phone, or opens its conversation; null where it has none. */
export function phoneHref(phone: Numbered): string | null {
  const { dial, whatsapp } = readPhoneParts(phone);
  if (phone.type.number === WHATSAPP && whatsapp) return `https://wa.me/${whatsapp}`;
  return dial && `tel:${dial}`;
}

/** Returns the number of a phone for structured data; null where not everybody can dial it. */
export function phoneTelephone(phone: Numbered): string | null {
  const { dial, isComplete } = readPhoneParts(phone);
  return isComplete ? dial : null;
}
