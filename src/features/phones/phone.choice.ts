import { fold } from '../../contract/fold.ts';
import type { PublicPhone } from './phone.contract.ts';
import { COMMERCIAL, LANDLINE, WHATSAPP } from './phone.types.ts';

// Staff describe a phone by a contact in their own words. These functions choose by those words, so that a page never
// gives the number of one desk for that of another.

const CARD = /\bcart(ao|oes)\b/;
const SERVICE = /\b(atendimento|sac|fale conosco)\b/;

const isWhatsApp = ({ type }: PublicPhone) => type.number === WHATSAPP;
const isDesk = ({ type }: PublicPhone) => type.number === LANDLINE || type.number === COMMERCIAL;
const names = (pattern: RegExp) => (phone: PublicPhone) => pattern.test(fold(phone.contact));

/** Returns the WhatsApp number of the card's page: the first one. */
export function cardWhatsApp(phones: readonly PublicPhone[]): PublicPhone | undefined {
  return phones.find(isWhatsApp);
}

/** Returns the WhatsApp number of the whole chain: the first one that is not the card's alone. */
export function chainWhatsApp(phones: readonly PublicPhone[]): PublicPhone | undefined {
  return phones.find((phone) => isWhatsApp(phone) && !names(CARD)(phone));
}

/** Returns the phone that answers questions about anything, by its contact, or else the chain's WhatsApp number. */
export function customerServicePhone(phones: readonly PublicPhone[]): PublicPhone | undefined {
  return phones.find(names(SERVICE)) ?? chainWhatsApp(phones);
}

/** Returns the phone whose contact names `place`, or else that of the customer service, or else the first desk. */
export function phoneOf(place: string, phones: readonly PublicPhone[]): PublicPhone | undefined {
  const named = phones.find(({ contact }) => fold(contact).includes(fold(place)));
  return named ?? customerServicePhone(phones) ?? phones.find(isDesk);
}
