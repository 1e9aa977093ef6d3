// Constants of offers that public pages need, kept apart from the contract so that pages load no validation
// code.

/**
 * Names of the departments, in the order in which shoppers walk through a hypermarket. The keys are part of
 * addresses and of what price systems send, so they are the same for the whole chain
 * (docs/decisions/0050-store-offers-as-records.md).
 */
export const DEPARTMENTS = {
  produce: 'Hortifrúti',
  butcher: 'Açougue',
  fish: 'Peixaria',
  bakery: 'Padaria',
  dairy: 'Frios e laticínios',
  frozen: 'Congelados',
  grocery: 'Mercearia',
  drinks: 'Bebidas',
  cleaning: 'Limpeza',
  hygiene: 'Higiene e beleza',
  baby: 'Bebês',
  pet: 'Pet',
  home: 'Casa',
  electronics: 'Eletro',
} as const;
export type Department = keyof typeof DEPARTMENTS;

export const UNITS = {
  kg: 'kg',
  g: 'g',
  l: 'l',
  ml: 'ml',
  un: 'un',
  dz: 'dúzia',
} as const;
export type Unit = keyof typeof UNITS;

/** Labels of the states of an offer today. */
export const OFFER_STATE_LABELS = {
  current: 'Valendo',
  coming: 'Ainda não começou',
  ended: 'Acabou',
} as const;
export type OfferState = keyof typeof OFFER_STATE_LABELS;

export const OFFER_SORTS = { place: 'Em destaque', price: 'Menor preço', saving: 'Maior desconto' } as const;
export type OfferSort = keyof typeof OFFER_SORTS;
