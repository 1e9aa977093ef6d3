/** Types of phones. Kept apart from the contract, so that public pages load no validation code. */
export const PHONE_TYPES = { 1: 'Fixo', 2: 'Celular', 3: 'WhatsApp', 4: 'Comercial' } as const;
export type PhoneType = keyof typeof PHONE_TYPES;
export const LANDLINE: PhoneType = 1;
export const WHATSAPP: PhoneType = 3;
export const COMMERCIAL: PhoneType = 4;
