// Kept apart from the contract, so that public pages load no validation code.

export const FEE_TERM = 1;
export const LIMIT_TERM = 2;
export const DOCUMENT_TERM = 3;
export const STEP_TERM = 4;
/** Phone number to call, mainly for loss and theft. */
export const CALL_TERM = 5;

export const CARD_TERM_TYPES = {
  [FEE_TERM]: 'Tarifas e juros',
  [LIMIT_TERM]: 'Limites e prazos',
  [DOCUMENT_TERM]: 'Documentos',
  [STEP_TERM]: 'Como pedir',
  [CALL_TERM]: 'Perda, roubo e atendimento',
} as const;
export type CardTermType = keyof typeof CARD_TERM_TYPES;

/** Returns whether a type needs a value; the title of a document or step is enough. */
export const needsValue = (type: CardTermType): boolean => type !== DOCUMENT_TERM && type !== STEP_TERM;
