import { parsePhoneParts } from '../../shared/text/phone.ts';
import type { PublicPhone } from './phone.contract.ts';
import { WHATSAPP } from './phone.types.ts';

type PhoneNumberFields = Pick<PublicPhone, 'ddi' | 'ddd' | 'number' | 'type'>;

/** Formats a number for display: «(85) 0000-0005», «0800 123 4567». */
export const phoneLabel = (phone: PhoneNumberFields): string => parsePhoneParts(phone).formatted;

/** Returns the number to dial: `+558500000005`, `08001234567`; null if it is not a number. */
export const dialledNumber = (phone: PhoneNumberFields): string | null => parsePhoneParts(phone).dial;

/** Returns a `tel:` link, or a `wa.me` link for WhatsApp; null if there is none. */
export function phoneHref(phone: PhoneNumberFields): string | null {
  const { dial, whatsapp } = parsePhoneParts(phone);
  if (phone.type.number === WHATSAPP && whatsapp) return `https://wa.me/${whatsapp}`;
  return dial && `tel:${dial}`;
}

/** Returns the number for structured data; null if it cannot be dialled from everywhere. */
export function phoneTelephone(phone: PhoneNumberFields): string | null {
  const { dial, isComplete } = parsePhoneParts(phone);
  return isComplete ? dial : null;
}
