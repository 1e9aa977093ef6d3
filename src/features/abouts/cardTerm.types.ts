// Kept apart from the contract, so that public pages load no validation code.

export const FEE = 1;
export const LIMIT = 2;
export const DOCUMENT = 3;
export const STEP = 4;
/** Phone number to call, mainly for loss and theft. */
export const CALL = 5;

export const CARD_TERM_TYPES = {
  [FEE]: 'Tarifas e juros',
  [LIMIT]: 'Limites e prazos',
  [DOCUMENT]: 'Documentos',
  [STEP]: 'Como pedir',
  [CALL]: 'Perda, roubo e atendimento',
} as const;
export type CardTermType = keyof typeof CARD_TERM_TYPES;

/** Returns whether a type needs a value; the title of a document or step is enough. */
export const needsValue = (type: CardTermType): boolean => type !== DOCUMENT && type !== STEP;
