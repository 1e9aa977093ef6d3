/** Legal bases of the LGPD (Lei 13.709/2018), as the data inventory and the privacy page cite them. */
export const LEGAL_BASES = {
  contract: 'LGPD, art. 7º, V',
  consent: 'art. 7º, I',
  interest: 'LGPD, art. 7º, IX',
  duty: 'LGPD, art. 7º, II',
  erasedLater: 'art. 16, I',
  rights: 'LGPD, art. 18',
  answer: 'art. 19',
} as const;
