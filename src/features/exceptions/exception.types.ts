// What an exception is, for public pages too: nothing here may bring the contract's schemas along.

export const CLOSED = 1;
export const OTHER_HOURS = 2;
/** A decision too: staff were asked about a holiday, or one branch opens while all others are closed. */
export const AS_USUAL = 3;

export const EXCEPTION_TYPES = {
  [CLOSED]: 'Fechado',
  [OTHER_HOURS]: 'Outro horário',
  [AS_USUAL]: 'Abre normalmente',
} as const;

/** Whom an exception is for, beside the branches, which are named by their uuid. */
export const PLACES = {
  all: 'Todas as lojas, shopping e cinema',
  shopping: 'Shopping',
  cinema: 'Cinema',
} as const;

/** A `closes` before its `opens` means the next day; the same time twice, the whole day. */
export interface Span {
  opens: string;
  closes: string;
}
