// What the law lets the chain keep data of people for, as it is cited: by the register and by the page on privacy.
// Of the LGPD (Lei 13.709/2018).

export const BASES = {
  contract: 'LGPD, art. 7º, V',
  consent: 'art. 7º, I',
  interest: 'LGPD, art. 7º, IX',
  duty: 'LGPD, art. 7º, II',
  erasedLater: 'art. 16, I',
  rights: 'LGPD, art. 18',
  answer: 'art. 19',
} as const;
