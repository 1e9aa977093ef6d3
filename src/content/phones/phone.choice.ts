import { fold } from '../../shared/text/fold.ts';
import type { PublicPhone } from './phone.contract.ts';
import { COMMERCIAL, LANDLINE, WHATSAPP } from './phone.types.ts';

// Staff name a contact in their own words. These functions match those words, so that no page shows a number
// of the wrong department.

const CARD = /\bcart(ao|oes)\b/;
const SERVICE = /\b(atendimento|sac|fale conosco)\b/;

const isWhatsApp = ({ type }: PublicPhone) => type.number === WHATSAPP;
const isDesk = ({ type }: PublicPhone) => type.number === LANDLINE || type.number === COMMERCIAL;
const names = (pattern: RegExp) => (phone: PublicPhone) => pattern.test(fold(phone.contact));

/** Returns the WhatsApp number of the card's page, which is the first one. */
export function cardWhatsApp(phones: readonly PublicPhone[]): PublicPhone | undefined {
  return phones.find(isWhatsApp);
}

/** Returns the first WhatsApp number that is not the card's alone. */
export function chainWhatsApp(phones: readonly PublicPhone[]): PublicPhone | undefined {
  return phones.find((phone) => isWhatsApp(phone) && !names(CARD)(phone));
}

/** Returns the customer service phone, matched by contact, otherwise the chain's WhatsApp number. */
export function customerServicePhone(phones: readonly PublicPhone[]): PublicPhone | undefined {
  return phones.find(names(SERVICE)) ?? chainWhatsApp(phones);
}

/** Returns the phone whose contact names `place`, otherwise customer service, otherwise the first landline. */
export function phoneForPlace(place: string, phones: readonly PublicPhone[]): PublicPhone | undefined {
  const named = phones.find(({ contact }) => fold(contact).includes(fold(place)));
  return named ?? customerServicePhone(phones) ?? phones.find(isDesk);
}
