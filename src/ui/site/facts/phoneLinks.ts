import { digitsOf, internationalPhone } from '../../format.ts';

export function callLink(phone: string): string {
  const international = internationalPhone(phone);
  return `tel:${international ? `+${international}` : digitsOf(phone)}`;
}

/** WhatsApp of the first mobile number: nine digits after the area code, the first of them a 9. */
export function whatsappLink(...phones: (string | null)[]): string | null {
  const mobile = phones.find((phone) => phone && /^(55)?\d{2}9\d{8}$/.test(digitsOf(phone)));
  return mobile ? `https://wa.me/${internationalPhone(mobile)}` : null;
}
