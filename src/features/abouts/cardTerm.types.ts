// What public pages know of the card's terms, apart from the contract, so that they need no validation code.

export const FEE = 1;
export const LIMIT = 2;
export const DOCUMENT = 3;
export const STEP = 4;
/** A number to call: for loss and theft first of all. */
export const CALL = 5;

export const CARD_TERM_TYPES = {
  [FEE]: 'Tarifas e juros',
  [LIMIT]: 'Limites e prazos',
  [DOCUMENT]: 'Documentos',
  [STEP]: 'Como pedir',
  [CALL]: 'Perda, roubo e atendimento',
} as const;
export type CardTermType = keyof typeof CARD_TERM_TYPES;

/** A document and a step are said by their title. */
export const needsValue = (type: CardTermType): boolean => type !== DOCUMENT && type !== STEP;
