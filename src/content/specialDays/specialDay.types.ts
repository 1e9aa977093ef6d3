// Types of special days without schemas, because public pages load this file.

export const CLOSED = 1;
export const OTHER_HOURS = 2;
/** Explicit decision to open: for a holiday, or for one branch while all others are closed. */
export const USUAL_HOURS = 3;

export const SPECIAL_DAY_TYPES = {
  [CLOSED]: 'Fechado',
  [OTHER_HOURS]: 'Outro horário',
  [USUAL_HOURS]: 'Abre normalmente',
} as const;

/** Places of a special day besides branches, which have their uuid. */
export const SPECIAL_DAY_PLACES = {
  all: 'Todas as lojas, shopping e cinema',
  shopping: 'Shopping',
  cinema: 'Cinema',
} as const;
